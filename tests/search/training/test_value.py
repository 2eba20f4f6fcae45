"""The fit: its derivatives, what it learns, and that it repeats."""

from typing import Any

import numpy as np
import pytest

from tests.search.training.slopes import check_slopes
from urbanist.search.training.value import (
    POINTS_UNIT,
    Fit,
    Positions,
    begin,
    fitted,
    forward,
    gradients,
    losses,
    scaled,
)
from urbanist.search.value import WIDTH


def positions(seats: int, count: int, seed: int) -> Positions:
    """Return positions in which the seat with the larger first feature wins by as many points."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(3, 2, (count, seats, 4)).astype(np.float32)
    common = rng.normal(0, 1, (count, 3)).astype(np.float32)
    won = rows[:, :, 0] == rows[:, :, 0].max(1, keepdims=True)
    return Positions(common, rows, won.astype(np.float32), 50 + 10 * rows[:, :, 0])


@pytest.mark.parametrize("seats", [2, 4])
def test_gradients_are_the_slopes_of_the_loss(seats: int) -> None:
    group = positions(seats, 40, seed=1)
    # Small numbers, so that no error of points is large: only the loss of small ones is square.
    group = Positions(
        group.common, group.rows / np.float32(10), group.win_share, group.points / np.float32(20)
    )
    weights: dict[str, Any] = {name: array.astype(float) for name, array in begin(3, 4, seed=2).items()}

    def loss(changed: dict[str, Any]) -> float:
        found = forward(changed, group)
        errors = found.points - group.points / POINTS_UNIT
        entropy = -(group.win_share * np.log(found.win_share)).sum(1).mean()
        return float(entropy + 0.5 * 0.5 * np.mean(errors**2))

    check_slopes(weights, gradients(weights, group, points_weight=0.5), loss)


def test_a_fit_finds_what_decides_the_game() -> None:
    groups = [positions(2, 4000, seed=1), positions(3, 4000, seed=2)]
    weights, scaling = fitted(groups, Fit(passes=40, batch=256), seed=1)
    for seats in (2, 3, 4):
        unseen = positions(seats, 500, seed=9)
        entropy, error = losses(forward(weights, scaled(unseen, scaling)), unseen)
        assert entropy < 0.5 * np.log(seats)
        assert error < 5


def test_the_same_seed_gives_the_same_weights() -> None:
    groups = [positions(2, 300, seed=1)]
    one, _ = fitted(groups, Fit(passes=2), seed=5)
    same, _ = fitted(groups, Fit(passes=2), seed=5)
    other, _ = fitted(groups, Fit(passes=2), seed=6)
    assert all((one[name] == same[name]).all() for name in one)
    assert (one["from_own"] != other["from_own"]).any()
    assert one["from_own"].shape == (WIDTH, WIDTH)
