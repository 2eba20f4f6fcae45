"""Prints the random games of `data/games.jsonl` as records, two for each variant and number of players."""

import json
from random import Random

from tests.oracle.metropolys import Oracle
from tests.oracle.metropolys_deal import DISTRICTS_IN_PLAY, random_deal


def record(seed: int, variant: str, players: int, districts: str | None) -> dict[str, object]:
    """Return the record of one game of uniformly random moves."""
    rng = Random(seed)
    deal = str(random_deal(rng, variant, players, districts))
    oracle = Oracle(deal)
    events = []
    while not oracle.over:
        events.append(rng.choice(oracle.legal()))
        oracle.play(events[-1])
    return {
        "format": "urbanist-record/1",
        "deal": deal,
        "seats": ["random"] * players,
        "events": events,
        "scores": oracle.scores(),
        "ranks": oracle.ranks(),
        "ended": "played out",
        "meta": {"seed": seed},
    }


def records() -> list[dict[str, object]]:
    """Return twelve games: each variant and number of players in the usual districts, then in drawn ones."""
    games: list[dict[str, object]] = []
    for variant in ("family", "expert"):
        for players in (2, 3, 4):
            games.append(record(len(games), variant, players, DISTRICTS_IN_PLAY[players][0]))
            games.append(record(len(games), variant, players, None))
    return games


if __name__ == "__main__":
    for game in records():
        print(json.dumps(game, separators=(",", ":")))
