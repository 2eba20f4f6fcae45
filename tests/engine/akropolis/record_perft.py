"""Print the rows of `tests/data/perft/akropolis.jsonl`: `python -m tests.engine.akropolis.record_perft`.

Each table has a row from its start, one from the middle of a random game and one from shortly before its end;
`nodes[N]` is the perft of depth N.
"""

import json
from random import Random

from tests.engine.akropolis.test_rules import TABLES, WAYS, picked
from tests.oracle.akropolis import Oracle
from tests.oracle.akropolis_deal import random_deal
from urbanist.engine import GAMES
from urbanist.engine.history import replay
from urbanist.engine.perft import perft

#: A depth is recorded if the count of the depth before is at most this; it then takes half a minute.
MAX_BEFORE = 14_000_000
#: How much of the game is played before a row.
SHARES = (0.0, 0.5, 0.95)


def nodes(deal: str, events: list[str]) -> list[int]:
    """Return the perft of each depth up to a chance event or half a minute of work."""
    state = replay(GAMES["akropolis"].read_deal(deal), events)[-1]
    counts = [1]
    while 0 < counts[-1] <= MAX_BEFORE and (len(counts) < 3 or counts[-1] != counts[-2]):
        counts.append(perft(state, len(counts)))
    return counts


def rows() -> list[dict[str, object]]:
    """Return three rows for each number of players and length."""
    recorded: list[dict[str, object]] = []
    for number, (players, long) in enumerate(TABLES):
        rng = Random(number)
        oracle, events = Oracle(str(random_deal(rng, players, ("long",) if long else ()))), []
        while not oracle.over:
            events.append(picked(oracle, rng, WAYS[number % len(WAYS)]))
            oracle.play(events[-1])
        for share in SHARES:
            count = int(share * len(events))
            count += events[count].startswith("!")
            deal = str(oracle.deal)
            recorded.append({"deal": deal, "events": events[:count], "nodes": nodes(deal, events[:count])})
    return recorded


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row, separators=(",", ":")))
