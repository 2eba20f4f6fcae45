"""The contract of Akropolis for the tests of all games: no seat knows the order of the stacks."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from tests.engine.contract import Contract, World
from urbanist.engine import Game, State
from urbanist.engine.history import History


class AkropolisContract(Contract):
    """Tiles in stacks."""

    options = {
        2: ("houses", "markets", "barracks", "temples", "gardens", "long", "first=1"),
        3: ("barracks", "gardens", "long"),
        4: ("houses", "markets", "temples", "first=3"),
    }
    hidden = untold = ("stacked",)

    def mysterious(self, states: Sequence[State]) -> State:
        """Return the first position with one stack left."""
        return next(state for state in states if state.array["stacks"] == 1)

    def is_secret(self, record: Any) -> bool:
        """Return whether more than one order of the remaining tiles is possible."""
        return len(set(self._stacked(record))) > 1

    def world(self, game: Game, record: Any) -> World:
        """Return the remaining tiles in their order."""
        return self._stacked(record)

    def worlds(self, game: Game, record: Any, keep: int | None) -> list[World]:
        """Return every order of the remaining tiles; all seats know the same."""
        return list(permutations(sorted(self._stacked(record))))

    def other_worlds(self, history: History, seat: int, most: int) -> list[History]:
        """Return histories with other refills to come."""
        read = History.read(history.game, history.deal, history.events)
        return [read.redrawn(seed) for seed in range(most)]

    @staticmethod
    def _stacked(record: Any) -> World:
        return tuple(str(tile) for tile in record["stacked"] if tile)


CONTRACT = AkropolisContract()
