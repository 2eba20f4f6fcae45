"""Print the rows of `tests/data/perft/warszawa.jsonl`: `python -m tests.engine.warszawa.record_perft`.

Each number of players has a row from the start of a random game, and others from its planning and its realisation.
`nodes[N]` is the perft of depth N; a sequence that meets a chance event ends there and counts once.
"""

import json
from random import Random

from urbanist.engine import GAMES, State
from urbanist.engine.history import History
from urbanist.engine.perft import perft

WARSZAWA = GAMES["warszawa"]
REALISATION = 2

#: A depth is recorded if the count of the depth before is at most this.
MAX_BEFORE = 3_000_000


def nodes(state: State) -> list[int]:
    """Return the perft of each depth, up to some seconds of work."""
    counts = [1]
    while 0 < counts[-1] <= MAX_BEFORE and len(counts) < 9:
        counts.append(perft(state, len(counts)))
    return counts


def history_of(players: int, seed: int) -> History:
    """Return a random game."""
    rng = Random(seed)
    options = ["rounds7"] if players == 4 else []
    history = History.start(WARSZAWA.deal(seats=players, seed=seed, options=options))
    while not history.state.over:
        history = history.play(rng.choice(history.state.legal()))
    return history


def rows() -> list[dict[str, object]]:
    """Return the rows: the start, the middle of planning, a rich realisation of stage II, and near the end."""
    recorded: list[dict[str, object]] = []
    for players in (3, 4, 5):
        history = history_of(players, players)
        deal = WARSZAWA.notation.write_deal(history.states[0].array)
        choices = [
            place
            for place, state in enumerate(history.states)
            if not state.due and not state.over and state.array["stage"] == 1
        ]
        rich = max(
            (place for place in choices if history.states[place].array["phase"] == REALISATION),
            key=lambda place: len(history.states[place].legal()),
        )
        for place in (0, choices[len(choices) // 3], rich, choices[-8]):
            # Read from text, so that the decks are unknown.
            state = History.read(WARSZAWA, deal, history.events[:place]).state
            recorded.append({"deal": deal, "events": list(history.events[:place]), "nodes": nodes(state)})
    return recorded


if __name__ == "__main__":
    for row in rows():
        print(json.dumps(row, separators=(",", ":")))
