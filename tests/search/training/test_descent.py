"""The steps of a descent and the schedule of a fit, worked by hand."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.search.training.slopes import ended
from urbanist.search.training.descent import (
    Array,
    NumpyDescent,
    PassLosses,
    Schedule,
    Slopes,
    Weights,
    descended,
)
from urbanist.search.training.disk_rows import mean_and_size


def stepped(start: Array, slopes: list[float], rate: float, decay: float) -> Array:
    """Return a weight after one step for each slope."""

    def given(weights: Weights, slope: float) -> Slopes:
        return slope, {"weight": np.full_like(weights["weight"], slope)}

    descent = NumpyDescent({"weight": start}, given, decay)
    assert [descent.step(slope, rate) for slope in slopes] == slopes
    return descent.weights()["weight"]


def test_a_step_divides_the_mean_slope_by_its_size() -> None:
    """The means of the slopes 2, -1, 0 are 2, 0.08 / 0.19 = 0.42105 and 0.072 / 0.271 = 0.26568.

    Those of their squares are 4, 0.004996 / 0.001999 = 2.49925 and 0.004991 / 0.002997 = 1.66533.
    """
    start = np.array([1.0], np.float32)
    one = 1 - 0.1 * 1
    two = one - 0.1 * 0.42105 / 1.58090
    three = two - 0.1 * 0.26568 / 1.29048
    assert stepped(start, [2, -1, 0], rate=0.1, decay=0) == pytest.approx([three], abs=2e-6)


def test_decay_draws_matrices_to_zero_and_no_biases() -> None:
    matrix, bias = np.array([[2.0]], np.float32), np.array([2.0], np.float32)
    assert stepped(matrix, [3], rate=0.05, decay=0.5)[0] == pytest.approx([2 - 0.05 * (1 + 0.5 * 2)])
    assert stepped(bias, [3], rate=0.05, decay=0.5) == pytest.approx([2 - 0.05])


class ScriptedDescent:
    """A descent whose weight counts its steps, and that remembers its rates."""

    def __init__(self) -> None:
        self.rates = list[float]()

    def step(self, batch: Any, rate: float) -> float:
        self.rates.append(rate)
        return float(batch)

    def weights(self) -> Weights:
        return {"count": np.float32(len(self.rates))}  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("validation", "best", "rates"),
    [
        ([5, 4, 3], 3, [6, 5, 4, 3, 2, 1]),
        ([3, 2, 4], 2, [6, 5, 4, 3, 2, 1]),
        ([7], 1, [6, 3]),
    ],
)
def test_the_rate_of_a_fit_falls_to_zero_and_the_pass_with_the_lowest_validation_loss_counts(
    validation: list[float], best: int, rates: list[float]
) -> None:
    """A pass has two batches, with the losses 1 and 2."""
    script, descent = iter(validation), ScriptedDescent()

    def one_pass() -> Iterator[int]:
        yield from (1, 2)

    weights, curve = ended(
        descended(descent, one_pass, 2, lambda _: next(script), Schedule(len(validation), rate=6))
    )
    assert weights["count"] == 2 * best
    assert descent.rates == pytest.approx(rates)
    assert curve == [PassLosses(1.5, loss) for loss in validation]


def test_the_size_of_a_column_is_its_deviation_or_1() -> None:
    assert mean_and_size([np.array([[1, 5], [3, 5]], np.float32)])[1].tolist() == [1, 1]
    assert mean_and_size([np.array([[1, 5]], np.float32), np.array([[9, 5]], np.float32)])[1].tolist() == [
        4,
        1,
    ]
