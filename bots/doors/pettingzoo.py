"""The games as environments of PettingZoo, in which agents act one after the other (AEC).

Needs PettingZoo: `pip install 'urbanist[pettingzoo]'`.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from urbanist.bots.doors.course import require_actions
from urbanist.bots.doors.rewards import WORST, Reward, check, rewards
from urbanist.bots.table import Sight, draw_picture, table_of
from urbanist.engine import GAMES, History, Observation, View
from urbanist.engine.suggestion import suggestion
from urbanist.engine.whole import whole

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import (
        AssertOutOfBoundsWrapper,
        OrderEnforcingWrapper,
        TerminateIllegalWrapper,
    )
except ModuleNotFoundError as error:
    raise ImportError(f"{error}; pip install 'urbanist[pettingzoo]' brings it along") from error


def render_modes() -> list[str]:
    """Return how a game can be rendered here: `rgb_array` needs the libraries of the extra."""
    drawn = find_spec("resvg_py") is not None and find_spec("PIL") is not None
    return ["human", "ansi", *(["rgb_array"] if drawn else [])]


def env(
    game: str,
    *,
    variant: str | None = None,
    seats: int | None = None,
    options: Sequence[str] = (),
    reward: Reward = "win",
    render_mode: str | None = None,
) -> OrderEnforcingWrapper:
    """Return an environment of a game, by default with the fewest seats, with the usual checks around it.

    An illegal action ends the game, and its agent gets no more than at the worst end: `rewards.WORST`. `reward` is
    `win`, `margin` or `points`.
    """
    raw = Environment(
        game, variant=variant, seats=seats, options=options, reward=reward, render_mode=render_mode
    )
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(TerminateIllegalWrapper(raw, WORST[raw.reward])))


class Environment(AECEnv):
    """One game after the other; agents are `seat_0`, `seat_1` and so on, and see and act as `State` describes.

    An observation is a dictionary: `observation` has all numbers of `State.observe` in one row, which `Layout.split`
    divides, and `action_mask` the legal actions. Copies are independent.
    """

    def __init__(
        self,
        game: str,
        *,
        variant: str | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        reward: Reward = "win",
        render_mode: str | None = None,
    ) -> None:
        """Set the table; `ValueError` says what cannot be."""
        if game not in GAMES:
            raise ValueError(f"no game '{game}'; {suggestion(game, GAMES)}")
        require_actions(GAMES[game])
        modes = render_modes()
        if render_mode not in {None, *modes}:
            needed = (
                "; pip install 'urbanist[pettingzoo]' for rgb_array" if render_mode == "rgb_array" else ""
            )
            raise ValueError(f"no render mode '{render_mode}'; there are {', '.join(modes)}{needed}")
        super().__init__()
        self.game = GAMES[game]
        self.seats = min(self.game.notation.seat_counts) if seats is None else whole("seats", seats)
        self.game.notation.setup(variant, self.seats, tuple(options))  # raises for a wrong table
        self.variant, self.options, self.reward = variant, tuple(options), check(reward)
        self.render_mode = render_mode
        self.metadata = {"name": f"urbanist_{game}_v0", "render_modes": modes, "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self._seeds = np.random.default_rng()
        size = self._seen_at(self._dealt(0), 0).size
        self._mask_of_none = np.zeros(self.game.action_count, np.int8)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(-np.inf, np.inf, (size,), np.float32),
                    "action_mask": Box(0, 1, (self.game.action_count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(self.game.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of the actions of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the deal of the seed, or the next of a sequence that the last seed began."""
        if seed is not None:
            seed = whole("seed", seed)
            self._seeds = np.random.default_rng(seed)
        self.history = self._dealt(int(self._seeds.integers(2**63)) if seed is None else seed)
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
        state = self.history.state
        move = self.game.notation.write_move(state.move_of(-1 if action is None else action))
        self.history = self.history.play(move)
        state = self.history.state
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if state.over:
            self.rewards = dict(zip(self.agents, rewards(state, self.reward), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[state.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """Return what an agent sees, and which actions it may play now."""
        seat, state = self.possible_agents.index(agent), self.history.state
        moving = not state.over and seat == state.to_move
        return {
            "observation": self._seen_at(self.history, seat),
            "action_mask": state.legal_mask().astype(np.int8) if moving else self._mask_of_none.copy(),
        }

    def numbers(self, agent: str) -> Observation:
        """Return what an agent sees, as the arrays of `State.observe`."""
        return self.history.state.observe(self.possible_agents.index(agent))

    def view(self, agent: str) -> View:
        """Return the deal and the events as an agent may see them; bots of urbanist choose their moves from it."""
        return self.history.seen_by(self.possible_agents.index(agent))

    def action_of(self, move: str) -> int:
        """Return the action of a legal move in notation."""
        return self.history.state.action_of(move)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Return the position with all that is hidden, as text or as a picture; `human` prints it."""
        sight = Sight.of(self.history, None, ("",) * self.seats, revealed=True)
        if self.render_mode == "rgb_array":
            return _pixels(sight)
        text = table_of(self.game.name).describe(sight)
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - it is what the mode is for
        return None

    def _dealt(self, seed: int) -> History:
        state = self.game.deal(variant=self.variant, seats=self.seats, options=self.options, seed=seed)
        return History.start(state)

    def _seen_at(self, history: History, seat: int) -> npt.NDArray[np.float32]:
        return history.state.observe(seat).flat()


def _pixels(sight: Sight) -> npt.NDArray[np.uint8]:
    """Return a picture as rows of pixels of red, green and blue."""
    from PIL import Image

    from urbanist.bots.table.kit.picture.image import png

    return np.asarray(Image.open(BytesIO(png(draw_picture(sight)))).convert("RGB"))
