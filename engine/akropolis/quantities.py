"""What the numbers of an observation of Akropolis count, and their ranges, as docs/observations.md tells them."""

from urbanist.engine.observation import Quantity

QUANTITIES = (
    Quantity("common", "2 players|3 players|4 players", "yes or no", 0, 1),
    Quantity("common", "plies left", "moves", 0, 64),
    Quantity("common", "option *", "yes or no", 0, 1),
    Quantity(
        "common",
        "districts of * in the market|plazas of * in the market|quarries in the market",
        "hexes",
        0,
        18,
    ),
    Quantity(
        "common",
        "districts of * in the stacks|plazas of * in the stacks|quarries in the stacks",
        "hexes",
        0,
        90,
    ),
    Quantity("common", "slot * hex * *", "yes or no", 0, 1),
    Quantity("common", "tile * in the stacks", "yes or no", 0, 1),
    Quantity("seats", "to move", "yes or no", 0, 1),
    Quantity("seats", "turns left", "moves", 0, 32),
    Quantity("seats", "points", "points", 0, 3000),
    # An open quarry may be worth less than nothing near the end.
    Quantity("seats", "expected points", "points", -60, 3000),
    Quantity("seats", "stones", "stones", 0, 60),
    Quantity("seats", "open quarries", "hexes", 0, 60),
    Quantity("seats", "value of *", "points a star", 0, 200),
    Quantity("seats", "stars of *", "stars", 0, 40),
    Quantity("seats", "points of *", "points", 0, 3000),
    Quantity("seats", "idle *", "hexes x level", 0, 90),
    Quantity("seats", "stars of * x districts to come", "stars x hexes, a seat", 0, 1000),
    Quantity("seats", "value of * x stars to come", "points, a seat", 0, 2000),
    Quantity("seats", "best offer|second offer", "points that the tile brings on level 1", -6, 400),
    Quantity("seats", "hexes on level 1|hexes on level 2|hexes on higher levels", "hexes", 0, 94),
    Quantity(
        "seats",
        "sites on level 2|sites on level 3|sites on higher levels|free sites",
        "places of a tile",
        0,
        150,
    ),
    Quantity("seats", "quarries on sites", "hexes", 0, 60),
    Quantity("seat_planes", "height", "level of the hex", 0, 7),
    Quantity("seat_planes", "houses|markets|barracks|temples|gardens|quarry|plaza", "yes or no", 0, 1),
    Quantity("seat_planes", "whole tile pointing down|whole tile pointing up", "yes or no", 0, 1),
)
