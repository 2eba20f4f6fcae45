"""Ratings of people and puzzles: a person who solves a puzzle beats it, and a puzzle that is not solved wins.

Source: Glickman, Example of the Glicko-2 system (2012), whose steps the comments name. Each puzzle is a rating period
of its own.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
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


#: How much a volatility may change, and the precision of the search for it.
CONSTRAINT = 0.5
PRECISION = 1e-6
#: Points of the scale that people read for one of the scale that Glicko-2 computes in.
SCALE = 173.7178


def after(person: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Return the ratings of a person and a puzzle after an attempt."""
    return changed(person, [(puzzle, float(solved))]), changed(puzzle, [(person, float(not solved))])


def changed(one: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """Return a rating after a period of at least one game: the other rating, and 1 for a win or 0 for a loss."""
    deviation = one.deviation / SCALE
    # Steps 3 and 4: how much the games tell, and the improvement that their results ask for.
    told = surplus = 0.0
    for other, score in games:
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-weight * (one.value - other.value) / SCALE))
        told += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    variance, improvement = 1 / told, surplus / told
    volatility = _volatility(one.volatility, deviation, variance, improvement)
    # Steps 6 to 8.
    new = 1 / sqrt(1 / (deviation**2 + volatility**2) + 1 / variance)
    value = one.value + SCALE * new**2 * surplus
    return Rating(value, SCALE * new, volatility)


def _volatility(before: float, deviation: float, variance: float, improvement: float) -> float:
    """Return the volatility after a game: step 5, the root of a falling function by the Illinois method."""

    def surplus(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        return exp(x) * (improvement**2 - spread) / (2 * spread**2) - (x - 2 * log(before)) / CONSTRAINT**2

    low = 2 * log(before)
    high = low - CONSTRAINT
    if improvement**2 > deviation**2 + variance:
        high = log(improvement**2 - deviation**2 - variance)
    else:
        while surplus(high) < 0:
            high -= CONSTRAINT
    at_low, at_high = surplus(low), surplus(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = surplus(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
