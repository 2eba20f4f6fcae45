"""The bot that looks one ply ahead."""

import random
from dataclasses import dataclass
from typing import ClassVar

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Player, instant
from urbanist.bots.players.options import DrawOptions
from urbanist.engine.history import View
from urbanist.engine.whole import whole
from urbanist.search.result import MoveValue, Result


class GreedyBot(DrawOptions, frozen=True, kw_only=True):
    """Plays the move with the highest prior; it does not search and does not guess hidden cards."""

    name: ClassVar[str] = "greedy"

    def sit(self, seed: int) -> Player:
        """Return a player that chooses among equal moves at random, by its own seed and `seed`."""
        return GreedyPlayer(random.Random(f"{self.seed} {whole('seed', seed)}"))


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """A player that looks one ply ahead."""

    rng: random.Random

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return a move with the highest prior; the result has priors in place of values."""
        state = view.bare_state()
        write = view.game.notation.write_move
        priors = zip(state.appraise(), state.moves(), strict=True)
        found = sorted(((float(prior), write(int(move))) for prior, move in priors), key=_best_first)
        best = [move for prior, move in found if prior == found[0][0]]
        chosen = self.rng.choice(best)
        return instant(chosen, tuple(MoveValue(move, 0, prior, ()) for prior, move in found))


def _best_first(found: tuple[float, str]) -> tuple[float, str]:
    prior, move = found
    return -prior, move
