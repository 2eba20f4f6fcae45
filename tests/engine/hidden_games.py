"""Games with masked moves, private draws and reveals: goofspiel, and a small Love Letter."""

from typing import NamedTuple

from urbanist.engine import PythonGame
from urbanist.engine.python_game import CHANCE, Dice

Cards = tuple[int | None, ...]


class GoofspielPosition(NamedTuple):
    """The prizes in their order, the bids of each round as far as they are made, who has bid now, and points."""

    prizes: tuple[int, ...]
    rounds: tuple[tuple[int, ...], ...] = ()
    bids: Cards = ()
    points: tuple[int, ...] = (0, 0)


class Goofspiel(PythonGame):
    """Both bid a card of theirs for each prize, in secret; then both bids are shown. The higher one takes the prize."""

    name, seats, cards = "goofspiel", (2,), 4

    def begin(self, seats: int, rng: Dice) -> GoofspielPosition:
        return GoofspielPosition(tuple(rng.sample(range(1, self.cards + 1), self.cards)))

    def to_move(self, position: GoofspielPosition) -> int:
        return CHANCE if len(position.bids) == 2 else len(position.bids)

    def left(self, position: GoofspielPosition, seat: int) -> list[int]:
        """Return the cards that a seat had at the beginning of the round."""
        return [
            card for card in range(1, self.cards + 1) if all(bids[seat] != card for bids in position.rounds)
        ]

    def legal(self, position: GoofspielPosition) -> list[int]:
        return self.left(position, len(position.bids)) if len(position.rounds) < self.cards else []

    def outcomes(self, position: GoofspielPosition) -> list[tuple[int | None, float]]:
        one, other = position.bids
        return [(None if one is None or other is None else 10 * one + other, 1.0)]

    def apply(self, position: GoofspielPosition, move: int | None) -> GoofspielPosition:
        if len(position.bids) < 2:
            return position._replace(bids=(*position.bids, move))
        assert move is not None
        one, other = divmod(move, 10)
        points = list(position.points)
        if one != other:
            points[one < other] += position.prizes[len(position.rounds)]
        return position._replace(rounds=(*position.rounds, (one, other)), bids=(), points=tuple(points))

    def scores(self, position: GoofspielPosition) -> tuple[int, ...]:
        return position.points

    def hears(self, move: int, by: int, seat: int | None) -> bool:
        return move > 10  # both bids

    def mask(self, position: GoofspielPosition, seat: int | None) -> GoofspielPosition:
        shown = (bid if bidder == seat else None for bidder, bid in enumerate(position.bids))
        return position._replace(bids=tuple(shown))

    def reshuffle(self, position: GoofspielPosition, seat: int | None, rng: Dice) -> GoofspielPosition:
        drawn = (
            bid if bidder == seat else rng.choice(self.left(position, bidder))
            for bidder, bid in enumerate(position.bids)
        )
        return position._replace(bids=tuple(drawn))


class LetterPosition(NamedTuple):
    """The hands, the cards that were played, who is next, whether a card is to be drawn, and who is out."""

    hands: tuple[Cards, ...]
    played: tuple[int, ...] = ()
    turn: int = 0
    drawing: bool = True
    out: int | None = None


#: Cards by their worth; who plays the princess (4) is out.
DECK = (1, 1, 1, 2, 2, 3, 4)


class Letter(PythonGame):
    """Love Letter for two with seven cards: draw in private and play one of two; at the end the higher card wins."""

    name, seats = "letter", (2,)

    def begin(self, seats: int, rng: Dice) -> LetterPosition:
        return LetterPosition(tuple((card,) for card in rng.sample(DECK, 2)))

    def to_move(self, position: LetterPosition) -> int:
        return (
            CHANCE if position.drawing and self.drawable(position) and position.out is None else position.turn
        )

    def drawable(self, position: LetterPosition) -> int:
        """Return the number of cards that are left to draw; one stays aside."""
        return len(DECK) - 1 - len(position.played) - sum(map(len, position.hands))

    def unseen(self, position: LetterPosition, *known: int | None) -> list[int]:
        """Return the cards that are neither played nor among those that are known."""
        rest = list(DECK)
        for card in (*position.played, *known):
            if card is not None:
                rest.remove(card)
        return rest

    def outcomes(self, position: LetterPosition) -> list[tuple[int | None, float]]:
        cards = [card for hand in position.hands for card in hand]
        if None in cards:
            return [(None, 1.0)]
        rest = self.unseen(position, *cards)
        return [(10 * (1 + position.turn) + card, rest.count(card) / len(rest)) for card in sorted(set(rest))]

    def legal(self, position: LetterPosition) -> list[int | None]:
        hand = position.hands[position.turn]
        return (
            [] if position.out is not None or len(hand) < 2 else sorted({*hand}, key=lambda card: card or 0)
        )

    def apply(self, position: LetterPosition, move: int | None) -> LetterPosition:
        turn, hands = position.turn, [list(hand) for hand in position.hands]
        if position.drawing:
            hands[turn].append(None if move is None else move % 10)
            order = tuple(tuple(sorted(hand, key=lambda card: card or 0)) for hand in hands)
            return position._replace(hands=order, drawing=False)
        assert move is not None
        hands[turn].remove(move if move in hands[turn] else None)
        out = turn if move == 4 else position.out
        return position._replace(
            hands=tuple(map(tuple, hands)),
            played=(*position.played, move),
            turn=1 - turn,
            drawing=True,
            out=out,
        )

    def scores(self, position: LetterPosition) -> list[int]:
        worth = [max((card or 0 for card in hand), default=0) for hand in position.hands]
        return [0 if position.out == seat else worth[seat] + (position.out is not None) for seat in (0, 1)]

    def hears(self, move: int, by: int, seat: int | None) -> bool:
        return move < 10 or seat == move // 10 - 1

    def mask(self, position: LetterPosition, seat: int | None) -> LetterPosition:
        shown = (
            hand if holder == seat else (None,) * len(hand) for holder, hand in enumerate(position.hands)
        )
        return position._replace(hands=tuple(shown))

    def reshuffle(self, position: LetterPosition, seat: int | None, rng: Dice) -> LetterPosition:
        own = () if seat is None else position.hands[seat]
        rest = self.unseen(position, *own)
        rng.shuffle(rest)
        hands = (
            hand if holder == seat else tuple(sorted(rest.pop() for _ in hand))
            for holder, hand in enumerate(position.hands)
        )
        return position._replace(hands=tuple(hands))

    def card(self, position: LetterPosition, seat: int) -> str:
        return "+".join("?" if card is None else str(card) for card in position.hands[seat])
