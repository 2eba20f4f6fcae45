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
    found = compared([game(0, (0, 1, 2), (1, 2, 2)), game(1, (1, 0), (1, 2))])
    assert found.ahead == {(0, 1): 1, (0, 2): 1, (1, 0): 1, (1, 2): 0.5, (2, 0): 0, (2, 1): 0.5}
    assert found.met == {(0, 1): 2, (0, 2): 1, (1, 0): 2, (1, 2): 1, (2, 0): 1, (2, 1): 1}
    assert found.share(0, 1) == 0.5
    assert found.share(0, 2) == 1
    assert found.share(0, 3) is found.share(0, 0) is None


@given(tournaments())
def test_the_results_of_two_bots_add_up_to_their_meetings(games: list[GameResult]) -> None:
    found = compared(games)
    assert found.ahead.keys() == found.met.keys() == {(other, one) for one, other in found.met}
    for one, other in found.met:
        assert found.ahead[one, other] + found.ahead[other, one] == found.met[one, other]
