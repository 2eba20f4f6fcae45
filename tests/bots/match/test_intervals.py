"""Means and intervals against answers worked out by hand."""

import pytest

from urbanist.bots.match.intervals import Outcome, estimate, line, student, win_shares


@pytest.mark.parametrize(
    ("groups", "mean", "margin"),
    [
        ([[1.0]], 1.0, None),
        ([[1.0, 0.0]], 0.5, None),
        # Two groups: the mean of 0 and 1, spread 1/2, error sqrt(1/4) = 1/2, times 12.706.
        ([[0.0], [1.0]], 0.5, 6.353),
        # Whoever wins once on every deal has a share that is certain.
        ([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]], 0.5, 0.0),
        # Sums 2, 0, 2 around 4/3: spread 8/3, error sqrt(8/3 * 3/2) / 6 = 1/3, times 4.303.
        ([[1.0, 1.0], [0.0, 0.0], [1.0, 1.0]], 2 / 3, 4.303 / 3),
        # An incomplete group weighs less: sums 2 and 0, mean 2/3, spread 8/9, error sqrt(16/9) / 3 = 4/9.
        ([[1.0, 1.0], [0.0]], 2 / 3, 12.706 * 4 / 9),
    ],
)
def test_estimates(groups: list[list[float]], mean: float, margin: float | None) -> None:
    found = estimate(groups)
    assert found.mean == pytest.approx(mean)
    assert found.margin == (None if margin is None else pytest.approx(margin))


@pytest.mark.parametrize(
    ("degrees", "quantile"),
    [
        (1, 12.706),
        (10, 2.228),
        (30, 2.042),
        (31, 1.96),
        (10**6, 1.96),
    ],
)
def test_quantiles(degrees: int, quantile: float) -> None:
    assert student(degrees) == quantile


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


def test_a_line_groups_games_by_deal() -> None:
    found = line([Outcome(0, 10, 1), Outcome(0, 20, 0), Outcome(1, 30, 0), Outcome(1, 0, 1)])
    assert (found.games, found.points.mean, found.win.mean) == (4, 15, 0.5)
    assert found.points.margin == found.win.margin == 0
