"""Tables as comparisons of two bots."""

import pytest
from hypothesis import given

from tests.bots.contest.game_results import game, tournaments
from urbanist.bots.contest.results import GameResult, compared, comparisons


@pytest.mark.parametrize(
    ("bots", "ranks", "expected"),
    [
        ((0, 1), (1, 2), [(0, 1, 1)]),
        ((1, 0), (1, 2), [(1, 0, 1)]),
        ((0, 1), (2, 1), [(0, 1, 0)]),
        ((0, 1), (1, 1), [(0, 1, 0.5)]),
        ((2, 0, 1), (3, 1, 1), [(2, 0, 0), (2, 1, 0), (0, 1, 0.5)]),
        ((0, 0, 1), (1, 3, 2), [(0, 1, 1), (0, 1, 0)]),
        ((0, 0), (1, 2), []),
    ],
)
def test_each_two_seats_of_different_bots_are_compared_by_rank(
    bots: tuple[int, ...], ranks: tuple[int, ...], expected: list[tuple[int, int, float]]
) -> None:
    assert list(comparisons(game(0, bots, ranks))) == expected


def test_counts_worked_out_by_hand() -> None:
    comparison = compared([game(0, (0, 1, 2), (1, 2, 2)), game(1, (1, 0), (1, 2))])
    assert comparison.ahead == {(0, 1): 1, (0, 2): 1, (1, 0): 1, (1, 2): 0.5, (2, 0): 0, (2, 1): 0.5}
    assert comparison.met == {(0, 1): 2, (0, 2): 1, (1, 0): 2, (1, 2): 1, (2, 0): 1, (2, 1): 1}
    assert comparison.share(0, 1) == 0.5
    assert comparison.share(0, 2) == 1
    assert comparison.share(0, 3) is comparison.share(0, 0) is None


@given(tournaments())
def test_the_results_of_two_bots_add_up_to_their_meetings(games: list[GameResult]) -> None:
    comparison = compared(games)
    assert comparison.ahead.keys() == comparison.met.keys() == {(other, one) for one, other in comparison.met}
    for one, other in comparison.met:
        assert comparison.ahead[one, other] + comparison.ahead[other, one] == comparison.met[one, other]
