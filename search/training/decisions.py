"""The decisions of recorded games as arrays: the moves that a search had, and its visits."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from urbanist.engine.features import move_features
from urbanist.engine.game import Game
from urbanist.search.training.descent import Array
from urbanist.search.training.disk_rows import Stored
from urbanist.search.training.selfplay import RecordedGame, states


class Choices(NamedTuple):
    """Decisions, their moves one after the other."""

    rows: Array  # moves x (1 + features): how far the prior is below the highest one, then the features
    visits: Array  # of each move, as a share of the decision's visits
    starts: np.ndarray[tuple[int], np.dtype[np.intp]]  # the first move of each decision


def choices(
    game: Game, recorded: Iterable[RecordedGame], share: float, seed: int, folder: Path | None = None
) -> Choices:
    """Return a random share of the decisions of teachers, stored in a folder; those without a choice are left out."""
    rng, sizes = Random(seed), []
    rows, visits = Stored((1 + len(game.move_features),), folder), Stored((), folder)
    for play in recorded:
        for state, decision in zip(states(game, play), play.decisions, strict=True):
            if state.to_move not in play.teachers or rng.random() >= share or len(decision.visits) < 2:
                continue
            moves, priors, features = move_features(state)
            counted = dict(decision.visits)
            count = np.array([counted.get(move, 0) for move in moves.tolist()], np.float32)
            if len(moves) > 1 and count.any():
                rows.add(np.column_stack([priors - priors.max(), features]))
                visits.add(count / count.sum())
                sizes.append(len(moves))
    starts = np.cumsum([0, *sizes[:-1]]) if sizes else np.zeros(0, np.intp)
    return Choices(rows.array(), visits.array(), starts)
