"""Time: what a seat is given, what is left of it, and how long to think on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from urbanist.bots.forfeit import Forfeit

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
class TimeControl:
    """What a seat may use, in seconds: `time` a game with an `increment` a move, `move` a move; None: no limit.

    An answer that is late by no more than `grace` still counts, so that a busy machine costs nobody a game.
    """

    time: float | None = None
    increment: float = 0.0
    move: float | None = None
    grace: float = 0.25

    def __post_init__(self) -> None:
        for name in ("time", "increment", "move", "grace"):
            value = getattr(self, name)
            most = 0 <= value < 1e6 if name in ("increment", "grace") else value is None or 0 < value < 1e6
            if not most:
                raise ValueError(f"{name} = {value}: seconds, not negative and less than a million")


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


class Clock:
    """The clocks of one table, one a seat."""

    def __init__(self, controls: Sequence[TimeControl]) -> None:
        self.controls = tuple(controls)
        self._left = [control.time for control in controls]
        self._increments = tuple(control.increment for control in controls)

    def allowance(self, seat: int) -> Allowance:
        """Return what a seat may take for its next decision."""
        control = self.controls[seat]
        return Allowance(seat, tuple(self._left), self._increments, control.move, control.grace)

    def charge(self, seat: int, seconds: float) -> None:
        """Take a decision's time off a seat's clock and add the increment; raise `Forfeit` if it was too long."""
        allowance = self.allowance(seat)
        most = allowance.most()
        if most is not None and seconds > most:
            raise Forfeit.late(seconds, most)
        self._left[seat] = allowance.spent(seconds).left[seat]


def smaller(one: float | None, other: float | None) -> float | None:
    """Return the smaller of two limits, where None is no limit."""
    given = [limit for limit in (one, other) if limit is not None]
    return min(given, default=None)
