"""The positions of recorded games as arrays: what a network sees, and what it should say."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from urbanist.engine.features import features
from urbanist.engine.game import Game
from urbanist.search.training.selfplay import RecordedGame, states
from urbanist.search.training.value import Positions


def positions(game: Game, recorded: Iterable[RecordedGame], known: float) -> list[Positions]:
    """Return one group for each number of seats.

    Each position is seen by one seat, in turn. The target is `known` times the end of the game plus the rest times
    what the search expected at the seat's decision.
    """
    found: dict[int, list[tuple[object, ...]]] = defaultdict(list)
    for play in recorded:
        end = np.array([play.win_share, play.points])
        for state, decision in zip(states(game, play), play.decisions, strict=True):
            expected = np.array([decision.win_share, decision.points])
            common, rows = features(state, state.ply % state.seats)
            found[state.seats].append((common, rows, *(known * end + (1 - known) * expected)))
    return [
        Positions(*(np.array(column, np.float32) for column in zip(*found[seats], strict=True)))
        for seats in sorted(found)
    ]
