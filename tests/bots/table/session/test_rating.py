"""Ratings of people and puzzles: what an attempt does to both sides."""

from random import Random

import pytest

from urbanist.bots.table.session.rating import BEGINNER, PlayerRating, after, after_period


def test_the_example_of_the_paper() -> None:
    """Glickman, Example of the Glicko-2 system: a player of 1500 ± 200 wins once and loses twice."""
    games = [
        (PlayerRating(1400, 30, 0.06), 1.0),
        (PlayerRating(1550, 100, 0.06), 0.0),
        (PlayerRating(1700, 300, 0.06), 0.0),
    ]
    rating = after_period(PlayerRating(1500, 200, 0.06), games)
    assert (rating.value, rating.deviation) == pytest.approx((1464.06, 151.52), abs=0.02)
    assert rating.volatility == pytest.approx(0.05999, abs=1e-5)


def test_another_implementation_finds_the_same() -> None:
    elote = pytest.importorskip(
        "elote"
    )  # late: it loads scipy, and every process of the suite reads this file
    chance = Random(1)
    for _ in range(300):
        one, other = (
            PlayerRating(chance.gauss(1500, 400), chance.uniform(30, 350), chance.uniform(0.03, 0.2))
            for _ in range(2)
        )
        known = [
            elote.Glicko2Competitor(each.value, each.deviation, each.volatility) for each in (one, other)
        ]
        won = chance.choice((True, False, None))
        {True: known[0].beat, False: known[0].lost_to, None: known[0].tied}[won](known[1])
        for rating, same in zip(after(one, other, won=won), known, strict=True):
            assert rating == pytest.approx((same.rating, same.rd, same.volatility), rel=1e-9)


def test_one_side_wins_what_it_solves_and_the_other_loses_it() -> None:
    puzzle = PlayerRating(1500, 150, 0.06)
    person, tried = after(BEGINNER, puzzle, won=True)
    assert person.value > 1500 > tried.value
    assert person.value - 1500 > 1500 - tried.value  # less was known of the person
    assert person.deviation < BEGINNER.deviation
    failed, stands = after(BEGINNER, puzzle, won=False)
    assert failed.value - 1500 == pytest.approx(1500 - person.value)
    assert stands.value - 1500 == pytest.approx(1500 - tried.value)
