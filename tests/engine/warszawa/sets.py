"""Editions for tests: changed copies of the house edition."""

import copy
import json
from typing import Any

from urbanist.engine.warszawa.edition import HOUSE, edition_of
from urbanist.engine.warszawa.editions import EDITIONS

FILE: dict[str, Any] = json.loads(HOUSE.read_text(encoding="utf-8"))


def lavish() -> dict[str, Any]:
    """Return data with generous fields, so that games have many buildings, metro segments and bridges."""
    data = copy.deepcopy(FILE)
    data["name"] = "lavish"
    for fields in data["boards"].values():
        fields[0]["effect"] = {"fund": 3, "concrete": 1}
        fields[1]["effect"] = {"concrete": 3, "rubble": 2, "fund": 2}
        fields[2]["effect"] = {"card": 3, "fund": 1}
        fields[3]["effect"] = {"fund": 1, "barter": 3, "marker": 1}
        fields[5]["effect"] = {"clear": 9, "fund": 2}
    for place, card in enumerate(data["cards"]):
        card["zone"] = "any" if place % 3 else card["zone"]
        if place % 4 == 0:
            card["function"] = ("twice", "card", "storage", "thrift")[place // 4 % 4]
    data["norms"][0]["objects"] = ["metro", "metro", "bridge", "service"]
    data["norms"][1]["objects"] = ["metro", "residential", "metro", "metro"]
    data["cards"][0]["points"] = -2
    return data


def short() -> dict[str, Any]:
    """Return generous data with other numbers of the rules: few rounds and pieces, and a limit of each kind is met."""
    data = lavish()
    data["name"] = "short"
    data["limits"] |= {"buildings": 3, "metro_markers": 2, "bridges": 1, "tasks_open": 2, "start_cards": 3}
    data["rounds"] = {"none": [3, 2], "rounds7": [2, 4]}
    data["start"] = {"fund": 2, "concrete": 0, "rubble": 3}
    data["engineers"] = {"3": 2, "4": 6, "5": 1}
    return data


def small() -> dict[str, Any]:
    """Return data with the fewest cards and norms: 10 cards in each stage and 10 norms."""
    data = copy.deepcopy(FILE)
    data["name"] = "small"
    stages = {stage: [card for card in data["cards"] if card["stage"] == stage] for stage in (1, 2)}
    data["cards"] = stages[1][::3] + stages[2][::3]
    data["norms"] = data["norms"][:10]
    return data


def renamed() -> dict[str, Any]:
    """Return data with some new card ids, and with cards in another order than the numbers of their ids."""
    data = copy.deepcopy(FILE)
    data["name"] = "renamed"
    data["cards"].reverse()
    for card in data["cards"][::4]:
        card["id"] = f"new{card['id']}"
    return data


#: Data with which all rules are met.
OTHERS = (short, renamed)


def added(data: dict[str, Any]) -> str:
    """Add an edition and return its name."""
    edition = edition_of(data)
    EDITIONS.add(edition)
    return edition.name
