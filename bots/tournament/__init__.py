"""Tournaments: the plan from a file, the pairings of each format, the database of results, and the ratings.

A `Tournament` says what to play, a `Run` plays it and saves each game in a `Store`, and `Standings` sums up the games.
"""
