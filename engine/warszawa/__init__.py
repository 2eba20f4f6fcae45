"""Warszawa: rebuilding a city with engineers on an action board, hidden norms and hands; 3 to 5 players.

The rules are those of the printed book's advanced variant. Its map, cards and action boards the book does not list:
`house.json` holds our own, made for this program and not the publisher's, and `editions.load` adds another set.

Where the book leaves a choice: hexes of two banks are adjacent only over a bridge, for every purpose; a field gives in
the order fund, concrete, rubble, barter, card, marker, clearing; a function is used only when it gives something; a
seat that could only say `done` is skipped.
"""

from urbanist.engine.warszawa.verbs import WARSZAWA

__all__ = ["WARSZAWA"]
