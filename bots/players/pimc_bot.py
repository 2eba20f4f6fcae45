"""The bot that searches several worlds."""

from dataclasses import dataclass
from typing import ClassVar

from msgspec.structs import replace

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Player
from urbanist.bots.players.pace import pace_at
from urbanist.engine.history import View
from urbanist.engine.whole import whole
from urbanist.search.options import PimcOptions
from urbanist.search.pimc import pimc
from urbanist.search.result import Result


class PimcBot(PimcOptions, frozen=True, kw_only=True):
    """Searches several worlds as if each were the true state, and plays the best move over all of them."""

    name: ClassVar[str] = "pimc"

    def sit(self, seed: int) -> Player:
        """Return a player that draws its worlds by its own seed and `seed`."""
        return PimcPlayer(self, whole("seed", seed))


@dataclass(frozen=True, slots=True)
class PimcPlayer:
    """A player that searches several worlds."""

    bot: PimcBot
    seed: int

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return the best move over all worlds."""
        pace = pace_at(view, allowance)
        plain = None if allowance is None else allowance.thinking()
        seconds = plain if pace is None else pace.usual
        return pimc(view, self.bot.limits(seconds), self.options_at(view))

    def options_at(self, view: View) -> PimcOptions:
        """Return the options for the decision at a view; each decision has another seed."""
        return replace(self.bot, seed=self.seed + self.bot.seed + len(view.events))
