"""Strangers that others made: a search of OpenSpiel, and a policy that `examples/ppo.py` trained."""

import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np
from msgspec import Meta

from bench.strangers.players import Opponent
from urbanist.bots.players.player import Player, instant
from urbanist.bots.players.python_bot import PythonBot
from urbanist.engine.history import View
from urbanist.engine.user_file import loaded
from urbanist.search import Result
from urbanist.search.limit import Limit

if TYPE_CHECKING:
    from urbanist.bots.adapters.openspiel import UrbanistState

PPO = Path(__file__).parents[2] / "examples" / "ppo.py"


class OpenSpielBot(Opponent, frozen=True, kw_only=True):
    """The information-set search of OpenSpiel, which calls Python for every move."""

    kind: ClassVar[str] = "openspiel"
    simulations: Annotated[int, Meta(ge=1, le=1_000_000, description="visits a move")] = 500

    def missing(self, game: str, variant: str | None, seats: int) -> str:
        """Return what it lacks to play a game; empty if it can play."""
        return "" if find_spec("pyspiel") else "needs OpenSpiel: pip install open_spiel"

    def sit(self, seed: int) -> Player:
        """Return a player that draws by `seed`."""
        return OpenSpielPlayer(self.simulations, seed)


@dataclass(slots=True)
class OpenSpielPlayer(Player):
    """A player that searches anew at each move."""

    simulations: int
    seed: int

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return the most visited move."""
        from open_spiel.python.algorithms.ismcts import (
            ISMCTSBot,
            ISMCTSFinalPolicyType,
        )  # late: it is optional

        from urbanist.bots.adapters.openspiel import PlayoutEvaluator

        state, drawn = state_of(view), np.random.RandomState(self.seed % 2**32)
        search = ISMCTSBot(
            game=state.get_game(),
            evaluator=PlayoutEvaluator(seed=self.seed),
            uct_c=2.0,
            max_simulations=self.simulations,
            random_state=drawn,
            final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            allow_inconsistent_action_sets=True,
        )
        # Its own sampler of worlds begins with the clock.
        search.set_resampler(lambda root, seat: root.resample_from_infostate(seat, drawn.uniform))
        self.seed += 1
        playthrough = state.playthrough
        assert playthrough is not None
        return instant(view.game.notation.move(playthrough.state.move_of(search.step(state))))


def state_of(view: View) -> "UrbanistState":
    """Return the position of a view as a state of OpenSpiel, with nothing that the seat does not know."""
    import pyspiel  # late: it is optional

    from urbanist.bots.adapters.openspiel import Playthrough

    state = view.bare_state()
    game = pyspiel.load_game(f"urbanist_{view.game.name}(players={state.seats})")
    foreign: UrbanistState = game.new_initial_state()
    foreign.apply_action(0)
    # The search asks only what the seat to move remembers; of the others it needs what they see from here on.
    known = (view.deal, *view.texts)
    foreign.playthrough = Playthrough(state, (known,) * (state.seats + 1))
    return foreign


class TrainedBot(Opponent, frozen=True, kw_only=True):
    """A policy that learned Metropolys by `examples/ppo.py`: the family variant, for two."""

    kind: ClassVar[str] = "trained"
    weights: Annotated[str, Meta(description="the file that `examples/ppo.py` wrote")] = "ppo.npz"

    def missing(self, game: str, variant: str | None, seats: int) -> str:
        """Return what it lacks to play a game; empty if it can play."""
        ppo = loaded(PPO)
        if (game, variant, seats) != (ppo.GAME.name, ppo.VARIANT, ppo.SEATS):
            return f"knows only {ppo.GAME.name} --variant {ppo.VARIANT} --players {ppo.SEATS}"
        return "" if Path(self.weights).is_file() else f"no file '{self.weights}': examples/ppo.py writes it"

    def sit(self, seed: int) -> Player:
        """Return a player, which draws nothing."""
        os.environ["WEIGHTS"] = self.weights
        return PythonBot(str(PPO), "Trained").sit(seed)
