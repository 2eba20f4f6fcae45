"""The report of a balance: numbers with 95 % intervals over games, as values that JSON, tables and pages show."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import numpy as np

from urbanist.bots.balance.play import BalancePlan, RulesetGames
from urbanist.bots.balance.sums import GameSums, Question
from urbanist.bots.match.intervals import Estimate, Sums, mean_of, points_text, share_of

#: How many times as wide as one of 95 % an interval of 99 % is (normal quantiles 2.576 and 1.960).
WIDER = 1.314


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution: its mean, its least and greatest number, its quartiles, and how often each number came."""

    mean: Estimate
    least: int
    lower: float
    median: float
    upper: float
    greatest: int
    counts: dict[int, int]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """The worth of a value to seats: the means of those who had it, and the slope: what one more of it is worth.

    `search` is what a search finds it worth in win share, and `verdict` what that says of the playouts: it `agrees`,
    `differs`, or leaves a worth `doubtful` that looked certain; empty where neither tells anything. A search agrees if
    its interval of 99 % leaves 0 out: of dozens of values that are worth nothing, some look certain at 95 %.
    """

    value: str
    seats: int
    points: Estimate
    win: Estimate
    worth: Estimate | None
    win_worth: Estimate | None
    search: Estimate | None = None
    verdict: str = ""

    @property
    def informative(self) -> bool:
        """Whether it says anything: a worth that is not 0, or that a search contradicts."""
        return bool(self.verdict) or is_certain(self.worth) or is_certain(self.win_worth)


@dataclass(frozen=True, slots=True)
class Changes:
    """The differences from the rules that were asked for, on the same deals; the fields are those of `TableRow`."""

    points: Estimate
    margin: Estimate
    plies: Estimate
    first: Estimate


@dataclass(frozen=True, slots=True)
class TableRow:
    """The means of tables with a value: points of a seat, margin of the winner, moves, win share of the first seat."""

    value: str
    games: int
    points: Estimate
    margin: Estimate
    plies: Estimate
    first: Estimate
    changes: Changes | None = None


@dataclass(frozen=True, slots=True)
class SeatQuestion:
    """The values of a question about seats; if they are `drawn`, chance alone decided who had which."""

    name: str
    drawn: bool
    rows: tuple[SeatRow, ...]


@dataclass(frozen=True, slots=True)
class TableQuestion:
    """The values of a question about whole tables."""

    name: str
    rows: tuple[TableRow, ...]


@dataclass(frozen=True, slots=True)
class RowReport:
    """A row of the score: the points of a seat, and by how many the winners lead the others in it."""

    name: str
    points: Estimate
    lead: Estimate | None


@dataclass(frozen=True, slots=True)
class BalanceReport:
    """The results of many games with one setup, and of fewer games with setups that differ in one rule."""

    game: str
    variant: str
    players: int
    options: tuple[str, ...]
    player: str
    seed: int
    games: int
    forfeited: int
    points: Spread
    margin: Spread
    plies: Spread
    shared: Estimate  # the share of games that several seats won
    tie_break: Estimate  # the share that a tie-break decided
    seats: tuple[SeatQuestion, ...]
    tables: tuple[TableQuestion, ...]
    rules: tuple[TableRow, ...]
    rows: tuple[RowReport, ...]
    scored: int  # games that the rows of the score are from
    searcher: str = ""  # the search whose games stand beside these
    searched: int = 0  # its games

    def verdicts(self, word: str) -> list[str]:
        """Return the values with a verdict, each with its question."""
        return [
            f"{question.name} {row.value}"
            for question in self.seats
            for row in question.rows
            if row.verdict == word
        ]


