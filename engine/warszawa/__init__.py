"""Warszawa: rebuilding a city with engineers on an action board, hidden norms and hands; 3 to 5 players.

The rules are the advanced variant of the printed book. The book does not list its map, cards and action boards:
`house.json` holds a set made for this program, not the publisher's, and `editions.EDITIONS.load` adds another set.

Where the book leaves a choice, we decided:

- Hexes of different banks are adjacent only over a bridge, for every purpose.
- A field gives its effects in the order fund, concrete, rubble, barter, card, marker, clearing.
- A function may be used only if it gives something.
- A seat that could only say `done` is skipped.
"""

from urbanist.engine.warszawa.verbs import WARSZAWA

__all__ = ["WARSZAWA"]
