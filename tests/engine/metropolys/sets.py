"""Editions for tests: one with another board and some other numbers, and one in which each number is another one."""

import copy
import json
from typing import Any

from tests.engine.metropolys.boards import drawn_board
from tests.oracle.metropolys_board import BOARDS, Board
from tests.oracle.metropolys_numbers import DATA, Numbers
from urbanist.engine.metropolys.edition import PRINTED, edition_of
from urbanist.engine.metropolys.editions import EDITIONS

FILE: dict[str, Any] = json.loads(PRINTED.read_text(encoding="utf-8"))


def mine() -> dict[str, Any]:
    """Return another board, and the printed numbers with other points for tokens and for the tallest skyline."""
    return {
        "game": "metropolys",
        "name": "mine",
        "points": {"trendy": 5, "tallest": 2, "metro_card": 0, "ruins": 0},
        "board": drawn_board(1),
    }


def odd() -> dict[str, Any]:
    """Return numbers that all differ from the printed ones; some are the least or the greatest that there may be."""
    return {
        "game": "metropolys",
        "name": "odd",
        "points": {
            "trendy": 0,
            "metro": 9,
            "ruins": -9,
            "metro_card": 1,
            "ruins_card": -9,
            "tallest": 9,
            "type": 1,
            "family": 1,
            "bridges": 9,
            "statues": 1,
            "lakes": 6,
            "districts": 2,
            "chains": 9,
        },
        "tokens": {
            "centre": 14,
            "outer": 9,
            "2": {"trendy": 1, "metro": 20, "ruins": 11},
            "3": {"trendy": 20, "metro": 1, "ruins": 20},
            "4": {"trendy": 15, "metro": 16, "ruins": 19},
        },
    }


def north() -> dict[str, Any]:
    """Return a board for two players alone: the printed places of the centre and of two districts."""

    def kept(group: Any) -> bool:
        return all(name[0] in "CNE" for name in group)

    printed = FILE["board"]
    places = [
        place | {"adjacent": [name for name in place["adjacent"] if kept([name])]}
        for place in printed["places"]
        if kept([place["name"]])
    ]
    groups = {kind: [*filter(kept, printed[kind])] for kind in ("bridges", "statues", "lakes")}
    return {"game": "metropolys", "name": "north", "players": [2], "board": {"places": places, **groups}}


#: Data with which all rules are met.
OTHERS = (mine, odd)


def added(data: dict[str, Any]) -> str:
    """Add an edition to the engine and to the oracle, and return its name."""
    edition = edition_of(data)
    EDITIONS.add(edition)
    whole = copy.deepcopy(FILE)
    for section in ("points", "tokens"):
        whole[section] |= data.get(section, {})
    DATA[edition.name] = Numbers.read(whole)
    BOARDS[edition.name] = Board.read(data.get("board", FILE["board"]))
    return edition.name
