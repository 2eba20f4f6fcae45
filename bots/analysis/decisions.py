"""The value of each decision of a recorded game, judged by the view that its seat had when it moved.

One search from this view finds the preferred move. Then two more searches with equal limits judge the positions after
the played move and after the preferred move. So both moves get the same effort, and the search that chose a move does
not also judge it. Where the end of the game is solved, both moves have their exact values.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt
from statistics import fmean

from msgspec.structs import replace

from urbanist.bots.analysis.cause import Stake
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.engine.record import win_shares
from urbanist.search.belief import Belief, belief, secret_of
from urbanist.search.ismcts import ismcts
from urbanist.search.limit import SOLVING, Limit
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: The grades of moves that were not best, with the smallest loss of win share of each grade. Measured at 2,000 visits
#: on expert games of four equal bots: a search of 2,000 visits loses 0.5 % a move, with one mistake in 95 moves and no
#: blunder; greedy loses 3 %, with one blunder in 16 moves; random loses 14 %, with one in 4.
GRADES = {"blunder": 0.15, "mistake": 0.07, "inaccuracy": 0.03, "good": 0.0}
BEST = "best"
#: Win shares are even if they differ by less than the first number or by less than one standard error. Then points
#: decide if they differ by at least the second number.
EVEN, EVEN_POINTS = 0.01, 0.5
#: So many points are a loss worth a word where no win share is lost.
MANY_POINTS = 3.0
#: The visits of a search that sees no more than what is obvious, and how many of them must miss a move.
GLANCE, GLANCES = 40, 3
#: The largest number of decisive moves.
DECISIVE = 5
#: A move tells much if it raises the probability of the true card by at least this.
INFORMATIVE = 0.1
#: The number of samples of the chance events after a move.
FUTURES = 8
#: The number of worlds for the expected result of a finished game whose cards are still hidden.
WORLDS = 500


def even(*estimates: tuple[float, int]) -> bool:
    """Return whether two win shares, each with its visits, do not differ significantly; exact ones have no visits."""
    (one, _), (other, _) = estimates
    spread = sum(share * (1 - share) / visits for share, visits in estimates if visits)
    return abs(one - other) < max(EVEN, sqrt(spread))


@dataclass(frozen=True, slots=True)
class MoveEvaluation:
    """The expected win share and final points of a seat after one of its moves, as means over `visits` visits.

    `win_shares` has the expected win shares of all seats, by the view of the seat that moved. All are exact if what
    follows the move is `solved`.
    """

    move: Move
    win_share: float
    points: float
    visits: int
    win_shares: tuple[float, ...]
    solved: bool = False

    def even(self, other: "MoveEvaluation") -> bool:
        """Return whether the difference of the win shares is not significant."""
        return even((self.win_share, self.visits), (other.win_share, other.visits))

    def beats(self, other: "MoveEvaluation") -> bool:
        """Return whether this move is better than the other: by win share, or by points if win shares are even."""
        if self.even(other):
            return self.points >= other.points + EVEN_POINTS
        return self.win_share > other.win_share


@dataclass(frozen=True, slots=True)
class InferredCard:
    """An observer's posterior of a seat's true card: its probability, and its rank among all possible cards."""

    card: str
    probability: float
    rank: int
    cards: int


@dataclass(frozen=True, slots=True)
class Decision:
    """One move of a seat that had a choice: its event counted from 1, its evaluation, and that of the best move.

    `known` is the inference after the move; None if the seat hides nothing. `tempting` is what short searches prefer
    to the best move, which was played, if that would have been a mistake; else None.
    """

    event: int
    seat: int
    played: MoveEvaluation
    best: MoveEvaluation
    known: InferredCard | None
    tempting: MoveEvaluation | None = None

    @property
    def lost(self) -> float:
        """The win share that the move lost; 0 if its difference from the best move is not significant."""
        return 0.0 if self.best.even(self.played) else self.best.win_share - self.played.win_share

    @property
    def solved(self) -> bool:
        """Whether the numbers are exact, because what follows both moves was solved."""
        return self.played.solved and self.best.solved

    @property
    def points_lost(self) -> float:
        """The points that the move lost; negative if it gained points but lost win share."""
        return self.best.points - self.played.points

    @property
    def stake(self) -> Stake:
        """How much better the best move is, as its reasons are to explain it."""
        return Stake(self.lost, self.points_lost)

    @property
    def costs_points(self) -> bool:
        """Whether the move lost no win share, and yet many points."""
        return not self.lost and self.points_lost >= MANY_POINTS

    @property
    def grade(self) -> str:
        """The grade of the move: `best` or one of `GRADES`."""
        if self.played == self.best:
            return BEST
        return next(grade for grade, least in GRADES.items() if self.lost >= least)


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """The summary of one seat's decisions: their number, grades, mean loss of win share, and total loss of points.

    `known` is the posterior after the last event. `most_informative` is the event that raised it most; None if none
    raised it much.
    """

    seat: int
    decisions: int
    grades: dict[str, int]
    mean_lost: float | None
    points_lost: float
    known: InferredCard | None
    most_informative: int | None


def choices(history: History) -> list[int]:
    """Return the plies at which a seat had a choice; forced moves and chance events are left out."""
    return [ply for ply in range(len(history.events)) if len(history.states[ply].moves()) > 1]


def judge(history: History, ply: int, options: SearchOptions) -> Decision:
    """Return the decision at a ply with its evaluations, by two or three searches; `options` limits each of them.

    If nodes are the only limit, the result is reproducible, and it does not depend on the hidden cards of other seats.
    """
    before = history.until(ply)
    seat = before.state.to_move
    result = searched(before.seen_by(seat), options)
    preferred = result.move
    judged = partial(_evaluated, before, seat=seat, options=options, exact=result.solved)
    played = judged(history.move(ply))
    best = played if preferred == played.move else judged(preferred)
    if not best.beats(played):
        best = played
    known = inferred(history.until(ply + 1), seat, options.seed)
    tempting = _tempting(before, played, seat, options) if preferred == played.move else None
    return Decision(ply + 1, seat, played, best, known, tempting)


def _tempting(
    before: History, played: MoveEvaluation, seat: int, options: SearchOptions
) -> MoveEvaluation | None:
    """Return the mistake that short searches prefer to the best move; None if one of them finds it."""
    view = before.seen_by(seat)
    for number in range(GLANCES):
        seed = options.seed * GLANCES + number
        glance = replace(options, nodes=GLANCE, time=None, endings=False, seed=seed)
        move = searched(view, glance).move
        if move == played.move:
            return None
    evaluation = _evaluated(before, move, seat, options, exact=played.solved)
    missed = not evaluation.even(played) and played.win_share - evaluation.win_share >= GRADES["mistake"]
    return evaluation if missed else None


def _evaluated(
    before: History, move: Move, seat: int, options: SearchOptions, *, exact: bool
) -> MoveEvaluation:
    """Return the evaluation of a move for its seat: exact if the position before it is solved."""
    view = before.seen_by(seat)
    result = searched(view, options, [move]) if exact else None
    if result is not None and result.solved:
        return _evaluation_of(move, result, seat)
    view = view.after(move)
    if not view.bare_state().due:
        return _expected(move, view, seat, options)
    # The seat did not know the chance events that followed, so both moves are judged by the same samples of them.
    share = replace(
        options,
        nodes=options.nodes and max(1, options.nodes // FUTURES),
        time=options.time and options.time / FUTURES,
    )
    futures = [
        _expected(move, _drawn(view, options.seed * FUTURES + number), seat, share, Limit())
        for number in range(FUTURES)
    ]
    return MoveEvaluation(
        move,
        fmean(future.win_share for future in futures),
        fmean(future.points for future in futures),
        sum(future.visits for future in futures),
        tuple(map(fmean, zip(*(future.win_shares for future in futures), strict=True))),
    )


def _drawn(view: View, seed: int) -> View:
    """Return the view after the due chance events, drawn from the seed."""
    while (world := view.state(seed)).due:
        event = world.chance()
        assert event is not None
        view = view.after(view.game.notation.mask_event(event, world.to_move, view.seat))
    return view


def _expected(
    move: Move, view: View, seat: int, options: SearchOptions, besides: Limit = SOLVING
) -> MoveEvaluation:
    """Return the evaluation of a move with the chance events that follow."""
    if view.bare_state().over:
        return _settled(move, view, seat, options.seed)
    return _evaluation_of(move, searched(view, options, besides=besides), seat)


def _evaluation_of(move: Move, result: Result, seat: int) -> MoveEvaluation:
    """Return the evaluation of a move as a search has found it."""
    visits = 0 if result.solved else result.nodes
    return MoveEvaluation(
        move, result.win_share[seat], result.points[seat], visits, result.win_share, result.solved
    )


def searched(
    view: View, options: SearchOptions, moves: Sequence[Move] = (), *, besides: Limit = SOLVING
) -> Result:
    """Return the result of a search from a view, of some moves if they are given."""
    # Each ply has another seed, so that the judging searches do not repeat the draws of the search that chose.
    options = replace(options, seed=options.seed + len(view.events))
    return ismcts(view, options.limit(besides), options, moves)


def _settled(move: Move, view: View, seat: int, seed: int) -> MoveEvaluation:
    """Return the evaluation of the last move of a game whose cards are still hidden: the mean over worlds."""
    end = view.bare_state()
    worlds = [end.reshuffled(seat, seed * WORLDS + number) for number in range(WORLDS)]
    shares = tuple(map(fmean, zip(*(win_shares(world.ranks()) for world in worlds), strict=True)))
    return MoveEvaluation(move, shares[seat], fmean(world.scores()[seat] for world in worlds), WORLDS, shares)


def inferred(history: History, seat: int, seed: int = 0) -> InferredCard | None:
    """Return an observer's posterior of a seat's true card after all events; None if the seat hides none."""
    card = secret_of(history.state, seat)
    if not card:
        return None
    rows = belief(history.seen_by(None), seat, seed=seed)
    probability = dict(rows).get(card, 0.0)
    return InferredCard(card, probability, 1 + sum(other > probability for _, other in rows), len(rows))


def summary_of(history: History, decisions: Sequence[Decision], seat: int, seed: int = 0) -> SeatSummary:
    """Return the summary of one seat's decisions; `decisions` may hold those of all seats."""
    own = [decision for decision in decisions if decision.seat == seat]
    counted = Counter(decision.grade for decision in own)
    known = inferred(history, seat, seed)
    return SeatSummary(
        seat=seat,
        decisions=len(own),
        grades={grade: counted[grade] for grade in (BEST, *reversed(GRADES))},
        mean_lost=sum(decision.lost for decision in own) / len(own) if own else None,
        points_lost=sum(decision.points_lost for decision in own),
        known=known,
        most_informative=_most_informative(own) if known is not None else None,
    )


