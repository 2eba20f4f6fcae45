"""What a recorded game's decisions were worth, each by what its seat could know when it moved.

A decision is searched from the view of its seat; then the positions after the move played and after the one that the
search prefers are searched alike, so that both are looked at equally hard and neither by its own advocate.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from statistics import fmean

from msgspec.structs import replace

from urbanist.engine.history import History, View
from urbanist.engine.ranks import win_shares
from urbanist.search.belief import belief, secret
from urbanist.search.ismcts import ismcts
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: What to call a move that was not best, and the least share of the win that it costs. Measured at 2,000 visits on
#: expert games of four equals: a search of 2,000 visits loses 0.5 % a move, with one mistake in 95 and no blunder;
#: greedy 3 %, with one blunder in 16; random 14 %, with one in 4.
GRADES = {"blunder": 0.15, "mistake": 0.07, "inaccuracy": 0.03, "good": 0.0}
BEST = "best"
#: Shares that differ by less than this, or than one standard error, are even; then points decide from this many on.
EVEN, EVEN_POINTS = 0.01, 0.5
#: No more moves than this are called decisive.
DECISIVE = 5
#: A move that makes the true card likelier by this much tells a lot.
TELLING = 0.1
#: Ways in which chance may go on after a move that are looked at, where it has its turn then.
FUTURES = 8
#: Worlds drawn to know what a game that is over comes to, where cards are still hidden.
WORLDS = 500


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a seat may expect after a move of its own: a share of the win and final points, means of so many visits."""

    move: str
    win_share: float
    points: float
    visits: int

    def even(self, other: "Prospect") -> bool:
        """Tell whether the win shares cannot be told apart."""
        spread = sum(found.win_share * (1 - found.win_share) / found.visits for found in (self, other))
        return abs(self.win_share - other.win_share) < max(EVEN, sqrt(spread))

    def beats(self, other: "Prospect") -> bool:
        """Tell whether this is the better one to have."""
        if self.even(other):
            return self.points >= other.points + EVEN_POINTS
        return self.win_share > other.win_share


@dataclass(frozen=True, slots=True)
class Known:
    """What a bystander could infer of a seat's cards: how likely the true one seems, and which place of how many."""

    card: str
    probability: float
    rank: int
    cards: int


@dataclass(frozen=True, slots=True)
class Decision:
    """One move where there was a choice: its event counted from 1, what it promised, and what would have been best.

    `known` is as of after the move; None where the seat hides nothing.
    """

    event: int
    seat: int
    played: Prospect
    best: Prospect
    known: Known | None

    @property
    def lost(self) -> float:
        """The share of the win that the move cost; 0 for one that cannot be told from the best."""
        return 0.0 if self.best.even(self.played) else self.best.win_share - self.played.win_share

    @property
    def points_lost(self) -> float:
        """The points that the move cost; less than 0 where it won points at the price of the win."""
        return self.best.points - self.played.points

    @property
    def grade(self) -> str:
        """What to call the move."""
        if self.played == self.best:
            return BEST
        return next(grade for grade, least in GRADES.items() if self.lost >= least)


@dataclass(frozen=True, slots=True)
class Account:
    """What one seat's decisions came to: how many, how graded, mean share of the win lost, points lost in all.

    `known` is as of the last event, and `telling` the event that told most of the card; None where none told much.
    """

    seat: int
    decisions: int
    grades: dict[str, int]
    mean_lost: float | None
    points_lost: float
    known: Known | None
    telling: int | None


def choices(history: History) -> list[int]:
    """Return the plies at which somebody had a choice: no forced moves, no chance events."""
    return [ply for ply in range(len(history.events)) if len(history.states[ply].moves()) > 1]


def judge(history: History, ply: int, options: SearchOptions) -> Decision:
    """Return what the move at a ply was worth; each of two or three searches has the options' limits to itself.

    The same history, and options with a limit of nodes alone, give the same decision, whatever the others hide.
    """
    before = history.until(ply)
    seat = before.state.to_move
    preferred = _searched(before.seen_by(seat), options).move
    played = _prospect(before, history.events[ply], seat, options)
    best = played if preferred == played.move else _prospect(before, preferred, seat, options)
    if not best.beats(played):
        best = played
    known = inferred(history.until(ply + 1), seat, options.seed)
    return Decision(ply + 1, seat, played, best, known)


