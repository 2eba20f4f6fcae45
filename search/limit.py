"""The limit of one decision: the same type from the command line to the search."""

from typing import Annotated, Any, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from urbanist.search.option import Options, options_of

Nodes = Annotated[int, Meta(ge=1, le=(1 << 32) - 1)]
Seconds = Annotated[float, Meta(gt=0, lt=1e6)]
Number = TypeVar("Number", int, float)

#: If nobody knows how many moves are to come, one move gets 1 / MOVES_AHEAD of the clock.
#: Each move gets this share of its increment.
MOVES_AHEAD, OF_INCREMENT = 25, 0.8
#: A move takes at most this share of the clock, because the increment comes only after it.
MOST = 0.9
#: A decision gets at least a millisecond.
LEAST = 0.001


class Limit(Options, frozen=True, kw_only=True):
    """What one decision may take; each limit that is given holds. `ValueError` if one is out of range.

    With `nodes` alone the result is the same on every run.
    """

    #: Visits of a search.
    nodes: Nodes | None = None
    #: Seconds for this decision.
    time: Seconds | None = None
    #: Seconds that the seat has left for all its decisions, and the seconds that each of them adds.
    clock: Annotated[float, Meta(ge=0)] | None = None
    increment: Annotated[float, Meta(ge=0)] = 0.0
    #: Seconds by which an answer may be late, so that a busy machine costs nobody a game.
    grace: Annotated[float, Meta(ge=0)] = 2.0
    #: The optimum time in seconds: after it a clear choice ends the search; a close one goes on, up to `time`.
    optimum: Annotated[float, Meta(gt=0)] | None = None
    #: Seconds that the whole decision has left, if this is the limit of a slice of it; none are left to one that goes
    #: on because of its ending, and any number to one that only visits limit.
    rest: Annotated[float, Meta(ge=0)] | None = None
    #: Visits whose effort solvers may take beside the search, so that they solve more endings.
    ending: Nodes | None = None
    #: Whether the decision goes on until it is stopped.
    infinite: bool = False
    #: The limits of all seats, for players that look at the clocks of the others; none: all have the same.
    seats: tuple[Any, ...] = ()

    @property
    def timed(self) -> bool:
        """Whether anything limits the seconds."""
        return self.time is not None or self.clock is not None

    @property
    def solves_besides(self) -> bool:
        """Whether the solver of an ending has a budget beside that of the search: not in a slice of a decision."""
        return self.ending is not None and self.rest is None

    @property
    def latest(self) -> float | None:
        """The seconds after which an answer is too late; None means never."""
        most = smaller(self.clock, self.time)
        return None if most is None else most + self.grace

    def thinking(self, ahead: float = MOVES_AHEAD) -> float | None:
        """Return how many seconds to think if so many moves share the clock; None means no limit."""
        if self.clock is None:
            return self.time
        share = self.clock / ahead + OF_INCREMENT * self.increment
        return smaller(max(min(share, MOST * self.clock), LEAST), self.time)

    def changed(self, **changes: Any) -> "Limit":
        """Return the limit with other values of some fields."""
        return replace(self, **changes)

    def after(self, seconds: float) -> "Limit":
        """Return the limit of the next decision if this one has taken so many seconds."""
        if self.clock is None:
            return self
        return self.changed(clock=max(self.clock - seconds, 0.0) + self.increment)


#: A decision that goes on until it is stopped.
INFINITE = Limit(infinite=True)
#: A decision that solves the ending beside its search, if that can be done in a second or two.
SOLVING = Limit(ending=400_000)

options_of(Limit)  # declarations are read at import, not at the first search: a Ctrl-C would be lost


def smaller(one: Number | None, other: Number | None) -> Number | None:
    """Return the smaller of two limits, where None is no limit."""
    given = [limit for limit in (one, other) if limit is not None]
    return min(given, default=None)
