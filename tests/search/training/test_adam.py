"""The steps of a descent, worked by hand."""

import numpy as np
import pytest

from tests.search.training.slopes import ended
from urbanist.search.training.adam import Array, descend
from urbanist.search.training.disk_rows import mean_and_size


def descended(start: Array, slopes: list[float], rate: float, decay: float) -> Array:
    """Return a weight after one step for each slope."""
    found = ended(
        descend(
            {"weight": start},
            slopes,
            lambda weights, slope: {"weight": np.full_like(weights["weight"], slope)},
            steps=len(slopes),
            rate=rate,
            decay=decay,
        )
    )
    return found["weight"]


def test_a_step_divides_the_mean_slope_by_its_size() -> None:
    """Rates fall as (1 + cos(pi / 4)) / 2, 1 / 2, ..., and 0.00001 is added.

    The means of the slopes 2, -1, 0 are 2, 0.08 / 0.19 = 0.42105 and 0.072 / 0.271 = 0.26568; those of their squares
    4, 0.004996 / 0.001999 = 2.49925 and 0.004991 / 0.002997 = 1.66533.
    """
    start = np.array([1.0], np.float32)
    one = 1 - 0.0853653 * 1
    two = one - 0.05001 * 0.42105 / 1.58090
    three = two - 0.0146547 * 0.26568 / 1.29048
    assert descended(start, [2, -1, 0], rate=0.1, decay=0) == pytest.approx([three], abs=2e-6)


def test_decay_draws_matrices_to_zero_and_no_biases() -> None:
    """A single step has half of the rate and 0.00001."""
    matrix, bias = np.array([[2.0]], np.float32), np.array([2.0], np.float32)
    assert descended(matrix, [3], rate=0.1, decay=0.5)[0] == pytest.approx([2 - 0.05001 * (1 + 0.5 * 2)])
    assert descended(bias, [3], rate=0.1, decay=0.5) == pytest.approx([2 - 0.05001])


def test_a_descent_tells_after_each_step_how_much_is_done() -> None:
    descent = descend(
        {"weight": np.zeros(1, np.float32)}, [1, 1, 1, 1], lambda weights, _: weights, 4, rate=0.1, decay=0
    )
    assert list(descent) == [0.25, 0.5, 0.75, 1]


def test_the_size_of_a_column_is_its_deviation_or_1() -> None:
    assert mean_and_size([np.array([[1, 5], [3, 5]], np.float32)])[1].tolist() == [1, 1]
    assert mean_and_size([np.array([[1, 5]], np.float32), np.array([[9, 5]], np.float32)])[1].tolist() == [
        4,
        1,
    ]
