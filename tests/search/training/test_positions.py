"""What positions of recorded games should say."""

import numpy as np
import pytest

from urbanist.engine import GAMES
from urbanist.search.options import SearchOptions
from urbanist.search.training import RecordedGame, Straying, Table, play
from urbanist.search.training.positions import positions, targets


@pytest.fixture(scope="module")
def game() -> RecordedGame:
    return play(GAMES["akropolis"], Table(None, 2), [SearchOptions(nodes=4)] * 2, Straying(), seed=3)


@pytest.mark.parametrize("trace", [0.0, 0.7, 0.97, 1.0])
def test_a_target_is_the_weighted_mean_of_all_that_follows(game: RecordedGame, trace: float) -> None:
    found = targets(game, trace)
    expected = [np.array([decision.win_share, decision.points]) for decision in game.decisions]
    end = np.array([game.win_share, game.points])
    for ply in (0, 7, len(expected) - 1):
        rest = len(expected) - ply
        weights = [(1 - trace) * trace**later for later in range(rest)]
        mean = sum(
            (weight * value for weight, value in zip(weights, expected[ply:], strict=True)), trace**rest * end
        )
        assert found[ply] == pytest.approx(mean, rel=1e-4, abs=1e-4)


def test_every_decision_is_a_position_with_its_target(game: RecordedGame) -> None:
    (group,) = positions(GAMES["akropolis"], [game], trace=1.0)
    assert len(group.common) == len(game.decisions)
    assert (group.points == np.array(game.points, np.float32)).all()
    assert group.win_share.sum(1) == pytest.approx(1)
