"""What designers may ask about many games of Akropolis."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city_record import CODE, PLAZA, QUARRY
from urbanist.engine.akropolis.editions import EDITIONS, SLOT_SHIFT
from urbanist.engine.facts import Fact

#: Hexes of the start tile, and of each other.
STARTED, CORNERS = len(pieces.START), 3
#: The bits of what lies on a hex, in the number of three hexes.
BITS = 4
#: What lies on hexes: the kinds, quarries, and the plazas of each kind.
HEXES = (*pieces.KINDS, pieces.QUARRY, *(f"{kind}*" for kind in pieces.KINDS))


class Faces(NamedTuple):
    """What is printed on tiles: the texts, and by the number of three hexes in a record the place of its text."""

    names: tuple[str, ...]
    place: npt.NDArray[np.int16]


def code_of(hexagon: str) -> int:
    """Return the number of what lies on a hex, as it is in a record."""
    kind = hexagon.removesuffix("*")
    plaza = PLAZA if hexagon.endswith("*") else 0
    return plaza | (QUARRY if kind == pieces.QUARRY else pieces.KINDS.index(kind) + 1)


@cache
def faces(slot: int) -> Faces:
    """Return what is printed on the tiles of an edition; tiles that can be turned into each other are one."""
    names: list[str] = []
    place = np.full((2, 1 << 3 * BITS), -1, np.int16)
    for tile in EDITIONS.at(slot).tiles:
        codes = tuple(map(code_of, tile.hexes))
        turns = [codes[turn:] + codes[:turn] for turn in range(CORNERS)]
        # A triangle that points down is listed anchor, south-east, east: against the clock.
        keys = [(0, (a, c, b)) for a, b, c in turns] + [(1, turn) for turn in turns]
        if place[keys[0][0], _number(keys[0][1])] < 0:
            for up, listed in keys:
                place[up, _number(listed)] = len(names)
            names.append(" ".join(tile.hexes))
    return Faces(tuple(names), place)


def _number(codes: tuple[int, ...]) -> int:
    return codes[0] << 2 * BITS | codes[1] << BITS | codes[2]


def facts(ended: Any) -> list[Fact]:
    """Return the tiles that seats took, by what is printed on them, and the hexes on them by kind."""
    seats = int(ended["seats"].max(initial=0))
    city = ended["city"][:, :seats]
    hexes, code = city["hex"][..., STARTED:], city["top"][..., STARTED:] & CODE
    tiles = hexes.shape[-1] // CORNERS * CORNERS
    anchors, thirds = hexes[..., :tiles:CORNERS], hexes[..., 2:tiles:CORNERS]
    first, second, third = (code[..., corner:tiles:CORNERS].astype(np.int64) for corner in range(CORNERS))
    up = (thirds != anchors + 1).astype(np.intp)
    printed = faces(int(ended["options"].max(initial=0)) >> SLOT_SHIFT)
    face = printed.place[up, first << 2 * BITS | second << BITS | third]
    laid = np.zeros((*face.shape[:2], len(printed.names)), np.int16)
    game, seat, tile = (face >= 0).nonzero()
    np.add.at(laid, (game, seat, face[game, seat, tile]), 1)
    kinds = np.stack([(code == code_of(kind)).sum(axis=-1) for kind in HEXES], -1)
    return [
        Fact("tile taken", printed.names, laid, drawn=False),
        Fact("hex laid", HEXES, kinds, drawn=False),
    ]
