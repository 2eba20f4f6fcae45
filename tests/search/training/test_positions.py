"""What positions of recorded games should say."""

import numpy as np
import numpy.typing as npt
import pytest

from urbanist.engine import GAMES
from urbanist.search.options import SearchOptions
from urbanist.search.training import DealtTable, Exploration, RecordedGame, play
from urbanist.search.training.positions import POINTS_TRACE, bootstrapped, positions, returns, targets
from urbanist.search.training.value import Positions


@pytest.fixture(scope="module")
def game() -> RecordedGame:
    search = SearchOptions(nodes=4)
    return play(GAMES["akropolis"], DealtTable(None, 2), [search] * 2, search, Exploration(), seed=3)


@pytest.mark.parametrize("trace", [0.0, 0.7, 0.97, 1.0])
def test_a_target_is_the_weighted_mean_of_all_that_follows(game: RecordedGame, trace: float) -> None:
    means = targets(game, trace)
    expected = [np.array([decision.win_share, decision.points]) for decision in game.decisions]
    end = np.array([game.win_share, game.points])
    for column, kept in enumerate((trace, max(trace, POINTS_TRACE))):
        for ply in (0, 7, len(expected) - 1):
            rest = len(expected) - ply
            weights = [(1 - kept) * kept**later for later in range(rest)]
            mean = sum(
                (weight * value for weight, value in zip(weights, expected[ply:], strict=True)),
                kept**rest * end,
            )
            assert means[ply][column] == pytest.approx(mean[column], rel=1e-4, abs=1e-4)


def test_returns_worked_out_by_hand() -> None:
    """Two decisions, half as much weight for each: 1/2 * 0.4 + 1/4 * 0.8 + 1/4 * 1, and 1/2 * 0.8 + 1/2 * 1."""
    expected = np.array([[[0.4, 0.6], [10, 20]], [[0.8, 0.2], [30, 20]]], np.float32)
    means = returns(expected, np.array([[1, 0], [50, 20]], np.float32), 0.5)
    assert means[:, 0, 0] == pytest.approx([0.65, 0.9, 1])
    assert means[:, 0].sum(1) == pytest.approx(1)
    assert means[:, 1, 0] == pytest.approx(
        [0.03 * 10 + 0.97 * (0.03 * 30 + 0.97 * 50), 0.03 * 30 + 0.97 * 50, 50]
    )


@pytest.mark.parametrize("trace", [0.0, 0.9, 1.0])
def test_a_bootstrapped_target_is_what_follows_the_position(trace: float) -> None:
    """With 0 that is what the network expects of the next position alone; with 1 the end of the game."""
    search = SearchOptions(nodes=2)
    akropolis = GAMES["akropolis"]
    games = [
        play(akropolis, DealtTable(None, seats), [search] * seats, search, Exploration(), seed)
        for seed, seats in enumerate((3, 2, 3))
    ]
    groups = positions(akropolis, games, trace=0.97)

    def value(group: Positions) -> npt.NDArray[np.float32]:
        return np.stack([group.rows[:, :, 0], group.rows[:, :, 1]], axis=1)

    told = bootstrapped(groups, games, value, trace)
    known = np.array([[trace], [max(trace, POINTS_TRACE)]])
    for seats, group, new in zip((2, 3), groups, told, strict=True):
        target, expected, start = np.stack([new.win_share, new.points], axis=1), value(group), 0
        for game in (game for game in games if game.table.seats == seats):
            stop = start + len(game.decisions)
            mean = known * target[start + 1 : stop] + (1 - known) * expected[start + 1 : stop]
            assert target[start : stop - 1] == pytest.approx(mean, rel=1e-4, abs=1e-4)
            assert target[stop - 1] == pytest.approx(np.array([game.win_share, game.points]))
            start = stop
        assert start == len(target)


def test_every_decision_is_a_position_with_its_target(game: RecordedGame) -> None:
    (group,) = positions(GAMES["akropolis"], [game], trace=1.0)
    assert len(group.common) == len(game.decisions)
    assert (group.points == np.array(game.points, np.float32)).all()
    assert group.win_share.sum(1) == pytest.approx(1)


def test_half_of_the_positions_are_seen_by_one_seat_and_half_by_all() -> None:
    metropolys = GAMES["metropolys"]
    search = SearchOptions(nodes=4)
    games = [
        play(metropolys, DealtTable("expert", 2), [search] * 2, search, Exploration(), seed)
        for seed in range(4)
    ]
    known = metropolys.seat_features.index("area card known")
    [group] = positions(metropolys, games, trace=1.0)
    by_seat = group.rows[:, :, known]
    assert set(by_seat.sum(1)) == {1, 2}
    assert 0.35 < (by_seat.sum(1) == 2).mean() < 0.65
    assert set(map(tuple, by_seat)) == {(0, 1), (1, 0), (1, 1)}
