"""Reasons why a tile of Akropolis may not be taken or may not be laid at a place."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from urbanist.engine.akropolis.city_record import Space, around, hexes, triangle
from urbanist.engine.message import Message


def price(tiles: int) -> Message:
    """Return the price in words of a tile that has `tiles` others before it in the market."""
    return Message.counted("{n} stone", "{n} stones", tiles) if tiles else Message("free")


def unpaid(tile: int, market: Sequence[int], stones: int) -> str:
    """Return why a seat with `stones` stones cannot take a tile; empty if it can."""
    if tile not in market:
        return Message("tile {tile} is not in the market; there are {tiles}", tile=tile, tiles=_row(market))
    cost = market.index(tile)
    if cost > stones:
        return Message(
            "tile {tile} costs {price} and the seat has {stones}, enough for {tiles}",
            tile=tile,
            price=price(cost),
            stones=stones,
            tiles=_row(market[: stones + 1]),
        )
    return ""


class Misfit(NamedTuple):
    """Why a tile may not lie at a place: what would happen, at which of the places, and the rule about it."""

    what: Message
    where: str = ""
    rule: str = ""

    @property
    def brief(self) -> Message:
        """The reason without the places."""
        return Message("{what}; {rule}", what=self.what, rule=self.rule) if self.rule else self.what

    @property
    def full(self) -> Message:
        """The reason with the places."""
        if not self.where:
            return self.brief
        return self._replace(what=Message("{place}: {reason}", place=self.what, reason=self.where)).brief


def misfit(city: Any, q: int, r: int, k: int) -> Misfit:
    """Return the rule that forbids a tile at a place; the place must not be legal."""
    tops = hexes(city)
    heights = {space: tops[space].height if space in tops else 0 for space in triangle(q, r, k)}
    built = [space for space, height in heights.items() if height]
    empty = [space for space, height in heights.items() if not height]
    if built and empty:
        return Misfit(
            Message("it would overlap the city"),
            _overlap(built, empty),
            Message("a tile lies on three empty spaces or on top of tiles"),
        )
    if len(set(heights.values())) > 1:
        return Misfit(
            Message("it would not lie flat"), _levels(heights), Message("all three must have the same height")
        )
    if empty and not any(near in tops for space in empty for near in around(space)):
        away = Message("{places} are not adjacent to it", places=_names(empty))
        return Misfit(Message("it would not touch the city"), away)
    return Misfit(
        Message("it would lie on one tile only"),
        rule=Message("a higher level rests on two different tiles or more"),
    )


def _overlap(built: Sequence[Space], empty: Sequence[Space]) -> Message:
    """Return which of three places are built on and which are empty."""
    return Message("built on: {built}; empty: {empty}", built=_names(built), empty=_names(empty))


def _levels(heights: Mapping[Space, int]) -> Message:
    """Return the levels of three places."""
    return Message(
        "their heights: {heights}",
        heights=", ".join(f"{_name(space)}: {height}" for space, height in heights.items()),
    )


def _name(space: Space) -> str:
    return f"{space[0]},{space[1]}"


def _names(spaces: Sequence[Space]) -> str:
    return " ".join(map(_name, spaces))


def _row(tiles: Sequence[int]) -> str:
    return " ".join(map(str, tiles))
