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


class Opening(NamedTuple):
    """One way to lay the first of three tiles: its move, the quarries covered, and the seat after it."""

    move: str
    covered: int
    seat: "Seat"


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
    """A seat's stones, its worth now, and what tiles bring.

    `last` is for a last turn, `lines` before another turn, `openings` before two more.
    """

    stones: int
    now: Worth
    last: Callable[[int], list[tuple[str, Worth]]]
    lines: Callable[[int, frozenset[int]], list[Line]]
    openings: Callable[[int], list[Opening]]


#: What a seat has after its turns: the seat after the first of three, a line before the last, a worth after it.
Held = Opening | Line | Worth | None


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
    listed = []
    for q, r, k in placements(city):
        after = dict(city)
        gained = gain_of(city, triangle(q, r, k))
        lay(after, tile, triangle(q, r, k))
        left = stones + gained
        listed.append((f"{tile}@{q},{r}/{k}", (points(after, options) + left, left)))
    return listed


def all_lines(
    city: City, stones: int, options: Sequence[str], tile: int, others: frozenset[int]
) -> list[Line]:
    """Return each place of a tile with what it leads to."""
    listed = []
    for q, r, k in placements(city):
        after = dict(city)
        gained = gain_of(city, triangle(q, r, k))
        lay(after, tile, triangle(q, r, k))
        worth = {other: best(last_moves(after, stones + gained, options, other)) for other in others}
        listed.append(Line(f"{tile}@{q},{r}/{k}", gained, worth))
    return listed


def all_openings(city: City, stones: int, options: Sequence[str], tile: int) -> list[Opening]:
    """Return each place of a tile with the seat after it."""
    listed = []
    for q, r, k in placements(city):
        after = dict(city)
        gained = gain_of(city, triangle(q, r, k))
        lay(after, tile, triangle(q, r, k))
        listed.append(Opening(f"{tile}@{q},{r}/{k}", gained, seat_of(after, stones + gained, options)))
    return listed


def seat_of(city: City, stones: int, options: Sequence[str]) -> Seat:
    """Return a seat with all that it can do, by the rule book alone."""
    return Seat(
        stones,
        (points(city, options) + stones, stones),
        lambda tile: last_moves(city, stones, options, tile),
        lambda tile, others: all_lines(city, stones, options, tile, others),
        lambda tile: all_openings(city, stones, options, tile),
    )


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
    tables: dict[tuple[int, int, int], list[Line]] = {}
    opened: dict[tuple[int, int], list[Opening]] = {}
    turns = game.turns()
    pool = frozenset(game.market) | game.closed

    def lines(seat: int, after: Opening | None, tile: int) -> list[Line]:
        key = seat, id(after), tile
        if key not in tables:
            # A tile of the market that is taken after the refill is the one that was left.
            turn = (seat - game.to_move) % len(turns) + (len(turns) if after else 0)
            late = turn >= len(game.market) - 1 and tile in game.market
            others = game.closed if late else pool - {tile}
            if after:
                others -= {int(after.move.split("@")[0])}
            source = after.seat if after else game.seats[seat]
            tables[key] = undominated(source.lines(tile, others))
        return tables[key]

    def openings(seat: int, tile: int) -> list[Opening]:
        if (seat, tile) not in opened:
            opened[seat, tile] = game.seats[seat].openings(tile)
        return opened[seat, tile]

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
        paid: tuple[int, ...],
        held: tuple[Held, ...],
    ) -> Outcome:
        if len(market) == 1 and not closed:
            return settled(
                [
                    each.now if isinstance(worth, Line | Opening | None) else worth
                    for each, worth in zip(game.seats, held, strict=True)
                ]
            )
        if len(market) == 1:
            return mean(
                [
                    play(market + order, frozenset(), seat, stones, paid, held)
                    for order in permutations(closed)
                ]
            )
        return max(moves(market, closed, seat, stones, paid, held), key=lambda each: each[1].key(seat))[1]

    def moves(
        market: tuple[int, ...],
        closed: frozenset[int],
        seat: int,
        stones: tuple[int, ...],
        paid: tuple[int, ...],
        held: tuple[Held, ...],
    ) -> list[tuple[str, Outcome]]:
        listed = []
        for price, tile in enumerate(market[: stones[seat] + 1]):
            rest = tuple(other for other in market if other != tile)
            mine = held[seat]
            spent = paid[seat] + price
            choices: list[tuple[str, Held, int]]
            if isinstance(mine, Line):
                total, left = mine.worth[tile]
                choices = [("", (total - spent, left - spent), 0)]
            elif turns[seat] == 1:
                move, (total, left) = lasts[seat, tile]
                choices = [(move, (total - spent, left - spent), 0)]
            elif turns[seat] == 3 and mine is None:
                choices = [(opening.move, opening, opening.covered) for opening in openings(seat, tile)]
            else:
                after = mine if isinstance(mine, Opening) else None
                choices = [(line.move, line, line.covered) for line in lines(seat, after, tile)]
            for move, choice, gained in choices:
                after_stones = (*stones[:seat], stones[seat] - price + gained, *stones[seat + 1 :])
                after_paid = (*paid[:seat], spent, *paid[seat + 1 :])
                now = (*held[:seat], choice, *held[seat + 1 :])
                listed.append(
                    (move, play(rest, closed, (seat + 1) % len(turns), after_stones, after_paid, now))
                )
        return listed

    start = tuple(seat.stones for seat in game.seats)
    nothing: tuple[int, ...] = (0,) * len(turns)
    return dict(moves(game.market, game.closed, game.to_move, start, nothing, (None,) * len(turns)))
