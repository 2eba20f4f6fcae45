"""Ratings of people and puzzles: a person who solves a puzzle beats it, and a puzzle that is not solved wins.

Source: Glickman 2012, Glicko-2; the library elote computes it. Each puzzle is a rating period of its own.
"""

from typing import NamedTuple


class Rating(NamedTuple):
    """A rating, its standard deviation, and how much it is expected to change (Glicko-2)."""

    value: float
    deviation: float
    volatility: float

    def __str__(self) -> str:
        return f"{self.value:.0f} ± {2 * self.deviation:.0f}"


#: The volatility of everybody, and the rating of a person who has tried nothing.
VOLATILITY = 0.06
BEGINNER = Rating(1500.0, 350.0, VOLATILITY)
#: How sure the first rating of a puzzle is: it is an estimate, not the result of people's attempts.
DEVIATION = 150.0


def after(person: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a person and a puzzle after an attempt."""
    # Imported late, because it loads scipy, and only an attempt needs it.
    from elote import Glicko2Competitor

    one, other = (
        Glicko2Competitor(
            initial_rating=each.value, initial_rd=each.deviation, initial_volatility=each.volatility
        )
        for each in (person, puzzle)
    )
    if solved:
        one.beat(other)
    else:
        one.lost_to(other)
    changed, tried = (Rating(each.rating, each.rd, each.volatility) for each in (one, other))
    return changed, tried
