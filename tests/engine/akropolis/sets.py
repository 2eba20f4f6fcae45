"""Editions for tests: the printed one with other numbers, and one that has little in common with it."""

import copy
import json
from random import Random
from typing import Any

from tests.oracle.akropolis_tiles import DATA, Data
from urbanist.engine.akropolis.edition import PRINTED, edition_of
from urbanist.engine.akropolis.editions import EDITIONS

FILE: dict[str, Any] = json.loads(PRINTED.read_text(encoding="utf-8"))
HEXES = "houses markets barracks temples gardens quarry houses* markets* barracks* temples* gardens*".split()


def mine() -> dict[str, Any]:
    """Return the printed tiles with other stars and stones, and fewer of them with larger markets."""
    data = copy.deepcopy(FILE)
    data["name"] = "mine"
    data["stars"] = {"houses": 2, "gardens": 1}
    data["stones"] = [2, 2, 3, 3]
    data["tiles"] = data["tiles"][:41]
    for tile in data["tiles"]:
        tile["players"] = 2 if tile["id"] <= 31 else 3 if tile["id"] <= 36 else 4
    data["setups"] = [
        {"players": 2, "long": False, "market": 4, "stacks": 9},
        {"players": 3, "long": False, "market": 6, "stacks": 6},
        {"players": 4, "long": False, "market": 6, "stacks": 7},
        {"players": 2, "long": True, "market": 5, "stacks": 9},
        {"players": 3, "long": True, "market": 3, "stacks": 19},
    ]
    return data


def odd() -> dict[str, Any]:
    """Return tiles with any hexes, also three of a kind, the smallest and the largest markets, another start tile."""
    rng = Random(1)
    hexes = [["houses"] * 3, ["quarry"] * 3, ["gardens*"] * 3, *(rng.choices(HEXES, k=3) for _ in range(58))]
    data: dict[str, Any] = {
        "game": "akropolis",
        "name": "odd",
        "stars": {"houses": 2, "markets": 5, "barracks": 1, "temples": 3, "gardens": 1},
        "stones": [0, 9, 4, 1],
        "start": ["markets*", "quarry", "houses", "temples*"],
        "setups": [
            {"players": 2, "long": False, "market": 2, "stacks": 29},
            {"players": 3, "long": False, "market": 6, "stacks": 8},
            {"players": 4, "long": False, "market": 3, "stacks": 29},
            {"players": 2, "long": True, "market": 6, "stacks": 11},
            {"players": 3, "long": True, "market": 4, "stacks": 19},
        ],
        "tiles": [
            {"id": number, "players": 2 if number <= 31 else 3 if number <= 46 else 4, "hexes": shown}
            for number, shown in enumerate(hexes, 1)
        ],
    }
    return data


#: Data with which all rules are met.
OTHERS = (mine, odd)


def added(data: dict[str, Any]) -> str:
    """Add an edition to the engine and to the oracle, and return its name."""
    edition = edition_of(data)
    EDITIONS.add(edition)
    whole = FILE | data
    DATA[edition.name] = Data.read(whole | {"stars": FILE["stars"] | whole["stars"]})
    return edition.name
