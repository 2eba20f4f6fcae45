"""The formulas of a search, worked by hand: each row can be checked with a pocket calculator.

The plain search computes by these formulas, and `test_visits` compares it with the search, node by node.
"""

from collections.abc import Sequence
from math import exp

import pytest

from tests.search import formulas


@pytest.mark.parametrize(
    ("mean", "visits", "available", "prior", "bound"),
    [
        # ln 100 = 4.60517; / 4.001 = 1.15100; root 1.07285; x 1.4 = 1.50199; prior 0.05 x -2 / 5 = -0.02
        (0.5, 4, 99, -2.0, 0.5 + 1.50199 - 0.02),
        # ln 100 / 9.001 = 0.51163; root 0.71528; x 1.4 = 1.00140; no prior
        (0.8, 9, 99, 0.0, 0.8 + 1.00140),
        # ln 2 = 0.69315; / 0.001 = 693.147; root 26.3277; x 1.4 = 36.8588: who was never visited comes first
        (0.0, 0, 1, -10.0, 36.8588 - 0.5),
        # available twice, visited once: ln 3 = 1.09861; / 1.001; root 1.04762; x 1.4 = 1.46667
        (1.0, 1, 2, 0.0, 2.46667),
        # never available: ln 1 = 0
        (0.25, 3, 0, 0.0, 0.25),
    ],
)
def test_upper_confidence_bound_with_progressive_bias(
    mean: float, visits: int, available: int, prior: float, bound: float
) -> None:
    value = formulas.ucb(mean, visits, available, prior, explore=1.4, bias=0.05)
    assert value == pytest.approx(bound, abs=2e-4)


@pytest.mark.parametrize(
    ("mean", "visits", "share", "parent", "bound"),
    [
        (0.5, 0, 0.25, 16, 0.5 + 2 * 0.25 * 4),
        (0.5, 3, 0.25, 16, 0.5 + 2 * 0.25 * 4 / 4),
        (0.5, 3, 0.5, 100, 0.5 + 2 * 0.5 * 10 / 4),
        (0.7, 9, 0.1, 0, 0.7),
    ],
)
def test_exploration_in_proportion_to_the_share_of_priors(
    mean: float, visits: int, share: float, parent: int, bound: float
) -> None:
    assert formulas.puct(mean, visits, share, parent, explore=2.0) == pytest.approx(bound)


@pytest.mark.parametrize(
    ("elsewhere", "times", "usual", "visits", "bonus"),
    [
        (0.8, 5, 0.6, 0, 2 * 0.2 / 2),  # five times count for half
        (0.8, 5, 0.6, 3, 2 * 0.2 / 2 / 4),
        (0.8, 15, 0.6, 0, 2 * 0.2 * 0.75),
        (0.4, 45, 0.6, 1, 2 * -0.2 * 0.9 / 2),
        (0.8, 0, 0.6, 0, 0.0),
    ],
)
def test_progressive_history(elsewhere: float, times: int, usual: float, visits: int, bonus: float) -> None:
    assert formulas.history_bonus(elsewhere, times, usual, visits, history=2.0) == pytest.approx(bonus)


@pytest.mark.parametrize(
    ("visits", "enough"),
    [
        # 2 x n^0.3: 2 x 1; 2 x 1.2311; 2 x 1.9953; 2 x 3.9811
        (1, 2),
        (2, 3),
        (10, 4),
        (100, 8),
        (0, 1),  # the first child needs no visit
    ],
)
def test_progressive_widening(visits: int, enough: int) -> None:
    assert formulas.is_wide(enough, visits, widen=2, power=0.3)
    assert not formulas.is_wide(enough - 1, visits, widen=2, power=0.3)


@pytest.mark.parametrize(
    ("visits", "kept", "enough"),
    [
        # 2 x n^0.3 + (n - kept - 8,000) / 10: 3.9905; 29.6454; 29.6565 + 1; 31.6979 + 200; 31.6979 + 0; 31.6979 + 150
        (10, 0, 4),
        (8000, 0, 30),
        (8010, 0, 31),
        (10_000, 0, 232),
        (10_000, 2000, 32),
        (10_000, 500, 182),
    ],
)
def test_a_root_gets_wider_from_8000_visits_on(visits: int, kept: int, enough: int) -> None:
    assert formulas.is_wide_root(enough, visits, kept, widen=2, power=0.3)
    assert not formulas.is_wide_root(enough - 1, visits, kept, widen=2, power=0.3)


