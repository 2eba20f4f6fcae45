"""Akropolis: cities of hexes on many levels, a market of tiles; 2 to 4 players, five scoring options, the long game.

Where the printed rules leave a choice, we decided:

- The houses that count are the group with the most hexes; of groups with equally many, the one of greatest value.
- An enclosed lake is not an edge of the city.
- The number of stones is not limited by the box.

Tiles and numbers are those of `printed.json`; `editions.EDITIONS.load` adds another set.

No seat knows the order of the stacks; it is revealed by chance events.
"""

from urbanist.engine.akropolis.verbs import AKROPOLIS

__all__ = ["AKROPOLIS"]
