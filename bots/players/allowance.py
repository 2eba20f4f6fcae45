"""How much time one decision may take, and how long to think on it."""

from dataclasses import dataclass, replace

from urbanist.search.limits import smaller

#: One move gets this part of the time left, and this share of the increment that it earns.
MOVES_AHEAD, OF_INCREMENT = 25, 0.8
#: No move takes more than this share of the time left: the increment comes only after it.
MOST = 0.9
#: A decision always gets a millisecond.
LEAST = 0.001


def seconds_for_move(left: float, increment: float = 0.0) -> float:
    """Return how many seconds a move may take with so many seconds left and so many won by moving."""
    share = left / MOVES_AHEAD + OF_INCREMENT * increment
    return max(min(share, MOST * left), LEAST)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one decision may take: the seconds left and won a move by seat, and what the seat to move gets at most."""

    seat: int
    left: tuple[float | None, ...]
    increments: tuple[float, ...]
    move: float | None
    grace: float

    def spent(self, seconds: float) -> "Allowance":
        """Return what is left once the seat has made a move in so many seconds."""
        left = list(self.left)
        own = left[self.seat]
        if own is not None:
            left[self.seat] = max(own - seconds, 0.0) + self.increments[self.seat]
        return replace(self, left=tuple(left))

    def thinking(self) -> float | None:
        """Return how long to think, in seconds; None for as long as one likes."""
        left = self.left[self.seat]
        on_clock = None if left is None else seconds_for_move(left, self.increments[self.seat])
        return smaller(on_clock, self.move)

    def most(self) -> float | None:
        """Return after how many seconds the answer is too late; None for never."""
        limit = smaller(self.left[self.seat], self.move)
        return None if limit is None else limit + self.grace
