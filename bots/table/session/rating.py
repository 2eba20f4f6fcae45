"""Ratings of people: by puzzles, where a person who solves one beats it, and by games against levels.

Source: Glickman 2022, *Example of the Glicko-2 system*. Each puzzle and each game is a rating period of its own.
"""

from math import exp, log, pi, sqrt
from typing import NamedTuple


class PlayerRating(NamedTuple):
    """A rating, its standard deviation, and how much it is expected to change (Glicko-2)."""

    value: float
    deviation: float
    volatility: float

    def __str__(self) -> str:
        return f"{self.value:.0f} ± {2 * self.deviation:.0f}"


#: The volatility of everybody, and the rating of a person who has tried nothing.
VOLATILITY = 0.06
BEGINNER = PlayerRating(1500.0, 350.0, VOLATILITY)
#: How sure the first rating of a puzzle is: it is an estimate, not the result of people's attempts.
DEVIATION = 150.0
#: How sure the rating of a level is: it was measured in some hundred games.
LEVEL_DEVIATION = 50.0
#: Of the paper: rating points of one unit, how much volatility may change (tau), and how exactly it is found.
UNIT, CHANGE, EXACT = 173.7178, 0.5, 1e-6


def after(
    person: PlayerRating, other: PlayerRating, *, won: bool | None
) -> tuple[PlayerRating, PlayerRating]:
    """Return the ratings of a person and of what the person met; `won` is None for a tie."""
    score = 0.5 if won is None else float(won)
    return after_period(person, [(other, score)]), after_period(other, [(person, 1 - score)])


def after_period(before: PlayerRating, games: list[tuple[PlayerRating, float]]) -> PlayerRating:
    """Return a rating after a period of games: of each the rating of the opponent, and the score from 0 to 1."""
    deviation = before.deviation / UNIT
    information = surplus = 0.0
    for opponent, score in games:
        weight = 1 / sqrt(1 + 3 * (opponent.deviation / UNIT / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (before.value - opponent.value) / UNIT))
        information += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    volatility = _volatility(before.volatility, deviation, 1 / information, surplus / information)
    deviation = 1 / sqrt(1 / (deviation**2 + volatility**2) + information)
    return PlayerRating(before.value + UNIT * deviation**2 * surplus, UNIT * deviation, volatility)


def _volatility(before: float, deviation: float, variance: float, improvement: float) -> float:
    """Return the volatility after a period: step 5 of the paper, which finds a root by the Illinois algorithm."""
    start, known = log(before**2), deviation**2 + variance

    def missed(x: float) -> float:
        return (
            exp(x) * (improvement**2 - known - exp(x)) / (2 * (known + exp(x)) ** 2) - (x - start) / CHANGE**2
        )

    one, other = start, start - CHANGE
    if improvement**2 > known:
        other = log(improvement**2 - known)
    else:
        while missed(other) < 0:
            other -= CHANGE
    at_one, at_other = missed(one), missed(other)
    while abs(other - one) > EXACT:
        middle = one + (one - other) * at_one / (at_other - at_one)
        at_middle = missed(middle)
        if at_middle * at_other <= 0:
            one, at_one = other, at_other
        else:
            at_one /= 2
        other, at_other = middle, at_middle
    return exp(one / 2)
