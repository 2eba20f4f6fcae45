"""The positions of recorded games as arrays: the inputs and the targets of a network."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import numpy as np

from urbanist.engine.features import ALL_SEATS, features
from urbanist.engine.game import Game
from urbanist.search.training.descent import Array
from urbanist.search.training.disk_rows import Stored
from urbanist.search.training.selfplay import RecordedGame, states
from urbanist.search.training.value import Positions

#: The least lambda of points: with a smaller one the points of weak searches would last through the generations.
POINTS_TRACE = 0.97


def positions(
    game: Game, recorded: Iterable[RecordedGame], trace: float, folder: Path | None = None
) -> list[Positions]:
    """Return one group for each number of seats, stored in a folder.

    Half of the positions are seen by one seat, as a search that draws worlds sees them, and the others by all seats
    together, as a search of one world does. What they should say is in `targets`.
    """
    stored: dict[int, tuple[Stored, ...]] = {}
    commons, features_of_seat = len(game.common_features), len(game.seat_features)
    for play in recorded:
        rng = Random(play.seed)
        for state, target in zip(states(game, play), targets(play, trace), strict=True):
            seats = state.seats
            if seats not in stored:
                shapes = ((commons,), (seats, features_of_seat), (seats,), (seats,))
                stored[seats] = tuple(Stored(shape, folder) for shape in shapes)
            common, rows = features(state, rng.choice((ALL_SEATS, rng.randrange(seats))))
            for column, numbers in zip(stored[seats], (common, rows, *target), strict=True):
                column.add(numbers)
    return [Positions(*(column.array() for column in stored[seats])) for seats in sorted(stored)]


def targets(play: RecordedGame, trace: float) -> Array:
    """Return the targets of each decision of a game: decisions x (win share, points) x seats.

    That is the mean of what the searches expected from there on and of the end of the game. Each expectation weighs
    `trace` times as much as the one before (Sutton 1988, TD(lambda)): with 1 only the end counts. That of points is
    at least `POINTS_TRACE`.
    """
    values = np.array([(decision.win_share, decision.points) for decision in play.decisions], np.float32)
    following = np.array([play.win_share, play.points], np.float32)
    known = np.array([[trace], [max(trace, POINTS_TRACE)]], np.float32)
    for target in values[::-1]:
        target[:] = following = known * following + (1 - known) * target
    return values
