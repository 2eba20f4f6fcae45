"""What the rules of Akropolis fix: the kinds of districts, the options, and the shape of the start tile."""

KINDS = ("houses", "markets", "barracks", "temples", "gardens")
QUARRY = "quarry"

#: The options: each kind's districts may count double, and `long` is the game with all tiles.
OPTIONS = (*KINDS, "long")
LONG = len(KINDS)  # the place of its bit

#: The places of the start tile's hexes, its plaza first.
START = ((0, 0), (1, 0), (-1, 1), (0, -1))
