"""Ratings of people and puzzles: what an attempt does to both sides."""

import pytest

from urbanist.bots.table.session.rating import BEGINNER, Rating, after


def test_one_side_wins_what_it_solves_and_the_other_loses_it() -> None:
    puzzle = Rating(1500, 150, 0.06)
    person, tried = after(BEGINNER, puzzle, won=True)
    assert person.value > 1500 > tried.value
    assert person.value - 1500 > 1500 - tried.value  # less was known of the person
    assert person.deviation < BEGINNER.deviation
    failed, stands = after(BEGINNER, puzzle, won=False)
    assert failed.value - 1500 == pytest.approx(1500 - person.value)
    assert stands.value - 1500 == pytest.approx(1500 - tried.value)
