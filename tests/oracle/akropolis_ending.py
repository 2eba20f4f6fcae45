"""The worth of the last plies of Akropolis, slow and obvious.

Cities never touch each other. So all places of a seat's tiles are tried for this seat alone, and the game of taking
tiles is played out over what they give. The last stack may be closed: each order of its tiles is equally likely.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from tests.oracle.akropolis import gain_of, lay, placements, triangle
from tests.oracle.akropolis_scoring import City, points

#: Points with the stones that are left, and these stones: compared in this order.
Worth = tuple[int, int]


class Line(NamedTuple):
    """One way to lay a tile: its move, the quarries covered, and the best worth with each next tile, without prices."""

    move: str
    covered: int
    worth: dict[int, Worth]


@dataclass(frozen=True)
class Outcome:
    """Expected win shares, margins over the best other seat, and final points."""

    share: tuple[Fraction, ...]
    margin: tuple[Fraction, ...]
    points: tuple[Fraction, ...]

    def key(self, seat: int) -> tuple[object, ...]:
        """Return what a seat prefers: the greater, the better."""
        if len(self.share) == 2:
            last = self.points[0] if seat == 0 else -self.points[0]
            return self.share[seat], self.margin[seat], last
        return self.share[seat], self.margin[seat], self.share, self.points


@dataclass
class Seat:
    """A seat's stones, its worth now, and what tiles bring: `last` for a last turn, `lines` before another turn."""

    stones: int
    now: Worth
    last: Callable[[int], list[tuple[str, Worth]]]
    lines: Callable[[int, frozenset[int]], list[Line]]


@dataclass
class Game:
    """The game of taking tiles from here to the end."""

    seats: list[Seat]
    market: tuple[int, ...]
    closed: frozenset[int]  # the tiles of the last stack, if it is closed
    to_move: int

    def turns(self) -> list[int]:
        """Return how many turns each seat has left."""
        plies = len(self.market) - 1 + len(self.closed)
        return [
            len(range((seat - self.to_move) % len(self.seats), plies, len(self.seats)))
            for seat in range(len(self.seats))
        ]


def best(moves: Iterable[tuple[str, Worth]]) -> Worth:
    """Return the best worth."""
    return max(worth for _, worth in moves)


def last_moves(city: City, stones: int, options: Sequence[str], tile: int) -> list[tuple[str, Worth]]:
    """Return each place of a tile with the worth of the city after it."""
    found = []
    for q, r, k in placements(city):
        after = dict(city)
        gained = gain_of(city, triangle(q, r, k))
        lay(after, tile, triangle(q, r, k))
        left = stones + gained
        found.append((f"{tile}@{q},{r}/{k}", (points(after, options) + left, left)))
    return found


def all_lines(
    city: City, stones: int, options: Sequence[str], tile: int, others: frozenset[int]
) -> list[Line]:
    """Return each place of a tile with what it leads to."""
    found = []
    for q, r, k in placements(city):
        after = dict(city)
        gained = gain_of(city, triangle(q, r, k))
        lay(after, tile, triangle(q, r, k))
        worth = {other: best(last_moves(after, stones + gained, options, other)) for other in others}
        found.append(Line(f"{tile}@{q},{r}/{k}", gained, worth))
    return found


def undominated(lines: Iterable[Line]) -> list[Line]:
    """Leave out lines that are in nothing better than another one; of equal ones keep one."""
    kept: dict[tuple[object, ...], Line] = {}
    for line in lines:
        kept.setdefault((line.covered, *sorted(line.worth.items())), line)
    return [line for line in kept.values() if not any(beats(other, line) for other in kept.values())]


def beats(one: Line, other: Line) -> bool:
    """Return whether a line is another one that is nowhere worse."""
    return (
        one is not other
        and one.covered >= other.covered
        and all(one.worth[tile] >= other.worth[tile] for tile in other.worth)
    )


def settled(worths: Sequence[Worth]) -> Outcome:
    """Return the outcome of a game that is over."""
    top = max(worths)
    winners = worths.count(top)
    totals = [Fraction(total) for total, _ in worths]
    margin = [mine - max(totals[:seat] + totals[seat + 1 :]) for seat, mine in enumerate(totals)]
    share = [Fraction(worth == top, winners) for worth in worths]
    return Outcome(tuple(share), tuple(margin), tuple(totals))


def mean(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the expectation over equally likely outcomes."""

    def of(values: Iterable[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
        return tuple(sum(each, Fraction(0)) / len(outcomes) for each in zip(*values, strict=True))

    return Outcome(
        of(o.share for o in outcomes), of(o.margin for o in outcomes), of(o.points for o in outcomes)
    )


def solve(game: Game) -> dict[str, Outcome]:
    """Return the outcome of each move worth a thought; the others are dominated."""
    tables: dict[tuple[int, int], list[Line]] = {}
    turns = game.turns()
    pool = frozenset(game.market) | game.closed

    def lines(seat: int, tile: int) -> list[Line]:
        if (seat, tile) not in tables:
            # A tile of the market that is taken after the refill is the one that was left.
            late = (seat - game.to_move) % len(turns) >= len(game.market) - 1 and tile in game.market
            others = game.closed if late else pool - {tile}
            tables[seat, tile] = undominated(game.seats[seat].lines(tile, others))
        return tables[seat, tile]

    lasts = {
        (seat, tile): max(game.seats[seat].last(tile), key=lambda each: each[1])
        for seat in range(len(turns))
        for tile in pool
        if turns[seat] == 1
    }

    def play(
        market: tuple[int, ...],
        closed: frozenset[int],
        seat: int,
        stones: tuple[int, ...],
        held: tuple[Line | Worth | None, ...],
    ) -> Outcome:
        if len(market) == 1 and not closed:
            return settled(
                [
                    each.now if isinstance(worth, Line | None) else worth
                    for each, worth in zip(game.seats, held, strict=True)
                ]
            )
        if len(market) == 1:
            return mean(
                [play(market + order, frozenset(), seat, stones, held) for order in permutations(closed)]
            )
        return max(moves(market, closed, seat, stones, held), key=lambda each: each[1].key(seat))[1]

    def moves(
        market: tuple[int, ...],
        closed: frozenset[int],
        seat: int,
        stones: tuple[int, ...],
        held: tuple[Line | Worth | None, ...],
    ) -> list[tuple[str, Outcome]]:
        found = []
        for price, tile in enumerate(market[: stones[seat] + 1]):
            rest = tuple(other for other in market if other != tile)
            mine = held[seat]
            spent = game.seats[seat].stones - stones[seat] + price
            choices: list[tuple[str, Line | Worth, int]]
            if isinstance(mine, Line):
                total, left = mine.worth[tile]
                spent += mine.covered
                choices = [("", (total - spent, left - spent), 0)]
            elif turns[seat] == 1:
                move, (total, left) = lasts[seat, tile]
                choices = [(move, (total - spent, left - spent), 0)]
            else:
                choices = [(line.move, line, line.covered) for line in lines(seat, tile)]
            for move, choice, gained in choices:
                after = (*stones[:seat], stones[seat] - price + gained, *stones[seat + 1 :])
                now = (*held[:seat], choice, *held[seat + 1 :])
                found.append((move, play(rest, closed, (seat + 1) % len(turns), after, now)))
        return found

    start = tuple(seat.stones for seat in game.seats)
    return dict(moves(game.market, game.closed, game.to_move, start, (None,) * len(turns)))
