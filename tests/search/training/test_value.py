"""The fit: its derivatives, what it learns, and that it repeats."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.search.training.slopes import check_slopes, ended
from urbanist.engine import GAMES
from urbanist.search.network import Network, shapes_of
from urbanist.search.training.descent import Schedule
from urbanist.search.training.value import (
    POINTS_UNIT,
    Fit,
    NetworkOutputs,
    Positions,
    batch_of,
    batches,
    begin,
    fitted,
    forward,
    losses,
    scaled,
    scaling_of,
    slopes,
    unscaled,
)
from urbanist.search.value import WIDTH


def positions(seats: int, count: int, seed: int) -> Positions:
    """Return positions in which the seat with the larger first feature wins by as many points."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(3, 2, (count, seats, 4)).astype(np.float32)
    common = rng.normal(0, 1, (count, 3)).astype(np.float32)
    won = rows[:, :, 0] == rows[:, :, 0].max(1, keepdims=True)
    return Positions(common, rows, won.astype(np.float32), 50 + 10 * rows[:, :, 0])


def huber(error: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return half of the square of an error, and a straight line from 1.5 on."""
    size = np.abs(error)
    return np.where(size < 1.5, size**2 / 2, 1.5 * size - 1.125)


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("points_weight", [0.0, 0.5])
def test_gradients_are_the_slopes_of_the_loss(seats: int, points_weight: float) -> None:
    """Some errors of points are small and others are large."""
    group = positions(seats, 40, seed=1)
    group = group._replace(rows=group.rows / np.float32(10), points=group.points - np.float32(50))
    weights: dict[str, Any] = {name: array.astype(float) for name, array in begin(3, 4, seed=2).items()}

    def errors(changed: dict[str, Any]) -> npt.NDArray[np.float64]:
        return np.asarray(forward(changed, group).points - group.points / POINTS_UNIT, float)

    def loss(changed: dict[str, Any]) -> float:
        entropy = -(group.win_share * np.log(forward(changed, group).win_share)).sum(1).mean()
        return float(entropy + points_weight * huber(errors(changed)).mean())

    assert 0.1 < (np.abs(errors(weights)) > 1.5).mean() < 0.9
    value, derivatives = slopes(weights, group, points_weight)
    assert value == pytest.approx(loss(weights), abs=1e-8)
    check_slopes(weights, derivatives, loss)


def test_the_network_of_a_fit_is_the_one_that_searches_use() -> None:
    """The outputs for scaled features are those of the unscaled weights for features as they are."""
    game = GAMES["akropolis"]
    rng = np.random.default_rng(4)
    shapes = (len(game.common_features), len(game.seat_features))
    common, rows = (rng.normal(3, 2, size).astype(np.float32) for size in ((9, shapes[0]), (9, 3, shapes[1])))
    group = Positions(common, rows, np.zeros((9, 3), np.float32), np.zeros((9, 3), np.float32))
    scaling, weights = scaling_of([group]), begin(*shapes, seed=5)
    weights = {
        name: array + rng.normal(0, 0.1, array.shape).astype(np.float32) for name, array in weights.items()
    }
    outputs = forward(weights, scaled(group, scaling))
    policy: dict[str, Any] = {
        name: np.zeros(shape) for name, shape in shapes_of(game).items() if name.startswith("move_")
    }
    network = Network(game, policy | unscaled(weights, scaling))
    for at in range(9):
        win_share, points = network.estimate(common[at], rows[at])
        assert win_share == pytest.approx(outputs.win_share[at], abs=1e-4)
        assert points == pytest.approx(outputs.points[at] * POINTS_UNIT, abs=1e-2)


def test_losses_are_a_cross_entropy_and_a_standard_error() -> None:
    """The logarithms of 0.8 and 0.5 are -0.22314 and -0.69315; errors of 3, 4, 0 and 5 points: the root of 50 / 4."""
    group = Positions(
        np.zeros((2, 0), np.float32),
        np.zeros((2, 2, 0), np.float32),
        np.array([[1, 0], [0.5, 0.5]], np.float32),
        np.array([[60, 40], [50, 45]], np.float32),
    )
    none = np.zeros(0, np.float32)
    logits = np.log(np.array([[0.8, 0.2], [0.5, 0.5]], np.float32))
    points = np.array([[63, 44], [50, 40]], np.float32) / POINTS_UNIT
    entropy, error = losses(NetworkOutputs(none, none, none, logits, points), group)
    assert entropy == pytest.approx((0.22314 + 0.69315) / 2, abs=1e-5)
    assert error == pytest.approx(3.53553, abs=1e-4)


def test_a_fit_finds_what_decides_the_game() -> None:
    groups = [positions(2, 4000, seed=1), positions(3, 4000, seed=2)]
    validation = [positions(2, 400, seed=3), positions(3, 400, seed=4)]
    weights, scaling, curve = ended(fitted(groups, validation, Fit(Schedule(passes=40), batch=256), seed=1))
    assert min(losses.validation for losses in curve) < curve[0].validation
    for seats in (2, 3, 4):
        unseen = positions(seats, 500, seed=9)
        entropy, error = losses(forward(weights, scaled(unseen, scaling)), unseen)
        assert entropy < 0.5 * np.log(seats)
        assert error < 5


def test_the_same_seed_gives_the_same_weights() -> None:
    groups = [positions(2, 300, seed=1)]
    how = Fit(Schedule(passes=2))
    one, same, other = (ended(fitted(groups, groups, how, seed=seed)).weights for seed in (5, 5, 6))
    assert all((one[name] == same[name]).all() for name in one)
    assert (one["from_own"] != other["from_own"]).any()
    assert one["from_own"].shape == (WIDTH, WIDTH)


@pytest.mark.parametrize("size", [100, 256, 40_000])
def test_a_pass_has_each_position_once_and_mixes_games(size: int) -> None:
    """Each position is named by its points. More than are read together are left, and a batch of them is no one run."""
    groups = [positions(2, 17_000, seed=1), positions(3, 130, seed=2)]
    names = [np.arange(17_000 * 2).reshape(-1, 2), 40_000 + np.arange(130 * 3).reshape(-1, 3)]
    groups = [
        group._replace(points=each.astype(np.float32)) for group, each in zip(groups, names, strict=True)
    ]
    drawn = list(batches(groups, size, np.random.default_rng(3)))
    assert len(drawn) == -(-17_000 // size) + -(-130 // size)
    for number, each in enumerate(names):
        of_group = [batch for batch in drawn if batch.points.shape[1] == number + 2]
        rows = np.concatenate([batch.points for batch in of_group])
        assert sorted(rows[:, 0].tolist()) == each[:, 0].tolist()
        for batch in of_group:
            at = (batch.points[:, 0] - each[0, 0]).astype(int) // (number + 2)
            assert (batch.rows == groups[number].rows[at]).all()
            assert (batch.win_share == groups[number].win_share[at]).all()
        first = (of_group[0].points[:, 0] // 2).astype(int)
        assert number or (first.max() - first.min() > 10_000 and (np.diff(first) == 1).mean() < 0.1)


@pytest.mark.parametrize(
    ("count", "most", "batch"),
    [(10, 1024, 256), (102_400, 1024, 256), (204_800, 1024, 512), (10**6, 1024, 1024), (10**6, 32, 32)],
)
def test_a_step_has_more_positions_where_there_are_more(count: int, most: int, batch: int) -> None:
    assert batch_of(count, most) == batch


@pytest.mark.parametrize(
    ("count", "batch", "rates"),
    [
        (256, 256, [0.01]),
        (1024, 256, [0.01, 0.0075, 0.005, 0.0025]),
        (128, 64, [0.005, 0.0025]),  # a quarter of the positions, half of the rate
    ],
)
def test_a_pass_decays_as_much_whatever_its_number_of_steps(
    count: int, batch: int, rates: list[float]
) -> None:
    """Features that are always zero have no slopes: each step leaves 1 - its rate x the decay of a pass / steps."""
    group = positions(2, count, seed=1)
    group = group._replace(common=group.common * 0, rows=group.rows * 0)
    how = Fit(Schedule(passes=1, rate=0.01), batch, decay=20)
    weights = ended(fitted([group], [group], how, seed=5)).weights
    left = math.prod(1 - rate * 20 / len(rates) for rate in rates)
    for name in ("from_common", "from_row"):
        assert weights[name] == pytest.approx(begin(3, 4, seed=5)[name] * left, rel=1e-4)
