"""Print the rows of `tests/data/perft/metropolys.jsonl`: `python -m tests.engine.metropolys.record_perft`.

The deals are those of the oracle's recorded games, two for each variant and number of players; each has a row
from its start and one from late in the recorded game. `nodes[N]` is the perft of depth N.
"""

import json
from pathlib import Path

from urbanist.engine import GAMES
from urbanist.engine.history import replay
from urbanist.engine.perft import perft

GAMES_PLAYED = Path(__file__).parents[2] / "oracle" / "data" / "games.jsonl"
PLIES_LEFT = 16

#: A depth is recorded if the count of the depth before is at most this; it then takes half a minute.
MAX_BEFORE = 600_000_000


def nodes(deal: str, events: list[str]) -> list[int]:
    """Return the perft of each depth, up to half a minute of work or the longest sequence."""
    state = replay(GAMES["metropolys"].read_deal(deal), events)[-1]
    counts = [1]
    while 0 < counts[-1] <= MAX_BEFORE:
        counts.append(perft(state, len(counts)))
    return counts


def rows() -> list[dict[str, object]]:
    """Return the rows, two for each recorded game."""
    recorded: list[dict[str, object]] = []
    for line in GAMES_PLAYED.read_text(encoding="utf-8").splitlines():
        deal, events = json.loads(line)["deal"], json.loads(line)["events"]
        for plies in (0, len(events) - PLIES_LEFT):
            recorded.append({"deal": deal, "events": events[:plies], "nodes": nodes(deal, events[:plies])})
    return recorded


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row, separators=(",", ":")))
