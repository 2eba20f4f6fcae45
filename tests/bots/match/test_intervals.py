"""Means, shares and intervals agree with results computed by hand or printed in tables."""

import subprocess
import sys
from math import isclose

import numpy as np
import pytest

from urbanist.bots.match.intervals import (
    Estimate,
    beta_cdf,
    beta_quantile,
    grouped,
    likelihood_of_superiority,
    mean_estimate,
    mean_of,
    share_estimate,
    share_of,
    student,
    sums_of,
)
from urbanist.engine.record import win_shares


@pytest.mark.parametrize(
    ("groups", "mean", "margin"),
    [
        ([[1.0]], 1.0, None),
        ([[1.0, 0.0]], 0.5, None),
        # Two groups: mean of 0 and 1, squared deviations 1/2, standard error sqrt(1/4) = 1/2, times 12.706.
        ([[0.0], [1.0]], 0.5, 6.353),
        # The points are the same on every deal.
        ([[20.0, 10.0], [10.0, 20.0], [20.0, 10.0]], 15.0, 0.0),
        # Sums 2, 0, 2 around 4/3: squared deviations 8/3, standard error sqrt(8/3 * 3/2) / 6 = 1/3, times 4.303.
        ([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]], 2 / 3, 4.303 / 3),
        # An incomplete group weighs less: mean 2/3, squared deviations 8/9, standard error sqrt(16/9) / 3 = 4/9.
        ([[1.0, 1.0], [0.0]], 2 / 3, 12.706 * 4 / 9),
    ],
)
def test_means(groups: list[list[float]], mean: float, margin: float | None) -> None:
    estimate = mean_estimate(groups)
    assert estimate.mean == pytest.approx(mean)
    if margin is None:
        assert estimate.low is estimate.high is estimate.margin is None
    else:
        assert estimate.margin == pytest.approx(margin, rel=1e-4)
        assert (estimate.low, estimate.high) == pytest.approx((mean - margin, mean + margin), rel=1e-3)


@pytest.mark.parametrize("sizes", [[1] * 9, [3] * 5, [1, 4, 2, 2, 7]], ids=str)
def test_sums_that_are_added_up_give_the_estimates_of_their_groups(sizes: list[int]) -> None:
    """The second column has no game in two groups, which then do not count."""
    rng = np.random.default_rng(len(sizes))
    groups = [rng.choice([0.0, 0.5, 1.0], size).tolist() for size in sizes]
    left_out = [[] if place in (1, 3) else group for place, group in enumerate(groups)]
    columns = [[list(map(len, column)), list(map(sum, column))] for column in (groups, left_out)]
    weights, totals = np.array(columns, float).transpose(1, 2, 0)
    parts = [sums_of(weights[:2], totals[:2]), sums_of(weights[2:], totals[2:])]
    for place, column in enumerate((groups, [group for group in left_out if group])):
        estimate = sum(parts)[:, place]  # type: ignore[index]
        for ours, known in (
            (mean_of(estimate), mean_estimate(column)),
            (share_of(estimate), share_estimate(column)),
        ):
            assert ours is not None
            ends = (ours.mean, ours.low, ours.high)
            assert ends == pytest.approx((known.mean, known.low, known.high), abs=1e-9)
    assert mean_of(sums_of(np.zeros(3), np.zeros(3))) is None
    assert share_of(sums_of(np.zeros(3), np.zeros(3))) is None


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [
        (1, 12.7062),
        (2, 4.3027),
        (10, 2.2281),
        (30, 2.0423),
        (31, 2.0395),
        (60, 2.0003),
        (120, 1.9799),
        (10**9, 1.9600),
    ],
)
def test_quantiles_of_student(degrees: int, quantile: float) -> None:
    assert student(degrees) == pytest.approx(quantile, abs=5e-5)


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [
        # The middle 95 % of a beta distribution; Brown, Cai and DasGupta (2001) print the rows of 7 games.
        (0, 7, 0.000, 0.292),
        (1, 7, 0.016, 0.501),
        (2, 7, 0.065, 0.648),
        (3, 7, 0.139, 0.766),
        (0, 10, 0.000, 0.217),
        (1, 10, 0.011, 0.381),
        (5, 10, 0.224, 0.776),
        (0, 20, 0.000, 0.117),
        (20, 20, 0.883, 1.000),
        (10, 20, 0.293, 0.707),
    ],
)
def test_with_one_game_a_deal_the_interval_is_that_of_jeffreys(
    won: int, games: int, low: float, high: float
) -> None:
    estimate = share_estimate([[1.0]] * won + [[0.0]] * (games - won))
    assert estimate.mean == pytest.approx(won / games)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=6e-4)


@pytest.mark.parametrize(
    ("groups", "low", "high"),
    [
        # All games of 100 deals are won: the lower end lies between the ends for 100 and for 200 games.
        ([[1.0, 1.0]] * 100, 0.975, 0.9876),
        ([[0.0] * 18] * 20, 0.0070, 0.1170),
    ],
)
def test_a_share_of_all_or_nothing_is_not_certain(groups: list[list[float]], low: float, high: float) -> None:
    estimate = share_estimate(groups)
    assert estimate.low is not None
    assert estimate.high is not None
    end = estimate.low if estimate.mean else estimate.high
    assert (estimate.high if estimate.mean else estimate.low) == estimate.mean
    assert low < end < high


