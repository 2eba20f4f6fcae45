"""Contests: matches and tournaments, with plans, formats, the database of results, ratings and pages; and leagues.

A `Tournament` says what to play, a `Run` plays it and saves each game in a `Store`, and `Standings` sums up the games.
"""