def report_of(
    plan: BalancePlan, rulesets: Sequence[RulesetGames], search: GameSums | None = None, searcher: str = ""
) -> BalanceReport:
    """Return the report of games; at least one of the setup that was asked for must count.

    `search` has games with this setup by a search, if any were played.
    """
    sums = rulesets[0].sums
    questions = list(sums.questions.items())
    others = {} if search is None else search.questions
    seats = [_seat_question(name, asked, others.get(name)) for name, asked in questions if not asked.shared]
    tables = [_table_question(name, asked, sums.games) for name, asked in questions if asked.shared]
    rules = [
        replace(_table_row(counted.ruleset.name, counted.sums.games, counted.sums.whole), changes=changes)
        for counted in rulesets
        if counted.sums.games
        for changes in [None if counted is rulesets[0] else _changes(counted.sums.changes(sums))]
    ]
    points, margin, plies = (_sure(mean_of(part)) for part in sums.whole[:3])
    return BalanceReport(
        game=plan.game,
        variant=plan.variant,
        players=plan.seats,
        options=plan.options,
        player=plan.player,
        seed=plan.seed,
        games=sums.games,
        forfeited=sum(counted.forfeited for counted in rulesets),
        points=_spread(sums.points, points),
        margin=_spread(sums.margins, margin),
        plies=_spread(sums.plies, plies),
        shared=_share(sums.shared, sums.games),
        tie_break=_share(sums.broken, sums.games),
        seats=tuple(question for question in seats if question.rows),
        tables=tuple(question for question in tables if question.rows),
        rules=tuple(rules),
        rows=tuple(
            RowReport(name, _sure(mean_of(own)), mean_of(lead)) for name, (own, lead) in sums.rows().items()
        ),
        scored=len(sums.scores),
        searcher=searcher,
        searched=0 if search is None else search.games,
    )


def _seat_question(name: str, asked: Question, search: Question | None) -> SeatQuestion:
    rows = []
    for value, (points, wins, worth, win_worth) in asked.values.items():
        if had := asked.had[value]:
            means = _sure(mean_of(points)), _sure(share_of(wins)), mean_of(worth)
            own = mean_of(win_worth)
            other = (
                mean_of(search.values[value][3]) if search is not None and value in search.values else None
            )
            rows.append(SeatRow(value, had, *means, own, other, verdict_of(own, other)))
    return SeatQuestion(name, asked.drawn, tuple(rows))


def is_certain(estimate: Estimate | None) -> bool:
    """Return whether an interval leaves 0 out."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return False
    return estimate.low > 0 or estimate.high < 0


def verdict_of(own: Estimate | None, search: Estimate | None) -> str:
    """Return what the worth by a search says of that by playouts, see `SeatRow`."""
    if own is None or search is None or own.margin is None or search.margin is None:
        return ""
    if abs(own.mean - search.mean) > hypot(own.margin, search.margin):
        return "differs"
    if not is_certain(own):
        return ""
    return "agrees" if abs(search.mean) > WIDER * search.margin else "doubtful"


def _changes(sums: Sums) -> Changes | None:
    """Return the differences; None if no deal was played with both rules."""
    return Changes(*(_sure(mean_of(part)) for part in sums)) if sums[0][0] else None


def _table_question(name: str, asked: Question, games: int) -> TableQuestion:
    """Return the values of a question; one that every table had tells nothing."""
    told = ((value, asked.had[value], sums) for value, sums in asked.values.items())
    return TableQuestion(name, tuple(_table_row(*row) for row in told if 0 < row[1] < games))


def _table_row(name: str, games: int, sums: Any) -> TableRow:
    points, margin, plies = (_sure(mean_of(part)) for part in sums[:3])
    return TableRow(name, games, points, margin, plies, _sure(share_of(sums[3])))


def _sure(estimate: Estimate | None) -> Estimate:
    assert estimate is not None  # there are games
    return estimate


def _share(count: int, games: int) -> Estimate:
    """Return the share of games of a kind, with its interval."""
    return _sure(share_of(np.array([games, games, count, count, count, games], np.float64)))


def _spread(counts: Counter[int], mean: Estimate) -> Spread:
    numbers = np.array(sorted(counts))
    times = np.array([counts[number] for number in numbers.tolist()])
    below = np.cumsum(times)
    # The smallest numbers that so many of all do not exceed.
    lower, median, upper = (
        float(numbers[np.searchsorted(below, share * below[-1])]) for share in (0.25, 0.5, 0.75)
    )
    ordered = {int(number): int(n) for number, n in zip(numbers, times, strict=True)}
    return Spread(mean, int(numbers[0]), lower, median, upper, int(numbers[-1]), ordered)


def hundredfold(estimate: Estimate | None) -> Estimate | None:
    """Return a share in per cent."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return None
    return Estimate(100 * estimate.mean, 100 * estimate.low, 100 * estimate.high)


def fine(estimate: Estimate | None) -> str:
    """Return a mean with its margin as text, with a second decimal where one would show 0.0."""
    if estimate is None or estimate.margin is None or estimate.margin >= 0.1 or estimate.margin == 0:
        return points_text(estimate)
    return f"{estimate.mean:.2f} ± {estimate.margin:.2f}"
