"""Small games in Python: one of each kind of state, chance and secret."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np

from urbanist.engine import GAMES, PythonGame, State
from urbanist.engine.python_game import CHANCE, Dice, PythonState

G = TypeVar("G", bound=PythonGame)


@contextmanager
def registered(game: G) -> Iterator[G]:
    """Let a game be in `GAMES` for a while."""
    GAMES.register(game)
    try:
        yield game
    finally:
        del GAMES._known[game.name]


def position_of(state: State) -> Any:
    """Return a position as its game writes it."""
    assert isinstance(state, PythonState)
    return state.position


class Nim(PythonGame):
    """Three heaps; who takes the last piece wins. A state: the number of seats, the seat to move, the heaps."""

    name = "nim"
    seats = (2, 3)
    moves = tuple(f"{heap}-{taken}" for heap in range(3) for taken in range(1, 6))

    def begin(self, seats: int, rng: Dice) -> Any:
        return seats, rng.randrange(seats), (3, 4, 5)

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def legal(self, state: Any) -> list[int]:
        return [5 * heap + taken for heap, left in enumerate(state[2]) for taken in range(left)]

    def apply(self, state: Any, move: int) -> Any:
        seats, turn, heaps = state
        heap, taken = divmod(move, 5)
        return seats, (turn + 1) % seats, (*heaps[:heap], heaps[heap] - taken - 1, *heaps[heap + 1 :])

    def ranks(self, state: Any) -> list[int]:
        seats, turn, _ = state
        return [1 if seat == (turn - 1) % seats else 2 for seat in range(seats)]


class Tricks(PythonGame):
    """Everybody has three of twelve cards and plays one in turn; the highest takes the trick and leads."""

    name = "tricks"
    seats = (2, 3)
    observation = tuple(f"hand {card}" for card in range(12))
    actions = 12

    def begin(self, seats: int, rng: Dice) -> Any:
        cards = list(range(12))
        rng.shuffle(cards)
        return 0, tuple(tuple(sorted(cards[3 * seat :][:3])) for seat in range(seats)), (), (), (0,) * seats

    def to_move(self, state: Any) -> int:
        return (state[0] + len(state[2])) % len(state[1])

    def legal(self, state: Any) -> Sequence[int | None]:
        hand: Sequence[int | None] = state[1][self.to_move(state)]
        return hand

    def apply(self, state: Any, move: int) -> Any:
        lead, hands, table, gone, won = state
        seat, table = self.to_move(state), (*table, move)
        hand = list(hands[seat])
        hand.remove(move if move in hand else None)
        hands = (*hands[:seat], tuple(hand), *hands[seat + 1 :])
        if len(table) < len(hands):
            return lead, hands, table, gone, won
        best = (lead + table.index(max(table))) % len(hands)
        won = (*won[:best], won[best] + 1, *won[best + 1 :])
        return best, hands, (), tuple(sorted((*gone, *table))), won

    def scores(self, state: Any) -> Sequence[int]:
        won: Sequence[int] = state[4]
        return won

    def reshuffle(self, state: Any, seat: int | None, rng: Dice) -> Any:
        lead, hands, table, gone, won = state
        known = {*table, *gone, *(() if seat is None else hands[seat])}
        unseen = [card for card in range(12) if card not in known]
        rng.shuffle(unseen)
        dealt = [
            hand if holder == seat else tuple(sorted(unseen.pop() for _ in hand))
            for holder, hand in enumerate(hands)
        ]
        return lead, tuple(dealt), table, gone, won

    def mask(self, state: Any, seat: int | None) -> Any:
        lead, hands, *rest = state
        shown = [hand if holder == seat else (None,) * len(hand) for holder, hand in enumerate(hands)]
        return lead, tuple(shown), *rest

    def card(self, state: Any, seat: int) -> str:
        return "/".join("?" if card is None else str(card) for card in state[1][seat])

    def observe(self, state: Any, seat: int | None) -> list[float]:
        return [float(seat is not None and card in state[1][seat]) for card in range(12)]


class Pig(PythonGame):
    """Roll the die as often as you dare: a 1 takes the turn's points. A state: seat, points of it, its turn, rolled."""

    name = "pig"
    moves = ("stop", *"123456", "roll")

    def begin(self, seats: int, rng: Dice) -> Any:
        return 0, 0, 0, False

    def to_move(self, state: Any) -> int:
        return CHANCE if state[3] else int(state[0])

    def legal(self, state: Any) -> list[int]:
        return [] if state[0] > 1 else [7, 0] if state[2] < 20 else [0]

    def outcomes(self, state: Any) -> list[tuple[int, float]]:
        return [(number, 1 / 6) for number in range(1, 7)]

    def apply(self, state: Any, move: int) -> Any:
        seat, points, turn, rolled = state
        if rolled:
            return (seat, points, turn + move, False) if move > 1 else (seat + 1, points, 0, False)
        if move == 7:
            return seat, points, turn, True
        return seat + 1, points + turn if seat == 0 else points - turn, 0, False

    def scores(self, state: Any) -> tuple[int, int]:
        return max(state[1], 0), max(-state[1], 0)


class Record(PythonGame):
    """Nim of one heap of seven, with a numpy record as its state."""

    name = "record"
    kind = np.dtype([("left", np.int8), ("turn", np.int8)])

    def begin(self, seats: int, rng: Dice) -> Any:
        return np.array((5 + rng.randrange(5), 0), self.kind)[()]

    def to_move(self, state: Any) -> int:
        return int(state["turn"])

    def legal(self, state: Any) -> range:
        return range(1, min(3, int(state["left"])) + 1)

    def apply(self, state: Any, move: int) -> Any:
        return np.array((state["left"] - move, 1 - state["turn"]), self.kind)[()]

    def scores(self, state: Any) -> tuple[int, int]:
        return int(state["turn"] == 1), int(state["turn"] == 0)
