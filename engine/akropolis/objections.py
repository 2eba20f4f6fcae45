"""Reasons why a tile of Akropolis may not be taken or may not be laid at a place."""

from collections.abc import Sequence
from typing import Any

from urbanist.engine.akropolis.city_record import Space, around, hexes, triangle


def price(tiles: int) -> str:
    """Return the price in words of a tile that has `tiles` others before it in the market."""
    return "free" if not tiles else f"{tiles} stone{'' if tiles == 1 else 's'}"


def unpaid(tile: int, market: Sequence[int], stones: int) -> str:
    """Return why a seat with `stones` stones cannot take a tile; empty if it can."""
    if tile not in market:
        return f"tile {tile} is not in the market; there are {_row(market)}"
    cost = market.index(tile)
    if cost > stones:
        return f"tile {tile} costs {price(cost)} and the seat has {stones}, enough for {_row(market[: stones + 1])}"
    return ""


def unfit(city: Any, q: int, r: int, k: int) -> str:
    """Return the rule that forbids a tile at a place; the place must not be legal."""
    tops = hexes(city)
    heights = {space: tops[space].height if space in tops else 0 for space in triangle(q, r, k)}
    built = [space for space, height in heights.items() if height]
    empty = [space for space, height in heights.items() if not height]
    if built and empty:
        return (
            f"it would overlap the city: {_names(built)} built on, {_names(empty)} empty; "
            "a tile lies on three empty spaces or on top of tiles"
        )
    if len(set(heights.values())) > 1:
        levels = ", ".join(f"{_name(space)} is at {level}" for space, level in heights.items())
        return f"it would not lie flat: {levels}; all three must have the same height"
    if empty and not any(near in tops for space in empty for near in around(space)):
        return f"it would not touch the city: {_names(empty)} not adjacent to it"
    return "it would lie on one tile only; a higher level rests on two different tiles or more"


def _name(space: Space) -> str:
    return f"{space[0]},{space[1]}"


def _names(spaces: Sequence[Space]) -> str:
    return f"{' '.join(map(_name, spaces))} {'is' if len(spaces) == 1 else 'are'}"


def _row(tiles: Sequence[int]) -> str:
    return " ".join(map(str, tiles))
