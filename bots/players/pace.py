"""Time management: how long a search under a clock takes for a decision, and when it has found enough.

A decision has a usual time: an even share of the time left over the moves that are still to come, and most of the
increment. It ends earlier if the best move can no longer be overtaken until then, and later if the choice is close.
All later moves share what a clear one saves. A limit of nodes is kept to the last node.
"""

from dataclasses import dataclass, replace

from urbanist.bots.players.allowance import LEAST, Allowance, seconds_for_move
from urbanist.engine.game import State
from urbanist.engine.history import View
from urbanist.search.limits import Limits
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: How many informed playouts tell how long the game will last. Their lengths differ by a few moves only.
PLAYOUTS = 4
#: Moves that are kept in reserve, because a game may be longer than its playouts.
SPARE = 1
#: A close decision takes at most so many usual times, and at most this share of the time left.
#: With 2 for 3 and 0.7 for CLOSE, a quarter of the time was left at the end of a game, and fewer games were won.
STRETCH, OF_REST = 3.0, 0.4
#: A choice is close if the second move has more than this share of the visits of the first one, or a higher value.
CLOSE = 0.5


@dataclass(frozen=True, slots=True)
class Pace:
    """The seconds of one decision: usually, and at most."""

    usual: float
    most: float

    def within(self, seconds: float | None) -> "Pace":
        """Return the pace if a decision must not take longer than some seconds; None means no limit."""
        return self if seconds is None else Pace(min(self.usual, seconds), min(self.most, seconds))

    def has_enough(self, found: Result, seconds: float) -> bool:
        """Tell whether a search that has found this after some seconds should end."""
        if found.solved or seconds >= self.most:
            return True
        first = found.values[0]
        second = found.values[1] if len(found.values) > 1 else replace(first, visits=0)
        if seconds < self.usual:
            rest = (self.usual - seconds) * found.nodes / max(found.seconds, LEAST)
            return second.visits + rest < first.visits
        return second.visits <= CLOSE * first.visits and second.value <= first.value


def moves_ahead(state: State) -> float:
    """Return how many moves the seat to move will probably make until the end, this one included."""
    plies = sum(state.playout(seed, informed=True).ply - state.ply for seed in range(PLAYOUTS))
    return max(plies / PLAYOUTS / state.seats, 1.0)


def pace_for(left: float, increment: float, ahead: float) -> Pace:
    """Return the pace of a decision, given the seconds left, the increment, and how many moves are to come."""
    usual = seconds_for_move(left, increment, ahead + SPARE)
    return Pace(usual, max(usual, min(STRETCH * usual, OF_REST * left)))


def pace_of(view: View, left: float, increment: float) -> Pace:
    """Return the pace of the next decision, given the seconds left and the increment; a forced move takes no time."""
    state = view.state()
    return Pace(LEAST, LEAST) if len(state.moves()) == 1 else pace_for(left, increment, moves_ahead(state))


def pace_at(view: View, allowance: Allowance | None) -> Pace | None:
    """Return the pace of the next decision within an allowance; None if the seat has no clock."""
    left = None if allowance is None else allowance.left[allowance.seat]
    if allowance is None or left is None:
        return None
    return pace_of(view, left, allowance.increments[allowance.seat]).within(allowance.move)


def budget(options: SearchOptions, pace: Pace, nodes: int | None = None) -> tuple[Limits, Pace | None]:
    """Return the limits of a search at a pace, and the pace; none if nodes limit it, which then have the usual time."""
    if options.nodes is not None or nodes is not None:
        return options.limits(pace.usual, nodes), None
    return options.limits(pace.most), pace.within(options.time)
