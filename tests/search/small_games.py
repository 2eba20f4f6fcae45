"""Games so small that their values are known: Kuhn and Leduc poker, dice drawn in private, and a tiny Metropolys.

A position holds all that has happened, so what a seat knows is the position as `mask` shows it to the seat. `deals`
lists the positions before the first move, each with its weight.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any, NamedTuple

from urbanist.engine.python_game import CHANCE, PythonGame

Cards = tuple[int | None, ...]


def masked(cards: Cards, seat: int | None) -> Cards:
    """Return cards of which only that of a seat is known."""
    return tuple(card if holder == seat else None for holder, card in enumerate(cards))


class KuhnPosition(NamedTuple):
    """The card of each seat, and what each seat has chosen in turn: 1 is a bet."""

    cards: Cards
    chosen: tuple[int, ...] = ()


class Kuhn(PythonGame):
    """Poker with one card each, an ante of 1 and one bet of 1; there is a card more than seats (Kuhn 1950)."""

    name, seats, moves = "kuhn", (2, 3), ("pass", "bet")

    def deals(self, seats: int) -> Iterator[tuple[KuhnPosition, int]]:
        """Yield the positions before the first move."""
        return ((KuhnPosition(cards), 1) for cards in permutations(range(seats + 1), seats))

    def begin(self, seats: int, rng: Any) -> KuhnPosition:
        return KuhnPosition(tuple(rng.sample(range(seats + 1), seats)))

    def to_move(self, position: KuhnPosition) -> int:
        return len(position.chosen) % len(position.cards)

    def legal(self, position: KuhnPosition) -> tuple[int, ...]:
        chosen, seats = position.chosen, len(position.cards)
        last = chosen.index(1) + seats if 1 in chosen else seats
        return (0, 1) if len(chosen) < last else ()

    def apply(self, position: KuhnPosition, move: int) -> KuhnPosition:
        return position._replace(chosen=(*position.chosen, move))

    def scores(self, position: KuhnPosition) -> list[int]:
        seats = len(position.cards)
        # The first bet may come after seats that passed, which then choose again.
        bets = {place % seats for place, bet in enumerate(position.chosen) if bet}
        paid = [1 + (seat in bets) for seat in range(seats)]
        return won(
            paid, bets or set(range(seats)), [card if card is not None else 0 for card in position.cards]
        )

    def mask(self, position: KuhnPosition, seat: int | None) -> KuhnPosition:
        return position._replace(cards=masked(position.cards, seat))

    def reshuffle(self, position: KuhnPosition, seat: int | None, rng: Any) -> KuhnPosition:
        seats = len(position.cards)
        own = None if seat is None else position.cards[seat]
        rest = rng.sample([card for card in range(seats + 1) if card != own], seats)
        return position._replace(
            cards=tuple(own if holder == seat else rest.pop() for holder in range(seats))
        )


def won(paid: list[int], left: set[int], worth: list[int]) -> list[int]:
    """Return what each seat gains; the best of those that are left share the pot if they are level."""
    best = max(worth[seat] for seat in left)
    winners = [seat for seat in left if worth[seat] == best]
    return [sum(paid) // len(winners) * (seat in winners) - own for seat, own in enumerate(paid)]


FOLD, CALL, RAISE = 0, 1, 2
#: The ranks of the six cards of Leduc.
RANKS = (0, 0, 1, 1, 2, 2)


class LeducPosition(NamedTuple):
    """The rank of each card, that of the card for both, and what was chosen in each of the two rounds."""

    cards: Cards
    board: int | None = None
    rounds: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


def is_closed(chosen: tuple[int, ...]) -> bool:
    """Return whether a round is over: both have chosen and the last one has called, or somebody has folded."""
    return FOLD in chosen or (len(chosen) > 1 and chosen[-1] == CALL)


class Leduc(PythonGame):
    """Poker with six cards of three ranks and two rounds: raises of 2, then of 4 (Southey et al. 2005)."""

    name, seats = "leduc", (2,)

    def deals(self, seats: int) -> Iterator[tuple[LeducPosition, int]]:
        """Yield the positions before the first move."""
        counts = Counter(permutations(RANKS, 2))
        return ((LeducPosition(cards), count) for cards, count in counts.items())

    def begin(self, seats: int, rng: Any) -> LeducPosition:
        return LeducPosition(tuple(rng.sample(RANKS, 2)))

    def to_move(self, position: LeducPosition) -> int:
        first, second = position.rounds
        if not is_closed(first):
            return len(first) % 2
        return CHANCE if position.board is None and FOLD not in first else len(second) % 2

    def outcomes(self, position: LeducPosition) -> list[tuple[int, float]]:
        left = Counter(RANKS) - Counter(card for card in position.cards if card is not None)
        return [(10 + rank, count / 4) for rank, count in left.items()]

    def legal(self, position: LeducPosition) -> tuple[int, ...]:
        first, second = position.rounds
        if FOLD in first or is_closed(second):
            return ()
        chosen = second if is_closed(first) else first
        fold = (FOLD,) if RAISE in chosen else ()
        return (*fold, CALL, RAISE) if chosen.count(RAISE) < 2 else (*fold, CALL)

    def apply(self, position: LeducPosition, move: int) -> LeducPosition:
        if move >= 10:
            return position._replace(board=move - 10)
        first, second = position.rounds
        rounds = (first, (*second, move)) if is_closed(first) else ((*first, move), second)
        return position._replace(rounds=rounds)

    def scores(self, position: LeducPosition) -> list[int]:
        paid, left = [1, 1], {0, 1}
        for chosen, size in zip(position.rounds, (2, 4), strict=True):
            for place, move in enumerate(chosen):
                if move == FOLD:
                    left.discard(place % 2)
                else:
                    paid[place % 2] = paid[1 - place % 2] + size * (move == RAISE)
        pairs = [card is not None and card == position.board for card in position.cards]
        return won(
            paid, left, [10 * pair + (card or 0) for pair, card in zip(pairs, position.cards, strict=True)]
        )

    def mask(self, position: LeducPosition, seat: int | None) -> LeducPosition:
        return position._replace(cards=masked(position.cards, seat))

    def reshuffle(self, position: LeducPosition, seat: int | None, rng: Any) -> LeducPosition:
        rest = list(RANKS)
        for seen in (position.board, None if seat is None else position.cards[seat]):
            if seen is not None:
                rest.remove(seen)
        drawn = rng.sample(rest, 2)
        cards = (card if holder == seat else drawn[holder] for holder, card in enumerate(position.cards))
        return position._replace(cards=tuple(cards))

    def write(self, move: int) -> str:
        return f"board{move - 10}" if move >= 10 else ("fold", "call", "raise")[move]

    def read(self, text: str) -> int:
        return 10 + int(text[5:]) if text.startswith("board") else ("fold", "call", "raise").index(text)


class DicePosition(NamedTuple):
    """The number that each seat rolled, 0 before; and what was chosen."""

    rolled: tuple[int | None, int | None] = (0, 0)
    chosen: tuple[int, ...] = ()


class PrivateDice(PythonGame):
    """Poker with a die each, rolled in private: bet or pass, then call or fold; an ante of 1, a bet of 2."""

    name, seats, sides = "private_dice", (2,), 3

    def deals(self, seats: int) -> Iterator[tuple[DicePosition, int]]:
        """Yield the position before the first roll."""
        return iter([(DicePosition(), 1)])

    def begin(self, seats: int, rng: Any) -> DicePosition:
        return DicePosition()

    def to_move(self, position: DicePosition) -> int:
        return CHANCE if 0 in position.rolled and len(position.chosen) < 2 else len(position.chosen) % 2

    def outcomes(self, position: DicePosition) -> list[tuple[int, float]]:
        # The tens tell whose die it is, as only that seat hears of it.
        seat = position.rolled.index(0)
        return [(10 * (1 + seat) + side, 1 / self.sides) for side in range(1, self.sides + 1)]

    def legal(self, position: DicePosition) -> tuple[int, ...]:
        return (0, 1) if len(position.chosen) < 2 and position.chosen != (0,) else ()

    def apply(self, position: DicePosition, move: int | None) -> DicePosition:
        if move is not None and move < 10:
            return position._replace(chosen=(*position.chosen, move))
        one, other = position.rolled
        side = None if move is None else move % 10
        return position._replace(rolled=(side, other) if one == 0 else (one, side))

    def scores(self, position: DicePosition) -> list[int]:
        one, other = position.rolled
        if position.chosen == (1, 0):
            return [1, -1]
        size = 3 if position.chosen == (1, 1) else 1
        gain = size * (((one or 0) > (other or 0)) - ((one or 0) < (other or 0)))
        return [gain, -gain]

    def hears(self, move: int, by: int, seat: int | None) -> bool:
        return move < 10 or seat == move // 10 - 1

    def mask(self, position: DicePosition, seat: int | None) -> DicePosition:
        one, other = (
            number if number == 0 or holder == seat else None for holder, number in enumerate(position.rolled)
        )
        return position._replace(rolled=(one, other))

    def reshuffle(self, position: DicePosition, seat: int | None, rng: Any) -> DicePosition:
        one, other = (
            number if number == 0 or holder == seat else 1 + rng.randrange(self.sides)
            for holder, number in enumerate(position.rolled)
        )
        return position._replace(rolled=(one, other))


class LiarsPosition(NamedTuple):
    """The die of each seat, and the bids: `sides` x (quantity - 1) + face - 1; the number after them is a doubt."""

    cards: Cards
    bids: tuple[int, ...] = ()


class LiarsDice(PythonGame):
    """Liar's dice with a die each: bids rise until one is doubted. The highest face counts as any other (OpenSpiel)."""

    name, seats = "liars_dice", (2,)
    sides = 3

    def deals(self, seats: int) -> Iterator[tuple[LiarsPosition, int]]:
        """Yield the positions before the first move."""
        return ((LiarsPosition(dice), 1) for dice in product(range(1, self.sides + 1), repeat=seats))

    def begin(self, seats: int, rng: Any) -> LiarsPosition:
        return LiarsPosition(tuple(1 + rng.randrange(self.sides) for _ in range(seats)))

    def to_move(self, position: LiarsPosition) -> int:
        return len(position.bids) % len(position.cards)

    def legal(self, position: LiarsPosition) -> list[int]:
        liar = self.sides * len(position.cards)
        if not position.bids:
            return list(range(liar))
        return [] if position.bids[-1] == liar else list(range(position.bids[-1] + 1, liar + 1))

    def apply(self, position: LiarsPosition, move: int) -> LiarsPosition:
        return position._replace(bids=(*position.bids, move))

    def scores(self, position: LiarsPosition) -> list[int]:
        if len(position.bids) < 2:
            return [0, 0]
        quantity, face = divmod(position.bids[-2], self.sides)
        there = sum(die in (face + 1, self.sides) for die in position.cards) > quantity
        # The last bid but one is that of the seat that did not doubt.
        gain = 1 if there else -1
        return [gain, -gain] if len(position.bids) % 2 == 0 else [-gain, gain]

    def mask(self, position: LiarsPosition, seat: int | None) -> LiarsPosition:
        return position._replace(cards=masked(position.cards, seat))

    def reshuffle(self, position: LiarsPosition, seat: int | None, rng: Any) -> LiarsPosition:
        return position._replace(
            cards=tuple(
                die if holder == seat else 1 + rng.randrange(self.sides)
                for holder, die in enumerate(position.cards)
            )
        )


