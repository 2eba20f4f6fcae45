"""How the levels of play are set, one file a game.

A file has a table for each number of players: options of `ismcts`, and the rating of each level. A number of players
without a table has that of the nearest number. `python -m bench.match_levels` measures the ratings; docs/bots.md has
the intervals.
"""
