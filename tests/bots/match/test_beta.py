"""The beta distribution: forms that anybody can work out, and SciPy for all others."""

import random
from math import asin, pi, sqrt

import pytest

from urbanist.bots.match.beta import beta_below, beta_quantile
from urbanist.bots.match.intervals import student


@pytest.mark.parametrize("x", [0, 1e-9, 0.1, 0.5, 0.75, 1 - 1e-9, 1])
def test_simple_distributions_have_closed_forms(x: float) -> None:
    assert beta_below(1, 1, x) == pytest.approx(x)
    assert beta_below(3, 1, x) == pytest.approx(x**3)
    assert beta_below(1, 3, x) == pytest.approx(1 - (1 - x) ** 3)
    assert beta_below(0.5, 0.5, x) == pytest.approx(2 / pi * asin(sqrt(x)), abs=1e-8)


@pytest.mark.parametrize("share", [0.025, 0.3, 0.5, 0.975])
def test_a_quantile_is_the_inverse(share: float) -> None:
    assert beta_quantile(1, 1, share) == pytest.approx(share)
    assert beta_quantile(2, 1, share) == pytest.approx(sqrt(share))
    assert beta_below(7, 400, beta_quantile(7, 400, share)) == pytest.approx(share)


def test_both_agree_with_scipy() -> None:
    from scipy.special import betainc, betaincinv  # late: every process of the suite reads this file

    rng = random.Random(1)
    for _ in range(500):
        a, b = (10 ** rng.uniform(-1.5, 5) for _ in range(2))
        mean = a / (a + b)
        x = min(max(rng.gauss(mean, 2 * sqrt(mean * (1 - mean) / (a + b + 1))), 1e-9), 1 - 1e-9)
        assert beta_below(a, b, x) == pytest.approx(betainc(a, b, x), abs=1e-8)
        share = rng.choice([0.025, 0.975, rng.random()])
        assert beta_quantile(a, b, share) == pytest.approx(betaincinv(a, b, share), rel=1e-9)


@pytest.mark.parametrize(
    ("degrees", "factor"), [(1, 12.7062), (2, 4.3027), (10, 2.2281), (120, 1.9799), (1_000_000, 1.96)]
)
def test_the_factors_of_student_are_those_of_every_table(degrees: int, factor: float) -> None:
    assert student(degrees) == pytest.approx(factor, abs=1e-4)
