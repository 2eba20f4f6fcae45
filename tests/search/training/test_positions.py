"""What positions of recorded games should say."""

import numpy as np
import pytest

from urbanist.engine import GAMES
from urbanist.search.options import SearchOptions
from urbanist.search.training import DealtTable, Exploration, RecordedGame, play
from urbanist.search.training.positions import POINTS_TRACE, positions, targets


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
