"""Final choices: which of the searched moves is played."""

from collections import Counter

import pytest

from tests.search.named import named
from urbanist.search.final_choice import final_choice
from urbanist.search.option import options_of
from urbanist.search.options import SearchOptions
from urbanist.search.result import Choice, MoveValue
from urbanist.search.verb import FINAL_CHOICES

#: Names, visits, values, and points of three seats.
FOUND = (
    MoveValue(named("a"), 10, 0.6, (20.0, 10.0, 15.0)),
    MoveValue(named("b"), 30, 0.5, (18.0, 10.0, 15.0)),
    MoveValue(named("c"), 10, 0.7, (30.0, 10.0, 15.0)),
)


def moves(choose: Choice) -> list[str]:
    return [str(value.move) for value in choose(FOUND)]


def noisy(scale: float, seed: int = 0, ply: int = 0, seat: int = 0) -> Choice:
    return final_choice(SearchOptions(choice="noisy", noise_scale=scale, seed=seed), seat, ply)


def test_visits_come_first_then_values_then_names() -> None:
    assert moves(final_choice(SearchOptions(), 0, 0)) == ["b", "c", "a"]


def test_noise_plays_the_worse_of_two_moves_as_often_as_it_says() -> None:
    """Moves a and b differ by 2 points: e^-1 / (1 + e^-1) of all choices are wrong."""
    worse = sum(str(value.move) == "b" for seed in range(4000) for value in noisy(2.0, seed)(FOUND[:2])[:1])
    assert worse / 4000 == pytest.approx(0.269, abs=0.025)


def test_the_confused_choice_among_many_moves_is_a_softmax_of_their_margins() -> None:
    """One move is 4 points better than five others: with a scale of 2, e^2 / (e^2 + 5) = 0.596 play it."""
    values = [MoveValue(named(move), 1, 0.5, (14.0 if move == "a" else 10.0, 0.0)) for move in "abcdef"]
    best = sum(str(noisy(2.0, seed)(values)[0].move) == "a" for seed in range(2000))
    assert best / 2000 == pytest.approx(0.596, abs=0.04)


def test_little_noise_plays_the_best_move_and_much_noise_any_move() -> None:
    assert {moves(noisy(0.1, seed))[0] for seed in range(200)} == {"c"}
    drawn = Counter(moves(noisy(1000.0, seed))[0] for seed in range(600))
    assert min(drawn[move] for move in "abc") > 150


def test_the_best_move_is_that_of_the_seat_which_chooses() -> None:
    """Seat 2 loses 15 points on the first seat with c, 3 with b."""
    assert moves(noisy(0.1, seat=2))[0] == "b"


def test_the_same_seed_and_ply_confuse_alike_and_others_do_not() -> None:
    assert moves(noisy(50.0, 3, 7)) == moves(noisy(50.0, 3, 7))
    assert len({moves(noisy(50.0, 3, ply))[0] for ply in range(30)}) == 3


def test_the_noise_of_a_move_does_not_depend_on_the_others() -> None:
    for seed in range(50):
        whole = moves(noisy(20.0, seed))
        pair = [str(value.move) for value in noisy(20.0, seed)(FOUND[:2])]
        assert pair == [move for move in whole if move != "c"]


@pytest.mark.parametrize("name", FINAL_CHOICES)
def test_every_final_choice_keeps_all_moves(name: str) -> None:
    options = SearchOptions(choice=name)
    assert sorted(moves(final_choice(options, 0, 0))) == ["a", "b", "c"]


def test_the_option_names_every_final_choice() -> None:
    [option] = [option for option in options_of(SearchOptions) if option.name == "choice"]
    assert option.choices == tuple(FINAL_CHOICES)
