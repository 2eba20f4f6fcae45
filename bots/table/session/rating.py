"""Ratings of people: by puzzles, where a person who solves one beats it, and by games against levels.

Source: Glickman 2012, Glicko-2; the library elote computes it. Each puzzle and each game is a rating period of its own.
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
#: How sure the rating of a level is: it was measured in some hundred games.
LEVEL_DEVIATION = 50.0


def after(person: Rating, other: Rating, *, won: bool | None) -> tuple[Rating, Rating]:
    """Return the ratings of a person and of what the person met; `won` is None for a tie."""
    # Imported late, because it loads scipy, and only an attempt needs it.
    from elote import Glicko2Competitor

    one, met = (
        Glicko2Competitor(
            initial_rating=each.value, initial_rd=each.deviation, initial_volatility=each.volatility
        )
        for each in (person, other)
    )
    play = one.tied if won is None else one.beat if won else one.lost_to
    play(met)
    changed, tried = (Rating(each.rating, each.rd, each.volatility) for each in (one, met))
    return changed, tried
