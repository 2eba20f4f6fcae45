"""Many games at once as a vector of environments of Stable-Baselines3, over `Batch.step`: one seat each, against bots.

Needs Stable-Baselines3 and its contributions: `pip install 'urbanist[sb3]'`.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from urbanist.bots.adapters.gymnasium import VectorEnvironment, opponent
from urbanist.bots.adapters.table import game_called

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise ImportError(f"{error}; pip install 'urbanist[sb3]' brings it along") from error

Numbers = npt.NDArray[Any]
Indices = int | Sequence[int] | None


class MaskedVector(VecEnv):
    """A `VectorEnvironment` with opponents, by the convention of Stable-Baselines3.

    A game that ends is dealt anew in the same step; `infos[i]["terminal_observation"]` is what its seat saw at the end.
    An illegal action ends its game with `table.WORST`, and `infos[i]["illegal"]` is true. Learners that mask actions
    find the masks by `env_method("action_masks")`.
    """

    def __init__(self, game: str, num_envs: int = 1, *, opponents: str = "random", **settings: Any) -> None:
        """Set the tables; the settings are those of `VectorEnvironment`, but `copy`."""
        opponent(opponents, game_called(game))  # one seat learns, so there must be some
        #: The games, as Gymnasium sees them. They use their arrays again with the next step.
        self.games = VectorEnvironment(game, num_envs, opponents=opponents, copy=False, **settings)
        self._actions: Numbers = np.zeros(num_envs, np.int64)
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal in each game, [games, actions]."""
        return self.games.buffers.mask.copy()

    def reset(self) -> Numbers:
        """Deal new games: those of the last call of `seed`, or others."""
        seen, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return seen.copy()

    def step_async(self, actions: Numbers) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Numbers, Numbers, Numbers, list[dict[str, Any]]]:
        """Play the actions, and the moves of the others until it is the turn of each seat again."""
        seen, rewards, over, _, outcome = self.games.step(self._actions)
        infos = [
            {"TimeLimit.truncated": False, "illegal": illegal} for illegal in outcome["illegal"].tolist()
        ]
        for row in np.flatnonzero(over):
            infos[row]["terminal_observation"] = outcome["final_obs"][row]
        return seen.copy(), rewards, over, infos

    def close(self) -> None:
        """Leave the games; nothing is to be closed."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute that all games share, once for each game."""
        owner = self if attr_name == "action_masks" else self.games
        return [getattr(owner, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Raise `AttributeError`: the games are rows of one batch."""
        raise AttributeError(f"{attr_name}: games of one batch have no attributes of their own")

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Return what a method of each game returns; there is `action_masks`."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name}: games of one batch have one method, action_masks")
        masks = self.action_masks()
        return [masks[row] for row in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """Return False for each game: nothing wraps a single one."""
        return [False for _ in self._get_indices(indices)]
