"""The final choice of a move. It runs once for each decision, so it is Python."""

import random
from collections.abc import Callable, Sequence
from math import log

from urbanist.search.options import SearchOptions
from urbanist.search.result import Choice, MoveValue
from urbanist.search.verb import FINAL_CHOICES, resolved

#: An exponential draw that has a logarithm.
LEAST = 1e-12

FinalChoice = Callable[[Sequence[MoveValue], SearchOptions, int, int], list[MoveValue]]


def most_visits(values: Sequence[MoveValue], *_: object) -> list[MoveValue]:
    """Return the moves, most visited first; ties are broken by value, then by name."""
    return sorted(values, key=lambda value: (-value.visits, -value.value, str(value.move)))


def noisy(values: Sequence[MoveValue], options: SearchOptions, seat: int, ply: int) -> list[MoveValue]:
    """Return the moves as a player sees them who confuses close ones, the best first.

    The margin in points that the search expects of each move gets noise of its own: a Gumbel draw times `noise_scale`.
    So the first move is drawn by the softmax of the margins (Yellott 1977). The draws depend on the seed, the ply and
    the move, and not on the other moves.
    """

    def seems(value: MoveValue) -> float:
        drawn = random.Random(f"{options.seed} {ply} {value.move}").expovariate(1.0)
        return _margin(value.points, seat) - options.noise_scale * log(drawn + LEAST)

    return sorted(values, key=lambda value: (-seems(value), str(value.move)))


def final_choice(options: SearchOptions, seat: int, ply: int) -> Choice:
    """Return the final choice that the options name, for a decision of a seat at a ply."""
    choose: FinalChoice = resolved(FINAL_CHOICES[options.choice].call)
    return lambda values: choose(values, options, seat, ply)


def _margin(points: Sequence[float], seat: int) -> float:
    """Return how many points a seat has more than the best of the others."""
    others = [value for other, value in enumerate(points) if other != seat]
    return points[seat] - max(others, default=0.0)