class Lot(NamedTuple):
    """A bid or a building: a site, the value that stands there, and whose it is."""

    site: int
    value: int
    seat: int


class TinyPosition(NamedTuple):
    """The two cards of each seat; the buildings in order; the auction, and who bids; the bids that were beaten."""

    cards: tuple[tuple[int, int] | None, ...]
    built: tuple[Lot, ...] = ()
    bids: tuple[Lot, ...] = ()
    turn: int = 0
    beaten: tuple[tuple[Lot, ...], ...] = ()  # of each building; they tell of cards


#: The sites of the ring, and as many cards of each kind.
SITES = 4
VALUES = (1, 2)


class TinyMetropolys(PythonGame):
    """Metropolys for two on a ring of four sites, with two buildings and two secret cards a seat, of four a kind.

    A bid puts a building on a free site; the other seat puts a higher one on a free site beside it, or passes, and then
    the last bid is built. Who built it begins again; who has built both buildings ends the game. A building counts its
    value, 1 more on site 0, and 3 more on the site of the first card; 4 points are for both sites of the second card,
    that of its number and the next one.
    """

    name, seats = "tiny_metropolys", (2,)

    def deals(self, seats: int) -> Iterator[tuple[TinyPosition, int]]:
        """Yield the positions before the first move."""
        pairs = list(permutations(range(SITES), 2))
        return (
            (TinyPosition(tuple(zip(sites, bridges, strict=True))), 1) for sites in pairs for bridges in pairs
        )

    def begin(self, seats: int, rng: Any) -> TinyPosition:
        return TinyPosition(tuple(zip(rng.sample(range(SITES), 2), rng.sample(range(SITES), 2), strict=True)))

    def to_move(self, position: TinyPosition) -> int:
        return position.turn

    def possible(self, position: TinyPosition) -> list[Lot]:
        """Return the bids of the seat to move."""
        taken = {lot.site for lot in (*position.built, *position.bids)}
        used = {lot.value for lot in position.built if lot.seat == position.turn}
        last = position.bids[-1] if position.bids else None
        return [
            Lot(site, value, position.turn)
            for site in range(SITES)
            for value in VALUES
            if site not in taken
            and value not in used
            and (last is None or (value > last.value and (site - last.site) % SITES in (1, SITES - 1)))
        ]

    def legal(self, position: TinyPosition) -> list[int]:
        if any(sum(lot.seat == seat for lot in position.built) == len(VALUES) for seat in (0, 1)):
            return []
        moves = [1 + lot.site * len(VALUES) + VALUES.index(lot.value) for lot in self.possible(position)]
        return [0, *moves] if position.bids else moves

    def apply(self, position: TinyPosition, move: int) -> TinyPosition:
        if move == 0:
            return settled(position)
        lot = Lot((move - 1) // len(VALUES), VALUES[(move - 1) % len(VALUES)], position.turn)
        after = position._replace(bids=(*position.bids, lot), turn=1 - position.turn)
        # Who cannot outbid passes at once: so every position is a choice.
        return after if self.possible(after) else settled(after)

    def scores(self, position: TinyPosition) -> list[int]:
        points = [0, 0]
        for lot in position.built:
            points[lot.seat] += lot.value + (lot.site == 0)
        for seat, cards in enumerate(position.cards):
            own = {lot.site for lot in position.built if lot.seat == seat}
            if cards is not None:
                points[seat] += 3 * (cards[0] in own) + 4 * ({cards[1], (cards[1] + 1) % SITES} <= own)
        return [points[0] - points[1], points[1] - points[0]]

    def mask(self, position: TinyPosition, seat: int | None) -> TinyPosition:
        return position._replace(
            cards=tuple(cards if holder == seat else None for holder, cards in enumerate(position.cards))
        )

    def reshuffle(self, position: TinyPosition, seat: int | None, rng: Any) -> TinyPosition:
        own = None if seat is None else position.cards[seat]
        kinds = [
            rng.sample([card for card in range(SITES) if own is None or card != own[kind]], 2)
            for kind in (0, 1)
        ]
        drawn = list(zip(*kinds, strict=True))
        return position._replace(
            cards=tuple(own if holder == seat and own else drawn[holder] for holder in (0, 1))
        )

    def write(self, move: int) -> str:
        return f"{VALUES[(move - 1) % len(VALUES)]}@{(move - 1) // len(VALUES)}" if move else "pass"

    def read(self, text: str) -> int:
        if text == "pass":
            return 0
        value, site = text.split("@")
        return 1 + int(site) * len(VALUES) + VALUES.index(int(value))


def settled(position: TinyPosition) -> TinyPosition:
    """Return the position after the last bid was built; who built it begins again."""
    *beaten, last = position.bids
    return position._replace(
        built=(*position.built, last), bids=(), turn=last.seat, beaten=(*position.beaten, tuple(beaten))
    )
