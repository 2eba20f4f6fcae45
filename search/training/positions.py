"""The positions of recorded games as arrays: the inputs and the targets of a network."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import numpy as np

from urbanist.engine.features import ALL_SEATS, features
from urbanist.engine.game import Game
from urbanist.search.training.descent import Array
from urbanist.search.training.disk_rows import Stored
from urbanist.search.training.selfplay import RecordedGame, states
from urbanist.search.training.value import Positions, pieces

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

    They are the TD(lambda) returns of what the searches expected: the mean of that and of the end of the game.
    """
    expected = np.array([(decision.win_share, decision.points) for decision in play.decisions], np.float32)
    return returns(expected, end_of(play), trace)[:-1]


def bootstrapped(
    groups: list[Positions],
    recorded: Iterable[RecordedGame],
    value: Callable[[Positions], Array],
    trace: float,
    folder: Path | None = None,
) -> list[Positions]:
    """Return the positions of recorded games with the TD(lambda) returns of what a network expects as targets.

    So a fit learns from the one before (Ernst et al. 2005). `value` returns what is expected: positions x (win share,
    points) x seats. That of a position itself is no part of its target, unlike what a search expected, which has seen
    further. The targets are stored in the folder.
    """
    told = {}
    for group in groups:
        seats = group.rows.shape[1]
        expected = Stored((2, seats), folder)
        for part in pieces(group):
            expected.add(value(part))
        told[seats] = expected.array()
    ends = dict.fromkeys(told, 0)
    for play in recorded:
        seats = play.table.seats
        start, ends[seats] = ends[seats], ends[seats] + len(play.decisions)
        of_game = told[seats][start : ends[seats]]
        of_game[:] = returns(of_game, end_of(play), trace)[1:]
    return [
        group._replace(win_share=target[:, 0], points=target[:, 1])
        for group, target in zip(groups, told.values(), strict=True)
    ]


def end_of(play: RecordedGame) -> Array:
    """Return the final win shares and points: 2 x seats."""
    return np.array([play.win_share, play.points], np.float32)


def returns(expected: Array, end: Array, trace: float) -> Array:
    """Return the TD(lambda) returns of a game (Sutton 1988), one for each expectation and one for the end.

    A return is the mean of what is expected from there on and of the end of the game. Each expectation weighs `trace`
    times as much as the one before: with 1 only the end counts. That of points is at least `POINTS_TRACE`.
    """
    known = np.array([[trace], [max(trace, POINTS_TRACE)]], np.float32)
    means = np.concatenate([expected, end[None]])
    for ply in range(len(expected) - 1, -1, -1):
        means[ply] = known * means[ply + 1] + (1 - known) * means[ply]
    return means
