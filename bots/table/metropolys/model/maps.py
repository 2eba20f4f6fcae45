"""The map of each edition of Metropolys: the drawn board, or a plan of a board of another shape."""

from functools import cache
from pathlib import Path

import msgspec

from urbanist.bots.table.metropolys.model.geometry import Map
from urbanist.bots.table.metropolys.model.plan import planned
from urbanist.engine.metropolys.edition import Board
from urbanist.engine.metropolys.editions import EDITIONS


@cache
def load_map(slot: int = 0) -> Map:
    """Return the map of the edition in a slot: the drawn board if it has the same shape, else a plan."""
    board, printed = EDITIONS.at(slot).board, EDITIONS.at(0).board
    if _shape(board) != _shape(printed):
        return planned(board)
    data = msgspec.json.decode(Path(__file__).with_name("map.json").read_bytes())
    data["neighbourhoods"] = {
        space["name"]: space | {"type": board.by_name[space["name"]].type} for space in data["neighbourhoods"]
    }
    return msgspec.convert(data, Map)


def _shape(board: Board) -> tuple[object, ...]:
    """Return what a map shows of a board but the types."""
    groups = (board.bridges, board.statues, board.lakes)
    places = {(place.name, frozenset(place.adjacent), place.dead_end) for place in board.places}
    return places, *({frozenset(group) for group in kind} for kind in groups)