def _most_informative(own: Sequence[Decision]) -> int | None:
    """Return the seat's event that raised the probability of its true card most; None if none raised it much."""
    told = [(decision.event, decision.known) for decision in own if decision.known is not None]
    if not told:
        return None
    probabilities = [1 / told[0][1].cards, *(known.probability for _, known in told)]
    rises = [after - before for before, after in pairwise(probabilities)]
    most = max(rises)
    return told[rises.index(most)][0] if most >= INFORMATIVE else None


def decisive(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions that lost most win share, the costliest first; each lost at least an inaccuracy."""
    costly = [decision for decision in decisions if decision.lost >= GRADES["inaccuracy"]]
    return sorted(costly, key=lambda decision: (-decision.lost, decision.event))[:DECISIVE]


@dataclass(frozen=True, slots=True)
class Posterior:
    """The posterior of the card that a seat hides: (card, probability) rows, the likeliest first; and the true card."""

    seat: int
    card: str
    rows: tuple[tuple[str, float], ...]


def posteriors(history: History) -> list[list[Posterior]]:
    """Return the posteriors of all hidden cards, one a seat, by the public events: after the deal and after each event.

    The lists are empty if nothing is hidden, or if moves tell nothing of what is hidden.
    """
    public = history.seen_by(None)
    cards = {seat: card for seat in range(history.state.seats) if (card := secret_of(history.state, seat))}
    belief = Belief(View(public.game, None, public.deal, ()))
    posteriors = []
    for count in range(len(public.events) + 1):
        belief.follow(View(public.game, None, public.deal, public.events[:count]))
        rows = {seat: belief.probabilities(seat) for seat in cards}
        posteriors.append(
            [
                Posterior(seat, card, tuple(sorted(rows[seat].items(), key=lambda row: (-row[1], row[0]))))
                for seat, card in cards.items()
                if rows[seat]
            ]
        )
    return posteriors
