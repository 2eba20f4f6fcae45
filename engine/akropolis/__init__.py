"""Akropolis: cities of hexes on many levels, a market of tiles; 2 to 4 players, five scoring options, the long game.

The rules as we read them, where the printed ones leave a choice: of houses the group of most hexes counts, of equal
ones that of the greatest value; an enclosed lake is not the edge of the city; stones are not limited to those in the
box. The order of the stacks is unknown to all and comes out as chance events.
"""

from urbanist.engine.akropolis.verbs import AKROPOLIS

__all__ = ["AKROPOLIS"]
