"""Reports of games against opponents: win shares, margins and calibration, as pure functions of records."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from urbanist.bots.match.intervals import Estimate, mean_estimate, share_estimate, share_text
from urbanist.engine import GAMES
from urbanist.engine.move_stats import move_stats
from urbanist.engine.record import PLAYED_OUT, Record, win_shares

#: The largest margin of a close game, in points.
NARROW = 10
#: Plies that were left at a decision, with the decision itself: the first and the last number of each bin.
BINS = ((1, 2), (3, 4), (5, 6), (7, 12), (13, 24), (25, 9999))
#: How a game can end for our seats, best first.
ENDS = ("won by more", "won narrowly", "tied", "lost narrowly", "lost by more")


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played out: the number of its deal, its record, and which seats are ours."""

    deal: int
    record: Record
    ours: frozenset[int]

    def __post_init__(self) -> None:
        if self.record.ended != PLAYED_OUT:
            raise ValueError(f"a game on deal {self.deal} was not played out: {self.record.ended}")

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of all seats."""
        assert self.record.ranks is not None
        return self.record.ranks

    @property
    def won(self) -> float:
        """The share of the win that our seats have together."""
        return sum(share for seat, share in enumerate(win_shares(self.ranks)) if seat in self.ours)

    @property
    def margin(self) -> int:
        """The margin: the points of the best of our seats less those of the best opponent."""
        assert self.record.scores is not None
        points = list(enumerate(self.record.scores))
        best = max(own for seat, own in points if seat in self.ours)
        return best - max(other for seat, other in points if seat not in self.ours)

    @property
    def end(self) -> str:
        """How it ended, one of `ENDS`; a win by tie-break is narrow."""
        if self.won not in (0, 1):
            return "tied"
        how = "narrowly" if abs(self.margin) <= NARROW else "by more"
        return f"{'won' if self.won else 'lost'} {how}"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of one of our seats: the plies left with it, the win share that was expected, and what came of it."""

    deal: int
    left: int
    expected: float
    came: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The decisions in a bin of plies left: expected, actual, and the `bias`, actual less expected.

    `error` is the mean squared error (Brier score), and `expected_error` what it would be if all were calibrated.
    """

    plies: tuple[int, int]
    decisions: int
    expected: float
    came: float
    bias: Estimate
    error: float
    expected_error: float


def by_deal(rows: Iterable[tuple[int, float]]) -> list[list[float]]:
    """Return values in groups, one for each deal."""
    deals: dict[int, list[float]] = defaultdict(list)
    for deal, value in rows:
        deals[deal].append(value)
    return list(deals.values())


def win_share(games: Sequence[Game]) -> Estimate:
    """Return the share of the wins that our seats have, with an interval over deals."""
    return share_estimate(by_deal((game.deal, game.won) for game in games))


def ends(games: Sequence[Game]) -> dict[str, int]:
    """Return the number of games by how they ended."""
    return {end: sum(game.end == end for game in games) for end in ENDS}


def decisions(game: Game) -> list[Decision]:
    """Return the decisions of our seats for which the record says what they expected."""
    history, shares = game.record.replay(GAMES), win_shares(game.ranks)
    plies = history.state.ply
    return [
        Decision(game.deal, plies - state.ply, told.score, shares[state.to_move])
        for state, told in zip(history.states, move_stats(game.record), strict=False)
        if told.score is not None and state.to_move in game.ours
    ]


def calibration(decisions: Iterable[Decision]) -> list[Calibration]:
    """Return the calibration of the expectations by plies left; bins without a decision are left out."""
    binned: dict[tuple[int, int], list[Decision]] = defaultdict(list)
    for decision in decisions:
        binned[next(plies for plies in BINS if decision.left <= plies[1])].append(decision)
    return [
        Calibration(
            plies,
            len(rows),
            fmean(row.expected for row in rows),
            fmean(row.came for row in rows),
            mean_estimate(by_deal((row.deal, row.came - row.expected) for row in rows)),
            fmean((row.came - row.expected) ** 2 for row in rows),
            fmean(row.expected * (1 - row.expected) for row in rows),
        )
        for plies, rows in sorted(binned.items())
    ]


@dataclass(frozen=True, slots=True)
class Report:
    """All that the games against one opponent came to; `even` is the share of the wins that equals have."""

    opponent: str
    games: int
    even: float
    won: Estimate
    margin: Estimate
    ends: dict[str, int]
    calibration: list[Calibration]


def report(opponent: str, games: Sequence[Game]) -> Report:
    """Return the report of games against one opponent, at least one."""
    return Report(
        opponent,
        len(games),
        len(games[0].ours) / len(games[0].record.seats),
        win_share(games),
        mean_estimate(by_deal((game.deal, game.margin) for game in games)),
        ends(games),
        calibration(decision for game in games for decision in decisions(game)),
    )


def ends_row(report: Report) -> str:
    """Return the row of an opponent in the table of `ENDS_HEAD`."""
    ends_text = " | ".join(str(report.ends[end]) for end in ENDS)
    won, margin = share_text(report.won, " %"), interval(report.margin, 1, 1)
    return (
        f"| {report.opponent} | {report.games} | {won} | {100 * report.even:.1f} % | {ends_text} | {margin} |"
    )


def calibration_rows(report: Report) -> list[str]:
    """Return the rows of an opponent in the table of `CALIBRATION_HEAD`."""
    return [
        f"| {report.opponent} | {plies_text(row.plies)} | {row.decisions} | {100 * row.expected:.1f} % | "
        f"{100 * row.came:.1f} % | {interval(row.bias, 100, 1)} % | {row.error:.3f} | {row.expected_error:.3f} |"
        for row in report.calibration
    ]


def interval(estimate: Estimate, unit: float, places: int) -> str:
    """Return a mean that may be negative with the ends of its interval."""
    low, high = ("?" if end is None else f"{unit * end:+.{places}f}" for end in (estimate.low, estimate.high))
    return f"{unit * estimate.mean:+.{places}f} [{low}, {high}]"


def plies_text(plies: tuple[int, int]) -> str:
    """Return the first and the last number of a bin as text."""
    return f"{plies[0]} to {plies[1]}" if plies != BINS[-1] else f"{plies[0]} or more"


def head(*columns: str) -> str:
    """Return the two lines above the rows of a table."""
    return f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}"


ENDS_HEAD = head("opponent", "games", "share of the wins", "even share", *ENDS, "points ahead")
CALIBRATION_HEAD = head(
    "opponent",
    "plies left",
    "decisions",
    "expected",
    "came",
    "bias",
    "squared error",
    "expected squared error",
)
