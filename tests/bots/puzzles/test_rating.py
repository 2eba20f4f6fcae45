"""Glicko-2: the example of its paper, and what an attempt does to both sides."""

import pytest

from urbanist.bots.puzzles.rating import BEGINNER, Rating, after, changed


def test_the_example_of_the_paper_comes_out() -> None:
    """Glickman 2012, Example of the Glicko-2 system: one period of three games."""
    others = [(Rating(1400, 30, 0.06), 1.0), (Rating(1550, 100, 0.06), 0.0), (Rating(1700, 300, 0.06), 0.0)]
    found = changed(Rating(1500, 200, 0.06), others)
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=1e-5)


def test_a_result_that_nobody_expected_raises_the_volatility() -> None:
    """The step of the paper where the search for it begins above what is usual."""
    found = changed(Rating(1500, 50, 0.06), [(Rating(2100, 30, 0.06), 1.0)] * 6)
    assert found.volatility > 0.06


def test_one_side_wins_what_it_solves_and_the_other_loses_it() -> None:
    puzzle = Rating(1500, 150, 0.06)
    person, tried = after(BEGINNER, puzzle, solved=True)
    assert person.value > 1500 > tried.value
    assert person.value - 1500 > 1500 - tried.value  # less was known of the person
    assert person.deviation < BEGINNER.deviation
    failed, stands = after(BEGINNER, puzzle, solved=False)
    assert failed.value - 1500 == pytest.approx(1500 - person.value)
    assert stands.value - 1500 == pytest.approx(1500 - tried.value)
