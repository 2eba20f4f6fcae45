"""Bots and players: their types, the built-in bots, and bots from text such as `ismcts:nodes=2000`.

A bot is a value; a player is a bot at one seat of one game, and it may remember. This package knows no tables and no
other processes. Public: `player.Bot`, `player.Player`, `builtin.BOTS`, `spec.parse_builtin`.
"""
