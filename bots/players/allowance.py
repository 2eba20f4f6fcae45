"""The time that one decision may take, and the time to think about it."""

from dataclasses import dataclass, replace

from urbanist.search.limits import smaller

#: If nobody knows how many moves are to come, one move gets 1 / MOVES_AHEAD of the time left.
#: Each move gets this share of its increment.
MOVES_AHEAD, OF_INCREMENT = 25, 0.8
#: A move takes at most this share of the time left, because the increment comes only after it.
MOST = 0.9
#: A decision gets at least a millisecond.
LEAST = 0.001


def seconds_for_move(left: float, increment: float = 0.0, ahead: float = MOVES_AHEAD) -> float:
    """Return the seconds for a move, given the seconds left, its increment, and how many moves share what is left."""
    share = left / ahead + OF_INCREMENT * increment
    return max(min(share, MOST * left), LEAST)


@dataclass(frozen=True, slots=True)
class Allowance:
    """The time for one decision: by seat the seconds left and the increments, and the limit of this move."""

    seat: int
    left: tuple[float | None, ...]
    increments: tuple[float, ...]
    move: float | None
    grace: float

    def spent(self, seconds: float) -> "Allowance":
        """Return the allowance after the seat has made a move that took `seconds` seconds."""
        left = list(self.left)
        own = left[self.seat]
        if own is not None:
            left[self.seat] = max(own - seconds, 0.0) + self.increments[self.seat]
        return replace(self, left=tuple(left))

    def thinking(self) -> float | None:
        """Return how long to think, in seconds; None means no limit."""
        left = self.left[self.seat]
        on_clock = None if left is None else seconds_for_move(left, self.increments[self.seat])
        return smaller(on_clock, self.move)

    def most(self) -> float | None:
        """Return the seconds after which an answer is too late; None means never."""
        limit = smaller(self.left[self.seat], self.move)
        return None if limit is None else limit + self.grace
