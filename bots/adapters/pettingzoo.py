"""The games as environments of PettingZoo, in which agents act one after the other (AEC).

Needs PettingZoo: `pip install 'urbanist[pettingzoo]'`.
"""

from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from urbanist.bots.adapters.table import WORST, EnvironmentTable, TableSettings, render_modes, rewards
from urbanist.engine import History, Observation, View

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise ImportError(f"{error}; pip install 'urbanist[pettingzoo]' brings it along") from error


def env(game: str, **settings: Unpack[TableSettings]) -> wrappers.OrderEnforcingWrapper:
    """Return an environment of a game, with `TableSettings`, and with the usual checks around it.

    An illegal action ends the game, and its agent gets no more than at the worst end: `table.WORST`.
    """
    raw = AecEnvironment(game, **settings)
    ending = wrappers.TerminateIllegalWrapper(raw, WORST[raw.table.reward])
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ending))


class AecEnvironment(AECEnv):
    """One game after the other; agents are `seat_0`, `seat_1` and so on, and see and act as `State` describes.

    An observation is a dictionary: `observation` has all numbers of `State.observe` in one row, which `Layout.split`
    divides, and `action_mask` the legal actions. Copies are independent.
    """

    def __init__(self, game: str, **settings: Unpack[TableSettings]) -> None:
        """Set the table; `ValueError` says what cannot be."""
        super().__init__()
        self.table = EnvironmentTable(game, **settings)
        self.game = self.table.game
        self.render_mode = self.table.render_mode
        name, modes = f"urbanist_{game}_v0", render_modes()
        self.metadata = {"name": name, "render_modes": modes, "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        low, high = self.table.bounds()
        count = self.table.action_count
        self._mask_of_none = np.zeros(count, np.int8)
        self.state_space = Box(low, high, dtype=np.float32)
        self.observation_spaces = {
            agent: Dict(
                {"observation": Box(low, high, dtype=np.float32), "action_mask": Box(0, 1, (count,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}

    @property
    def history(self) -> History:
        """The game that is played, from its deal on."""
        return self.table.history

    def observation_space(self, agent: str) -> Dict:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the deal of the seed, or the next of a sequence that the last seed began."""
        self.table.deal(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.history.state.to_move]

    def step(self, action: int | None) -> None:
        """Play an action of the agent to move; `IllegalMove` if the rules forbid it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(-1 if action is None else action)
        state = self.history.state
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.over:
            self.rewards = dict(zip(self.agents, rewards(state, self.table.reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return the observation and the action mask of an agent."""
        seat, state = self.possible_agents.index(agent), self.history.state
        moving = not state.over and seat == state.to_move
        return {
            "observation": self.table.seen(seat).flat(),
            "action_mask": self.table.mask() if moving else self._mask_of_none.copy(),
        }

    def numbers(self, agent: str) -> Observation:
        """Return the observation of an agent as the arrays of `State.observe`."""
        return self.table.seen(self.possible_agents.index(agent))

    def state(self) -> npt.NDArray[np.float32]:
        """Return the observations of all agents in one row, from `seat_0` on: the global state, for central critics."""
        return self.table.revealed()

    def view(self, agent: str) -> View:
        """Return the deal and the events as an agent may see them; bots of urbanist choose their moves from it."""
        return self.history.seen_by(self.possible_agents.index(agent))

    def action_of(self, move: str) -> int:
        """Return the action of a legal move in notation."""
        return self.history.state.action_of(move, cropped=self.table.cropped)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the position with all that is hidden, as text or as a picture; `human` prints it."""
        shown: str | npt.NDArray[np.uint8] | None = self.table.render()
        return shown
