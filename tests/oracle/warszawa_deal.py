"""The deal of Warszawa: options, first player, neutral buildings, open tasks, norms and hands."""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

KEYS = "game variant players options data first neutral tasks norms hands".split()

#: The data of the house edition.
HOUSE: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "engine/warszawa/house.json").read_text(encoding="utf-8")
)


@dataclass(frozen=True)
class Deal:
    """A deal, full or masked; hidden parts are None."""

    players: int
    options: str
    data: str
    first: int
    neutral: tuple[str, ...]
    tasks: tuple[str, ...]
    norms: tuple[tuple[str, ...] | None, ...]
    hands: tuple[tuple[str, ...] | None, ...]

    def __str__(self) -> str:
        values = [
            "warszawa",
            "advanced",
            str(self.players),
            self.options,
            self.data,
            str(self.first),
            ",".join(self.neutral) or "none",
            ",".join(self.tasks),
            ",".join("+".join(norms) if norms else "?" for norms in self.norms),
            ",".join("+".join(hand) if hand else "?" for hand in self.hands),
        ]
        return " ".join(f"{key}={value}" for key, value in zip(KEYS, values, strict=True))

    def seen_by(self, seat: int | None) -> "Deal":
        """Return the deal masked for a seat."""

        def shown(held: tuple[tuple[str, ...] | None, ...]) -> tuple[tuple[str, ...] | None, ...]:
            return tuple(own if holder == seat else None for holder, own in enumerate(held))

        return Deal(
            self.players,
            self.options,
            self.data,
            self.first,
            self.neutral,
            self.tasks,
            shown(self.norms),
            shown(self.hands),
        )


def require(condition: bool, message: str) -> None:
    """Raise `ValueError` with `message` if the condition is false."""
    if not condition:
        raise ValueError(message)


def ids(entries: list[dict[str, Any]], stage: int | None = None) -> list[str]:
    """Return the ids of entries in the order of the data: those of one stage, or all."""
    return [entry["id"] for entry in entries if stage in (None, entry.get("stage"))]


def parse_deal(text: str, data: dict[str, Any]) -> Deal:
    """Return the deal of a full or masked deal line; raise `ValueError` if the rules forbid it."""
    pairs = [token.partition("=") for token in text.split(" ")]
    keys = [key for key, _, _ in pairs]
    require(keys == KEYS, f"keys {keys}; expected {KEYS}")
    value = {key: value for key, _, value in pairs}
    require((value["game"], value["variant"]) == ("warszawa", "advanced"), "another game or variant")
    require(value["players"] in ("3", "4", "5"), f"players {value['players']!r}; expected 3, 4 or 5")
    require(value["options"] in ("none", "rounds7"), f"options {value['options']!r}")
    require(value["data"] == data["name"], f"data {value['data']!r}; expected {data['name']!r}")
    players = int(value["players"])
    require(value["first"] in "0 1 2 3 4".split()[:players], f"first {value['first']!r}")
    deal = Deal(
        players=players,
        options=value["options"],
        data=value["data"],
        first=int(value["first"]),
        neutral=() if value["neutral"] == "none" else tuple(value["neutral"].split(",")),
        tasks=tuple(value["tasks"].split(",")),
        norms=parse_dealt(value["norms"], sorted(ids(data["norms"])), players, 2),
        hands=parse_dealt(value["hands"], ids(data["cards"], 1), players, data["limits"]["start_cards"]),
    )
    expected = sorted(data["neutral"]) if players == 3 else []
    require(sorted(deal.neutral) == expected, f"neutral buildings {deal.neutral}; expected {expected}")
    require(set(deal.tasks) <= set(ids(data["tasks"], 1)), f"tasks {deal.tasks}: not all of stage I")
    require(list(deal.tasks) == sorted(set(deal.tasks)), f"tasks {deal.tasks}: not rising")
    require(len(deal.tasks) == data["limits"]["tasks_open"], f"tasks {deal.tasks}: not so many")
    return deal


def parse_dealt(text: str, known: list[str], players: int, each: int) -> tuple[tuple[str, ...] | None, ...]:
    """Return what was dealt to each seat, so many each, in the order of `known`; None for `?`."""
    entries = text.split(",")
    require(len(entries) == players, f"{len(entries)} entries for {players} players in {text!r}")
    dealt = [None if entry == "?" else tuple(entry.split("+")) for entry in entries]
    for own in dealt:
        if own is not None:
            require(len(own) == each and set(own) <= set(known), f"{own} in {text!r}: not {each} of the data")
            require(sorted(own, key=known.index) == list(own), f"{own} in {text!r}: out of order")
    seen = [entry for own in dealt if own for entry in own]
    require(len(seen) == len(set(seen)), f"something was dealt twice in {text!r}")
    return tuple(dealt)


def random_deal(rng: Random, players: int, options: str = "none", data: dict[str, Any] = HOUSE) -> Deal:
    """Return a random deal."""

    def dealt(known: list[str], each: int) -> tuple[tuple[str, ...], ...]:
        drawn = rng.sample(known, each * players)
        return tuple(tuple(sorted(drawn[seat::players], key=known.index)) for seat in range(players))

    return Deal(
        players,
        options,
        data["name"],
        rng.randrange(players),
        tuple(rng.sample(data["neutral"], 7)) if players == 3 else (),
        tuple(sorted(rng.sample(ids(data["tasks"], 1), data["limits"]["tasks_open"]))),
        dealt(sorted(ids(data["norms"])), 2),
        dealt(ids(data["cards"], 1), data["limits"]["start_cards"]),
    )
