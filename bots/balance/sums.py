"""Sums over many games, added up part by part, so that memory does not grow with the games."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from urbanist.bots.match.intervals import PARTS, Sums, sums_of
from urbanist.engine import Batch
from urbanist.engine.facts import Fact, chosen

Numbers = npt.NDArray[np.float64]

#: The fact that every game has: who moved first.
ORDER = "order of play"


@dataclass(slots=True)
class Question:
    """The sums of a fact by its values, each [4, 6], see `GameSums.add`; and how many seats or tables had the value."""

    drawn: bool
    shared: bool
    values: dict[str, Sums] = field(default_factory=dict)
    had: dict[str, int] = field(default_factory=dict)

    def add(self, value: str, sums: Sums, had: int) -> None:
        """Add sums of more games."""
        self.values[value] = self.values.get(value, 0.0) + sums
        self.had[value] = self.had.get(value, 0) + had


@dataclass(slots=True)
class GameSums:
    """The sums over games with one setup; `scored` games at most tell where points come from.

    The first `paired` games are also kept one by one, to be compared with those of other rules on the same deals.
    """

    scored: int = 0
    paired: int = 0
    games: int = 0
    shared: int = 0  # games that several seats won together
    broken: int = 0  # games that a tie-break decided
    plies: Counter[int] = field(default_factory=Counter)
    margins: Counter[int] = field(default_factory=Counter)  # of the winner over the next seat
    points: Counter[int] = field(default_factory=Counter)  # of all seats
    #: Points, margin, plies, share of the first seat.
    whole: Sums = field(default_factory=lambda: np.zeros((4, PARTS)))
    questions: dict[str, Question] = field(default_factory=dict)
    #: Points by rows of the score and by seat.
    scores: list[dict[str, list[float]]] = field(default_factory=list)
    won: list[Numbers] = field(default_factory=list)  # of the same games, the win shares
    #: Of each paired game: points of a seat, margin, plies, win share of the first seat.
    each: list[Numbers] = field(default_factory=list)

    def add(self, begun: Batch, ended: Batch) -> None:
        """Add games, from their first and their last positions.

        For each value of a seat the sums are those of points, of win shares, and of what one more of it is worth in
        points and in win share: that is the slope of both against how many of it a seat has, within each game. For
        each value of a table they are those of points, margin, plies and the win share of the first seat.
        """
        points, ranks = (array.astype(np.float64) for array in ended.standing())
        wins = (ranks == 1) / (ranks == 1).sum(axis=1, keepdims=True)
        plies = ended.array["ply"].astype(np.float64)
        first = begun.array["to_move"].astype(np.intp)
        games, seats = points.shape
        margins = _margins(points, ranks)
        self.games += games
        self.shared += int(((ranks == 1).sum(axis=1) > 1).sum())
        self.broken += int((((ranks == 1).sum(axis=1) == 1) & (margins == 0)).sum()) if points.any() else 0
        for counter, numbers in ((self.plies, plies), (self.margins, margins), (self.points, points)):
            values, counts = np.unique(numbers.astype(np.int64), return_counts=True)
            counter.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        table = (points.sum(axis=1), margins, plies, wins[np.arange(games), first])
        self.whole += _table_sums(np.ones((games, 1)), table, seats)[:, :, 0]
        kept = max(self.paired - sum(map(len, self.each)), 0)
        self.each.append(np.column_stack([table[0] / seats, *table[1:]])[:kept])
        place = (np.arange(seats) - first[:, None]) % seats
        order = Fact(ORDER, tuple(map(str, range(1, seats + 1))), chosen(place, seats), drawn=True)
        for fact in (order, *ended.game.notation.facts(begun.array, ended.array)):
            self._ask(fact, points, wins, table)
        self._score(ended, wins)

    def _ask(self, fact: Fact, points: Numbers, wins: Numbers, table: tuple[Numbers, ...]) -> None:
        counts = fact.counts.astype(np.float64)
        question = self.questions.setdefault(fact.name, Question(fact.drawn, fact.shared))
        sums = (
            _table_sums(counts, table, points.shape[1]) if fact.shared else _seat_sums(counts, points, wins)
        )
        for place, value in enumerate(fact.values):
            question.add(value, sums[:, :, place], int((counts[..., place] != 0).sum()))

    def _score(self, ended: Batch, wins: Numbers) -> None:
        """Take the rows of the scores of some games."""
        for game in range(min(len(ended), self.scored - len(self.scores))):
            state = ended.state(game)
            table: dict[str, list[float]] = {}
            for seat in range(wins.shape[1]):
                for row in state.score_rows(seat):
                    table.setdefault(str(row.kind), [0.0] * wins.shape[1])[seat] += row.points
            self.scores.append(table)
            self.won.append(wins[game])

    def skip(self) -> None:
        """Note a game that does not count, so that those after it are compared with the right ones."""
        self.each.append(np.full((1, 4), np.nan))

    def changes(self, other: "GameSums") -> Sums:
        """Return the sums of what differs from other rules on the same deals, [4, 6], as `each` has them."""
        own, asked = np.concatenate(self.each), np.concatenate(other.each)
        both = min(len(own), len(asked))
        apart = own[:both] - asked[:both]
        return sums_of(1, apart[~np.isnan(apart).any(axis=1)]).T

    def rows(self) -> dict[str, Sums]:
        """Return the sums of rows of the score, [2, 6]: of points, and of the lead of those who won."""
        names = dict.fromkeys(name for table in self.scores for name in table)
        if len(names) < 2:
            return {}
        won = np.array(self.won) > 0
        led = ~won.all(axis=1)  # else there is nobody to lead
        none = [0.0] * won.shape[1]
        sums = {}
        for name in names:
            points = np.array([table.get(name, none) for table in self.scores])
            winners = (points * won).sum(axis=1) / won.sum(axis=1)
            others = (points * ~won).sum(axis=1) / np.maximum((~won).sum(axis=1), 1)
            own = sums_of(np.full(len(points), points.shape[1]), points.sum(axis=1))
            sums[name] = np.stack([own, sums_of(led, np.where(led, winners - others, 0))])
        return sums


def _margins(points: Numbers, ranks: Numbers) -> Numbers:
    """Return the lead of each game's winner over the next seat in points; at least 0."""
    winner = ranks.argmin(axis=1)
    rows = np.arange(len(points))
    if points.shape[1] == 1:
        return np.zeros(len(points))
    others = points.copy()
    others[rows, winner] = -np.inf
    lead: Numbers = np.maximum(points[rows, winner] - others.max(axis=1), 0)
    return lead


def _table_sums(counts: Numbers, table: tuple[Numbers, ...], seats: int) -> Sums:
    """Return the sums of what tables came to, by the values that they had, [4, 6, values]."""
    weights = (counts * seats, counts, counts, counts)
    totals = (counts * each[:, None] for each in table)
    return np.stack([sums_of(weight, total) for weight, total in zip(weights, totals, strict=True)])


def _seat_sums(counts: Numbers, points: Numbers, wins: Numbers) -> Sums:
    """Return the sums of what seats came to, by the values that they had, [4, 6, values]."""
    held = (counts != 0).astype(np.float64)
    apart = counts - counts.mean(axis=1, keepdims=True)
    squares = (apart * apart).sum(axis=1)

    kinds = ((held, held.sum(axis=1)), (apart, squares))
    return np.stack(
        [
            sums_of(weight, np.einsum("gsv,gs->gv", each, numbers))
            for each, weight in kinds
            for numbers in (points, wins)
        ]
    )
