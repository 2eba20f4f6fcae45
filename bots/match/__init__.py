"""Bots at one table: the arena with its clocks and forfeits, many games over workers, and their results.

A `pairing.Pairing` settles everything about a game, so that it can be played anywhere, and again. Public:
`arena.play_game`, `pairing.Rules`, `seat_text.parse_bot`.
"""