@pytest.mark.parametrize(
    ("priors", "temperature", "shares"),
    [
        # e^0 = 1, e^-1 = 0.36788, e^-2 = 0.13534: sum 1.50321
        ((5, 3, 1), 2, (0.66524, 0.24473, 0.09003)),
        ((5, 3, 1), 1, (0.86681, 0.11731, 0.01588)),
        ((-7, -7), 3, (0.5, 0.5)),
    ],
)
def test_shares_of_priors(priors: Sequence[float], temperature: float, shares: Sequence[float]) -> None:
    assert formulas.shares(priors, temperature) == pytest.approx(shares, abs=1e-5)


def test_the_best_of_a_shortlist_come_last() -> None:
    assert formulas.best([3, 1, 4, 1, 5], 3) == [0, 2, 4]
    assert formulas.best([3, 1, 4], 3) == [1, 0, 2]
    assert formulas.best([2, 2, 2], 3) == [0, 1, 2]  # equal ones: a later one is better
    assert formulas.best([2, 2, 2], 2) == [
        0,
        1,
    ]  # but it must be better than the least, once there is no place
    assert formulas.best([1, 2, 2], 2) == [2, 1]  # and then it comes before those that are as good
    assert formulas.best([], 3) == []


def test_noise_is_mixed_with_the_shares() -> None:
    # Shares 0.8 and 0.2; drawn 0.1 and 0.9; a quarter of noise: 0.625 and 0.375.
    priors = formulas.mixed([2.772589, 0.0], [0.1, 0.9], 2.0, 0.25)
    assert [exp(prior / 2) for prior in priors] == pytest.approx([0.625, 0.375])


def test_drawn_shares_have_the_moments_of_a_dirichlet_distribution() -> None:
    """Of four moves with the concentration 10: mean 1/4, variance 1/4 x 3/4 / 11 = 0.01705."""
    rows = [formulas.drawn_shares(seed, range(4)) for seed in range(2000)]
    for column in zip(*rows, strict=True):
        mean = sum(column) / 2000
        assert mean == pytest.approx(0.25, abs=0.012)
        assert sum((share - mean) ** 2 for share in column) / 2000 == pytest.approx(0.01705, rel=0.15)
    assert all(sum(row) == pytest.approx(1) for row in rows)


@pytest.mark.parametrize("shape", [0.3, 2.5])
def test_gamma_draws_have_their_mean_and_variance(shape: float) -> None:
    """Both are the shape."""
    generator = formulas.seeded(1, 2)
    drawn = [formulas.gamma(generator, shape) for _ in range(4000)]
    mean = sum(drawn) / 4000
    assert mean == pytest.approx(shape, rel=0.1)
    assert sum((draw - mean) ** 2 for draw in drawn) / 4000 == pytest.approx(shape, rel=0.2)


@pytest.mark.parametrize(
    ("shares", "points", "utility", "values"),
    [
        ((1, 0), (60, 48), "points", (0.60, 0.48)),
        # tanh(12 / 12) = 0.76159
        ((1, 0), (60, 48), "margin", (0.88080, 0.11920)),
        ((1, 0), (60, 48), "win", (0.75 + 0.22020, 0.02980)),
        # of three seats each looks at the best of the others: 6, -6 and -24; tanh 0.5 = 0.46212, tanh 2 = 0.96403
        ((1, 0, 0), (50, 44, 26), "margin", (0.73106, 0.26894, 0.01799)),
        ((0.5, 0.5, 0), (50, 50, 26), "win", (0.375 + 0.125, 0.375 + 0.125, 0.00450)),
    ],
)
def test_utilities(
    shares: Sequence[float], points: Sequence[float], utility: str, values: Sequence[float]
) -> None:
    assert formulas.utilities(shares, points, utility, 12) == pytest.approx(values, abs=1e-5)


def test_the_mean_is_backed_up() -> None:
    mean = 0.0
    for visits, (value, expected) in enumerate([(0.6, 0.6), (0.2, 0.4), (0.7, 0.5), (0.1, 0.4)], start=1):
        mean = formulas.updated(mean, visits, value)
        assert mean == pytest.approx(expected)
