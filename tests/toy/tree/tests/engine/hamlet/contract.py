"""What the tests of all games must know of Hamlet: each seat hides its trade."""

from itertools import permutations
from typing import Any

from tests.engine.contract import DealtCards, World
from urbanist.engine import Game

TRADES = ("mill", "forge", "bakery", "smithy")


class HamletContract(DealtCards):
    """Trades, dealt at the start."""

    hidden = ("trade",)

    def worlds(self, game: Game, record: Any, keep: int | None) -> list[World]:
        """Return every way to deal the trades in which `keep` has its own."""
        dealt = permutations(TRADES, int(record["seats"]))
        known = None if keep is None else game.notation.card(record, keep)
        return [trades for trades in dealt if keep is None or trades[keep] == known]


CONTRACT = HamletContract()