def _prospect(before: History, move: str, seat: int, options: SearchOptions) -> Prospect:
    view = before.seen_by(seat).after(move)
    if not view.bare_state().due:
        return _expected(move, view, seat, options)
    # What came in the game was not known then: the move played and the best are judged by the same draws.
    share = replace(
        options,
        nodes=options.nodes and max(1, options.nodes // FUTURES),
        time=options.time and options.time / FUTURES,
    )
    futures = [
        _expected(move, _drawn(view, options.seed * FUTURES + number), seat, share)
        for number in range(FUTURES)
    ]
    return Prospect(
        move,
        fmean(found.win_share for found in futures),
        fmean(found.points for found in futures),
        sum(found.visits for found in futures),
    )


def _drawn(view: View, seed: int) -> View:
    """Return the view after the chance events that are due, drawn from the seed."""
    while (world := view.state(seed)).due:
        event = world.chance()
        assert event is not None
        view = view.after(view.game.notation.mask_event(event, world.to_move, view.seat))
    return view


def _expected(move: str, view: View, seat: int, options: SearchOptions) -> Prospect:
    """Return what a seat may expect of the position after its move and what chance made of it."""
    if view.bare_state().over:
        return Prospect(move, *_settled(view, seat, options.seed), WORLDS)
    found = _searched(view, options)
    return Prospect(move, found.win_share[seat], found.points[seat], found.nodes)


def _searched(view: View, options: SearchOptions) -> Result:
    # Another seed at each ply: what the preference was drawn from does not judge it too.
    return ismcts(view, options=replace(options, seed=options.seed + len(view.events)))


def _settled(view: View, seat: int, seed: int) -> tuple[float, float]:
    """Return the win share and the points that a seat may expect of a game that is over but not yet uncovered."""
    end = view.bare_state()
    worlds = [end.reshuffled(seat, seed * WORLDS + number) for number in range(WORLDS)]
    won = sum(win_shares(world.ranks())[seat] for world in worlds)
    return won / WORLDS, sum(world.scores()[seat] for world in worlds) / WORLDS


def inferred(history: History, seat: int, seed: int = 0) -> Known | None:
    """Return what a bystander could infer of a seat's cards from all events; None where it hides none."""
    card = secret(history.state, seat)
    if not card:
        return None
    rows = belief(history.seen_by(None), seat, seed=seed)
    probability = dict(rows).get(card, 0.0)
    return Known(card, probability, 1 + sum(other > probability for _, other in rows), len(rows))


def account(history: History, decisions: Sequence[Decision], seat: int, seed: int = 0) -> Account:
    """Return what the decisions of a seat came to, given those of the whole history."""
    own = [decision for decision in decisions if decision.seat == seat]
    counted = Counter(decision.grade for decision in own)
    known = inferred(history, seat, seed)
    return Account(
        seat=seat,
        decisions=len(own),
        grades={grade: counted[grade] for grade in (BEST, *reversed(GRADES))},
        mean_lost=sum(decision.lost for decision in own) / len(own) if own else None,
        points_lost=sum(decision.points_lost for decision in own),
        known=known,
        telling=_telling(own) if known is not None else None,
    )


def _telling(own: Sequence[Decision]) -> int | None:
    """Return the event that raised the true card's probability most over what it was at the seat's last decision."""
    found = [(decision.event, decision.known) for decision in own if decision.known is not None]
    if not found:
        return None
    seemed = [1 / found[0][1].cards, *(known.probability for _, known in found)]
    rises = [after - before for before, after in pairwise(seemed)]
    most = max(rises)
    return found[rises.index(most)][0] if most >= TELLING else None


def decisive(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the moves that cost most of the win, the costliest first; none that cost less than an inaccuracy."""
    costly = [decision for decision in decisions if decision.lost >= GRADES["inaccuracy"]]
    return sorted(costly, key=lambda decision: (-decision.lost, decision.event))[:DECISIVE]
