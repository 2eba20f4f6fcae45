"""Why one move is better than another: the part of the difference that follows for certain, and explains it.

Both moves have the same number of rollouts, in the same worlds (see `rollout`). Each row of each seat's final
score is compared in pairs. What a rival gets counts against a seat as often as it is the best rival at the end. A row
counts for all seats at once: what one of them gets, such as a card or a district, another often loses.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import sqrt
from statistics import fmean

import numpy as np
import numpy.typing as npt

from urbanist.bots.analysis.rollout import Rollout
from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.record import win_shares
from urbanist.engine.score_row import Holding, ScoreRow

Numbers = npt.NDArray[np.float64]

#: A difference is certain if it is so many standard errors from nothing: of some thirty rows that are looked at,
#: chance makes one differ by two. It is told from so many points on.
CERTAIN, LEAST = 3.0, 0.5
#: So many standard errors are the points of a cause from nothing. They are fewer, because there are ten kinds of rows
#: at most, and only the greatest is looked at. The points of each of its seats are told from so many on.
MAKES, OF_SEAT = 2.7, 2.0
#: A cause explains at least this part of the difference of a search, with so many standard errors to spare, and as
#: much of that of the rollouts. These need not be sure that the move is better, because the search is: otherwise most
#: mistakes have no reason. But all rows together make that part, too.
EXPLAINS, ENOUGH = 0.5, 2.0
#: A deed leads to at least this part of a cause.
LEADS = 0.25
#: Other kinds of rows are told until the rest is at most this part of all points: of so many points, and so many kinds.
REST, OF_KIND, MOST_KINDS = 0.25, 1.0, 3
#: More games are in vain if the rollouts speak against the better move by so many standard errors.
AGAINST = 1.0
#: A step or a deed leads to a cause if it follows one move in so many more games than the other, as a share of all. A
#: step makes at least this part of the change.
OFTEN, STEPS = 0.4, 0.5
#: Of deeds the later ones lead to this many times as much.
NEARLY = 1.1

#: A move with the positions before and after it.
Played = tuple[State, Move, State]
#: A seat and what it does, which two games may have in common: as a move does it for good, and soon after the first of
#: some moves, the specific before the general.
Key = tuple[int, Hashable]
DeedsOf = Callable[[State, Move, State], Iterable[Key]]
StepsOf = Callable[[Sequence[Played]], Iterable[Key]]
#: With which move something happens for the first time, by the number of the game; after the better move and the other.
Sides = tuple[dict[int, Played], dict[int, Played]]
Happened = dict[Key, Sides]


@dataclass(frozen=True, slots=True)
class Stake:
    """How much better a move is by a search: in win share, or in points where the win shares are even."""

    share: float = 0.0
    points: float = 0.0


#: Nothing is known of it.
UNKNOWN = Stake()


@dataclass(frozen=True, slots=True)
class RowChange:
    """How many points more a seat has at the end, as a mean: of a row, or (None) of all rows.

    `row` is that of the median game after the better move, and `was` that after the other one; None if most have none,
    or if these two games do not show the change. All changes of a cause are those of the same two games.
    """

    seat: int
    row: ScoreRow | None
    points: float
    was: ScoreRow | None = None


@dataclass(frozen=True, slots=True)
class DeedShare:
    """What a seat does, with a position before it, and in which shares of the games it follows the two moves."""

    seat: int
    deed: Hashable
    before: State
    now: float
    was: float

    @property
    def more(self) -> float:
        """In how many more games it follows the better move, as a share of all."""
        return self.now - self.was


@dataclass(frozen=True, slots=True)
class Cause:
    """The changes of the kind of row that makes most of the difference that speak for it; None for all rows together.

    The change that brings the seat most is the first. `also` are other kinds that count much for the seat or against
    it. All of them count `ahead` points.
    """

    kind: Hashable
    changes: tuple[RowChange, ...]
    ahead: float
    also: tuple[RowChange, ...] = ()


class MoveComparison:
    """What becomes of a game after the better of two moves of a seat, and after the other one."""

    def __init__(
        self,
        seat: int,
        better: Sequence[Rollout | None],
        other: Sequence[Rollout | None],
    ) -> None:
        pairs = [(one, two) for one, two in zip(better, other, strict=True) if one and two]
        self.seat, self.pairs = seat, len(pairs)
        self._told: list[Numbers] = []
        self.games = [one for one, _ in pairs], [two for _, two in pairs]
        self._ends = tuple([each.end for each in games] for games in self.games)

    @cached_property
    def weights(self) -> Numbers:
        """What a point of each seat counts for the seat: 1 of its own, and less than nothing of a rival."""
        scores = np.array([end.scores() for ends in self._ends for end in ends], float)
        rivals = np.delete(scores, self.seat, axis=1)
        if not rivals.size:
            return np.ones(1)
        best = rivals == rivals.max(axis=1, keepdims=True)
        return np.insert(-(best / best.sum(axis=1, keepdims=True)).mean(axis=0), self.seat, 1.0)

    @cached_property
    def points(self) -> Numbers:
        """How many points more the seat is ahead, in each pair."""
        better, other = (np.array([end.scores() for end in ends], float) for ends in self._ends)
        ahead: Numbers = (better - other) @ self.weights
        return ahead

    @cached_property
    def share_of_a_point(self) -> float:
        """The win share that a point is worth: the slope of a line through all ends; 0 if points decide nothing."""
        ends = [end for ends in self._ends for end in ends]
        ahead = np.array([end.scores() for end in ends], float) @ self.weights
        won = np.array([win_shares(end.ranks())[self.seat] for end in ends])
        spread = ahead.var()
        return float(((ahead - ahead.mean()) * won).mean() / spread) if spread else 0.0

    @cached_property
    def rows(self) -> dict[tuple[int, Hashable], tuple[ScoreRow, Numbers]]:
        """How many points more each row of a seat has in each pair, with an example, by the seat and the kind."""
        rows: dict[tuple[int, Hashable], tuple[ScoreRow, Numbers]] = {}
        for sign, ends in zip((1, -1), self._ends, strict=True):
            for number, end in enumerate(ends):
                for seat in range(end.seats):
                    for row in end.score_rows(seat):
                        entry = rows.setdefault((seat, row.kind), (row, np.zeros(self.pairs)))
                        entry[1][number] += sign * row.points
        return rows

    def _typical(self, changes: Sequence[RowChange]) -> Iterator[RowChange]:
        """Yield changes of a kind with their rows in one game after each move, so that those of seats fit together."""
        sides = [_typical_rows(ends, changes) for ends in self._ends]
        for change, now, was in zip(changes, *sides, strict=True):
            yield self._with_rows(change, now, was)

    def _with_rows(self, change: RowChange, now: ScoreRow | None, was: ScoreRow | None) -> RowChange:
        """Return a change with its rows after both moves, the other one only if they show it."""
        row = now or change.row
        assert row is not None
        shows = was is not None and (row.points - was.points) * change.points > 0
        if was is not None and row.each == was.each:
            shows = shows and (row.count - was.count) * change.points >= 0
        return replace(change, row=row, was=was if shows else None)

    def changes(self) -> Iterator[RowChange]:
        """Yield the certain changes of rows, those that count most for or against the seat first."""
        yield from self._certain((seat, row, points) for (seat, _), (row, points) in self.rows.items())

    def totals(self) -> Iterator[RowChange]:
        """Yield the certain changes of all points of a seat."""
        better, other = (np.array([end.scores() for end in ends], float) for ends in self._ends)
        yield from self._certain((seat, None, points) for seat, points in enumerate((better - other).T))

    def _certain(
        self, differences: Iterable[tuple[int, ScoreRow | None, Numbers]], errors: float = CERTAIN
    ) -> Iterator[RowChange]:
        changes = [
            RowChange(seat, row, float(points.mean()))
            for seat, row, points in differences
            if certain(points, errors) and abs(points.mean()) >= LEAST
        ]
        yield from sorted(changes, key=lambda change: -abs(self.counts(change)))

    def counts(self, change: RowChange) -> float:
        """Return how many points a change brings the seat; less than 0 if it speaks for the other move."""
        return float(self.weights[change.seat]) * change.points

    @cached_property
    def _worths(self) -> dict[Hashable, Numbers]:
        """What each kind of row counts for the seat in each pair."""
        worths: dict[Hashable, Numbers] = {}
        for (seat, kind), (_, points) in self.rows.items():
            worths[kind] = worths.get(kind, 0) + self.weights[seat] * points
        return worths

    @cached_property
    def _worth(self) -> tuple[Hashable, Numbers]:
        """The kind of row that makes most of the difference, and what it counts for the seat in each pair."""
        return max(self._worths.items(), key=lambda each: float(each[1].mean()))

    def cause(self, stake: Stake = UNKNOWN) -> Cause | None:
        """Return the changes of the kind of row that counts most, if it explains what is at stake; None otherwise."""
        if self.pairs < 2 or not self._explains(self._worth[1], stake):
            return None
        kind, _ = self._worth
        of_kind = ((seat, row, points) for (seat, each), (row, points) in self.rows.items() if each == kind)
        certainly = self._certain(of_kind, OF_SEAT)
        # Where seats have cards of their own, those of others are guesses, and a mean of different cards tells nothing.
        speaking = (
            change
            for change in certainly
            if self.counts(change) > 0
            and (change.seat == self.seat or not (change.row and change.row.subject))
        )
        changes = sorted(speaking, key=self.counts, reverse=True)
        if not changes:
            return None
        return self.cause_of(*changes)

    def cause_of(self, *changes: RowChange) -> Cause:
        """Return changes of one kind as a cause."""
        kind = changes[0].row and changes[0].row.kind
        typical = changes if kind is None else tuple(self._typical(changes))
        return Cause(kind, typical, float(self.points.mean()), self._also(kind))

    def _also(self, kind: Hashable) -> tuple[RowChange, ...]:
        """Return the other kinds of rows, the greatest first, as far as they make all rows together."""
        ahead, also = float(self.points.mean()), list[RowChange]()
        rest = ahead - float(self._worths[kind].mean()) if kind in self._worths else 0.0
        others = [
            (float(self._worths[each].mean()), row)
            for (seat, each), (row, _) in self.rows.items()
            if seat == self.seat and each != kind
        ]
        for points, row in sorted(others, key=lambda each: -abs(each[0])):
            if abs(rest) <= REST * abs(ahead) or abs(points) < OF_KIND or len(also) == MOST_KINDS:
                break
            rest -= points
            also.append(RowChange(self.seat, row, points))
        return tuple(also)

    def _explains(self, points: Numbers, stake: Stake) -> bool:
        """Return whether points are certain, and enough of the difference of the rollouts and of what is at stake."""
        ahead, worth = float(self.points.mean()), float(points.mean())
        if not (ahead > 0 and worth >= EXPLAINS * ahead and certain(points, MAKES)):
            return False
        if stake.share:
            if ahead * self.share_of_a_point < EXPLAINS * stake.share:
                return False
            more = points * self.share_of_a_point - EXPLAINS * stake.share
            return bool(more.mean() > 0) and certain(more, ENOUGH)
        return worth >= EXPLAINS * stake.points

    def may_show(self, games: int) -> bool:
        """Return whether so many games may show a cause that these do not: if it goes on as it began."""
        if self.pairs < 2:
            return False
        against = self.points.mean() < 0 and certain(self.points, AGAINST)
        return not against and certain(self._worth[1], MAKES * sqrt(self.pairs / games))

    @cached_property
    def moves(self) -> tuple[list[list[Played]], ...]:
        """The moves of the games after the better and after the other one, with the positions before and after each."""
        return tuple([list(game.moves()) for game in games] for games in self.games)

    def steps(self, change: RowChange, steps_of: StepsOf) -> list[DeedShare]:
        """Return the steps with which a change goes."""
        happened = _happened(self.moves, lambda moves: ((moves[0], key) for key in steps_of(moves)))
        steps = [
            (share, in_game)
            for share, in_game, _ in self._differing(happened)
            if share.more * self._goes_with(in_game, change) / change.points >= STEPS
        ]
        self._told += [in_game[0] for _, in_game in steps]
        return [share for share, _ in steps]

    def led(
        self, change: RowChange, deeds_of: DeedsOf, news: Callable[[DeedShare], bool] = lambda _: True
    ) -> DeedShare | None:
        """Return the deed that leads to most of a change, because it follows one of the moves more often.

        What a move does at once is no news, nor what is not said to be `news`.
        """
        happened = _happened(
            self.moves, lambda moves: ((each, key) for each in moves for key in deeds_of(*each))
        )
        at_once = {key for games in self.moves for key in deeds_of(*games[0][0])}
        most, led, told = LEADS * abs(change.points), None, np.zeros(self.pairs)
        for share, in_game, times in self._differing(happened):
            if isinstance(share.deed, Holding):
                of_row = change.row is not None and (share.seat, share.deed.kind) == (
                    change.seat,
                    change.row.kind,
                )
                worth = self._goes_with(in_game, change) if of_row else 0.0
            else:
                worth = fmean(_points(after, change) - _points(before, change) for before, _, after in times)
                worth *= (share.seat, share.deed) not in at_once
            points = share.more * worth * (1 if change.points > 0 else -1)
            if points > (most if led is None else NEARLY * most) and news(share):
                most, led, told = points, share, in_game[0]
        if led is not None:
            self._told.append(told)
        return led

    def typical(self, cause: Cause) -> Rollout:
        """Return the game after the better move in which most happens as in most of them, of what was found.

        Of several it is one with points of the cause near the median.
        """
        told = np.array([each >= 0.5 if each.mean() >= 0.5 else each < 0.5 for each in self._told])
        agree = told.sum(axis=0) if len(told) else np.zeros(self.pairs)
        points = np.array([_points(end, cause.changes[0]) for end in self._ends[0]], float)
        far = np.abs(points - np.median(points))
        return self.games[0][min(range(self.pairs), key=lambda number: (-agree[number], far[number]))]

    def _differing(self, happened: Happened) -> Iterator[tuple[DeedShare, Numbers, list[Played]]]:
        """Yield what follows one of the moves certainly more often than the other: in which games, with which moves."""
        for key, sides in happened.items():
            in_game = np.array([[number in times for number in range(self.pairs)] for times in sides], float)
            now, was = in_game.mean(axis=1)
            if abs(now - was) >= OFTEN and certain(in_game[0] - in_game[1]):
                times = [each for side in sides for each in side.values()]
                yield DeedShare(*key, times[0][0], float(now), float(was)), in_game, times

    def _goes_with(self, in_game: Numbers, change: RowChange) -> float:
        """Return how many points more a row has at the end of the games in which something happens."""
        points = np.array([[_points(end, change) for end in ends] for ends in self._ends], float)
        return float(points[in_game > 0].mean() - points[in_game == 0].mean())


def _happened(
    games: Iterable[Iterable[list[Played]]], keys_of: Callable[[list[Played]], Iterable[tuple[Played, Key]]]
) -> Happened:
    """Return with which move each thing happens for the first time."""
    happened: Happened = defaultdict(lambda: ({}, {}))
    for side, each in enumerate(games):
        for number, moves in enumerate(each):
            for move, key in keys_of(moves):
                happened[key][side].setdefault(number, move)
    return happened


def _typical_rows(ends: Sequence[State], changes: Sequence[RowChange]) -> Sequence[ScoreRow | None]:
    """Return the rows of changes of a kind in one game; None for those that most games do not have.

    Their points are nearest to the medians. Of several such games it is one with the most frequent rows.
    """
    kind = changes[0].row and changes[0].row.kind
    rows = [
        tuple(next((row for row in end.score_rows(each.seat) if row.kind == kind), None) for each in changes)
        for end in ends
    ]
    points = [[row.points if row else 0 for row in each] for each in rows]
    middle = [sorted(each)[len(ends) // 2] for each in zip(*points, strict=True)]
    far = [sum(abs(one - other) for one, other in zip(each, middle, strict=True)) for each in points]
    nearest = Counter(each for each, away in zip(rows, far, strict=True) if away == min(far))
    [(typical, _)] = nearest.most_common(1)
    most = [sum(map(bool, each)) > len(ends) / 2 for each in zip(*rows, strict=True)]
    return [row if often else None for row, often in zip(typical, most, strict=True)]


def _points(state: State, change: RowChange) -> int:
    """Return the points of the row of a change, or of all rows, as they stand."""
    if change.row is None:
        return int(state.scores()[change.seat])
    return sum(row.points for row in state.score_rows(change.seat) if row.kind == change.row.kind)


def certain(differences: Numbers, errors: float = CERTAIN) -> bool:
    """Return whether the mean of differences is certainly not nothing: more than some standard errors from it."""
    error = differences.std(ddof=1) / sqrt(len(differences))
    return bool(abs(differences.mean()) > errors * error)
