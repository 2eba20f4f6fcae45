"""The bot that plays at random."""

import random
from dataclasses import dataclass
from typing import ClassVar

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Player, instant
from urbanist.bots.players.options import DrawOptions
from urbanist.engine.history import View
from urbanist.engine.whole import whole
from urbanist.search.result import Result


class RandomBot(DrawOptions, frozen=True, kw_only=True):
    """Plays a random legal move; all moves are equally likely."""

    name: ClassVar[str] = "random"

    def sit(self, seed: int) -> Player:
        """Return a player that draws by its own seed and `seed`."""
        return RandomPlayer(random.Random(f"{self.seed} {whole('seed', seed)}"))


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """A player that plays at random."""

    rng: random.Random

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return a random legal move, without values."""
        return instant(self.rng.choice(view.bare_state().legal()))