def test_a_share_that_is_the_same_on_every_deal_is_not_certain() -> None:
    widths = []
    for deals in (3, 30, 300):
        estimate = share_estimate([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]] * (deals // 3))
        assert estimate.mean == 0.5
        assert estimate.low is not None
        assert estimate.high is not None
        assert isclose(estimate.high - 0.5, 0.5 - estimate.low, rel_tol=1e-6)
        widths.append(estimate.high - estimate.low)
    assert widths[0] > 0.3
    assert 0.003 < widths[2] < widths[1] / 5


def test_one_deal_gives_no_interval() -> None:
    assert share_estimate([[1.0, 1.0, 0.5]]) == Estimate(2.5 / 3, None, None)


def test_the_intervals_of_winner_and_loser_mirror_each_other() -> None:
    groups = [[1.0, 0.5], [1.0], [0.0, 1.0], [1.0, 1.0], [0.25, 1.0]]
    estimate, other = share_estimate(groups), share_estimate([[1 - value for value in one] for one in groups])
    assert other.low == pytest.approx(1 - (estimate.high or 0))
    assert other.high == pytest.approx(1 - (estimate.low or 0))
    assert 0 < (estimate.low or 0) < estimate.mean < (estimate.high or 0) < 1


@pytest.mark.parametrize(
    ("deals", "games", "share", "likeness"),
    [(100, 2, 0.98, 0.5), (30, 4, 0.97, 0.3), (20, 18, 0.55, 0.03), (6, 9, 0.05, 0.2), (50, 1, 0.9, None)],
)
def test_intervals_cover_the_true_share_about_as_often_as_stated(
    deals: int, games: int, share: float, likeness: float | None
) -> None:
    """Games on one deal are correlated: each deal has its own share from a beta distribution."""
    rng = np.random.default_rng(3)
    covered, times = 0, 400
    for _ in range(times):
        own = np.full(deals, share)
        if likeness is not None:
            size = 1 / likeness - 1
            own = rng.beta(share * size, (1 - share) * size, deals)
        won = rng.random((deals, games)) < own[:, None]
        estimate = share_estimate(won.astype(float).tolist())
        assert estimate.low is not None
        assert estimate.high is not None
        covered += estimate.low <= share <= estimate.high
    assert 0.9 <= covered / times <= 1


@pytest.mark.parametrize("b", [0.01, 0.5, 1.0, 3.7, 80.0, 2e4, 1e6])
@pytest.mark.parametrize("a", [0.01, 0.5, 2.0, 31.5, 700.0, 3e5])
def test_shares_and_quantiles_of_a_beta_distribution_are_those_of_scipy(a: float, b: float) -> None:
    special = pytest.importorskip("scipy.special")
    for share in (0.001, 0.025, 0.5, 0.95, 0.975):
        known = float(special.betaincinv(a, b, share))
        assert beta_quantile(a, b, share) == pytest.approx(known, rel=1e-9, abs=1e-12)
        for x in (known * 0.9, known, min(known * 1.2, 1.0)):
            assert beta_cdf(a, b, x) == pytest.approx(float(special.betainc(a, b, x)), abs=1e-9)


def test_quantiles_of_student_are_those_of_scipy() -> None:
    special = pytest.importorskip("scipy.special")
    for degrees in (0.3, 1.0, 1.5, 2.0, 7.25, 40.0, 999.0, 12345.0, 1e6):
        assert student(degrees) == pytest.approx(float(special.stdtrit(degrees, 0.975)), rel=1e-8)


def test_shares_of_a_beta_distribution_by_hand() -> None:
    """Of a = b = 1 it is x, of a = 2, b = 1 it is the square of x, and of a = b one half lies below 1/2."""
    assert beta_cdf(1, 1, 0.3) == pytest.approx(0.3)
    assert beta_cdf(2, 1, 0.3) == pytest.approx(0.09)
    assert beta_cdf(17.5, 17.5, 0.5) == pytest.approx(0.5)
    assert beta_quantile(2, 1, 0.09) == pytest.approx(0.3)
    assert (beta_cdf(3, 4, 0), beta_cdf(3, 4, 1)) == (0, 1)


def test_the_command_line_starts_without_loading_a_scheduler() -> None:
    program = (
        "import sys\n"
        "import urbanist.bots.cli.main, urbanist.bots.match.workers, urbanist.bots.contest.run\n"
        "print([name for name in sys.modules if name.partition('.')[0] == 'distributed'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("ranks", "shares"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((3, 1, 1), (0, 0.5, 0.5)),
        ((1, 1, 1, 1), (0.25,) * 4),
    ],
)
def test_a_win_is_shared(ranks: tuple[int, ...], shares: tuple[float, ...]) -> None:
    assert win_shares(ranks) == shares


@pytest.mark.parametrize(
    ("groups", "chance"),
    [
        ([[1.0]], None),
        ([[1.0], [0.0]], 0.5),
        ([[1.0, 0.0]] * 7, 0.5),
        ([[1.0]] * 7 + [[0.0]] * 3, 0.898),  # one game a group: Jeffreys' beta distribution of 7.5 and 3.5
        ([[1.0]] * 40, 1.0),
    ],
)
def test_the_chance_of_a_share_above_one_half(groups: list[list[float]], chance: float | None) -> None:
    likelihood = likelihood_of_superiority(groups)
    assert likelihood == (None if chance is None else pytest.approx(chance, abs=2e-3))
    mirrored = likelihood_of_superiority([[1 - value for value in group] for group in groups])
    assert likelihood is None or mirrored == pytest.approx(1 - likelihood)


def test_games_are_grouped_by_deal() -> None:
    points = mean_estimate(grouped([(0, 10), (0, 20), (1, 30), (1, 0)]))
    assert (points.mean, points.margin) == (15, 0)
    assert grouped([(0, 1), (0, 0), (1, 0), (1, 1)]) == [[1, 0], [0, 1]]
