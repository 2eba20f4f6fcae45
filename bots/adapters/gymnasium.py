"""The games as environments of Gymnasium: one seat against bots, or all seats; one game, or many at once.

Needs Gymnasium: `pip install 'urbanist[gymnasium]'`. The import of this module registers each game by its
name, `urbanist/NAME-v0`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from urbanist.bots.adapters.table import (
    WORST,
    EnvironmentTable,
    TableSettings,
    game_called,
    render_modes,
    rewards,
)
from urbanist.bots.players.builtin import choose
from urbanist.bots.players.spec import check_for, parse_builtin
from urbanist.engine import GAMES, Batch, IllegalMove
from urbanist.engine.integers import seat_at, whole

try:
    from gymnasium import Env, register
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise ImportError(f"{error}; pip install 'urbanist[gymnasium]' brings it along") from error

if TYPE_CHECKING:
    from urbanist.bots.players.player import Player

Numbers = npt.NDArray[Any]


class Environment(Env):
    """One seat of a game against built-in bots; an observation has all numbers of `State.observe` in one row.

    `info["action_mask"]` and `action_masks()` tell which actions are legal. An illegal action ends the game with
    `table.WORST`, and `info["illegal"]` is true.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": render_modes(), "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        opponents: str = "random",
        seat: int | None = None,
        **settings: Unpack[TableSettings],
    ) -> None:
        """Set the table; `ValueError` says what cannot be.

        The opponents are a bot as text, such as `level=3` or `ismcts:nodes=200`. Without a seat, each game has the next
        one.
        """
        self.table = EnvironmentTable(game, **settings)
        #: The names of the numbers of an observation.
        self.layout = self.table.layout
        self.render_mode = self.table.render_mode
        self.bot = parse_builtin(opponents)
        check_for(self.bot, self.table.game)
        self.seat = 0 if seat is None else seat_at(self.table.seats, seat)
        self._fixed = seat is not None
        self._games = 0
        self._players: dict[int, Player] = {}
        low, high = self.table.bounds()
        self.observation_space = Box(low, high, dtype=np.float32)
        self.action_space = Discrete(self.table.action_count)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask, for learners that ask for it."""
        return self.table.mask().astype(np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal a new game: the deal of the seed, or the next of a sequence that the last seed began."""
        super().reset(seed=seed)
        if seed is not None:
            self._games = 0
        self.table.deal(seed)
        if not self._fixed:
            self.seat = self._games % self.table.seats
        self._games += 1
        others = (other for other in range(self.table.seats) if other != self.seat)
        self._players = {other: self.bot.sit(int(self.np_random.integers(2**31))) for other in others}
        self._let_others_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Play an action, then the moves of the others until it is the seat's turn again."""
        try:
            self.table.play(int(action))
        except (IllegalMove, ValueError):
            return self._seen(), WORST[self.table.reward], True, False, self._info() | {"illegal": True}
        self._let_others_play()
        end = self.table.history.state
        reward = rewards(end, self.table.reward)[self.seat] if end.over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, end.over, False, self._info()

    def render(self) -> Any:
        """Return the position with all that is hidden, as text or as a picture; `human` prints it."""
        return self.table.render()

    def _let_others_play(self) -> None:
        history = self.table.history
        while not history.state.over and history.state.to_move != self.seat:
            player = self._players[history.state.to_move]
            history = history.play(player.choose(history.seen_by(history.state.to_move)).move)
        self.table.history = history

    def _seen(self) -> Numbers:
        return self.table.seen(self.seat).flat()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(), "illegal": False}


class VectorEnvironment(VectorEnv):
    """Many games at once, over `Batch.step`, in arrays that are used again with each step unless `copy` is true.

    With opponents each environment has one seat: the first seat 0, the second seat 1, and so on round the table.
    Without opponents an action is played for the seat to move, `infos["to_move"]`; the reward is what that seat gets by
    it, and `infos["rewards"]` has those of all seats. A game that ends is dealt anew in the same step.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: str | None = None,
        variant: str | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        reward: str = "win",
        parts: str = "all",
        cropped: bool = False,
        dtype: npt.DTypeLike = np.float32,
        scaled: bool = False,
        threads: int = 1,
        copy: bool = False,
        render_mode: None = None,
    ) -> None:
        """Set the tables; `ValueError` says what cannot be. `Batch.buffers` describes the other arguments."""
        known = game_called(game)
        table = min(known.notation.seat_counts) if seats is None else whole("seats", seats)
        self.num_envs, self.threads, self.copy, self.render_mode = num_envs, threads, copy, render_mode
        self._setup = {"variant": variant, "seats": table, "options": tuple(options)}
        self.game, self.bot = known, None if opponents is None else parse_builtin(opponents)
        if self.bot is not None:
            check_for(self.bot, known)
        self.seats = np.arange(num_envs, dtype=np.int32) % table
        self.batch = Batch.deal(known, num_envs, **self._setup)  # type: ignore[arg-type]
        self.buffers = self.batch.buffers(
            parts=parts,  # type: ignore[arg-type]
            cropped=cropped,
            dtype=dtype,
            scaled=scaled,
            reward=reward,  # type: ignore[arg-type]
        )
        self._seeds = np.random.default_rng()
        self.single_observation_space = self._box(table, scaled)
        self.single_action_space = Discrete(self.buffers.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal new games: game i depends on the seed and on i."""
        if seed is not None:
            self._seeds = np.random.default_rng(whole("seed", seed))
        self.batch = Batch.deal(self.game, self.num_envs, seed=self._seed(), **self._setup)  # type: ignore[arg-type]
        self.batch.look(out=self.buffers, threads=self.threads)
        self._let_others_play(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_))
        return self._given(self.buffers.observation), self._infos(np.zeros_like(self.buffers.rewards))

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Play an action in each game; `IllegalMove` with the number of the first game where it is not legal."""
        movers = self.buffers.to_move.copy() if self.bot is None else self.seats
        self.batch.step(actions, self._seed(), out=self.buffers, threads=self.threads)
        all_rewards, over = self.buffers.rewards.copy(), self.buffers.over.copy()
        reward = all_rewards[np.arange(self.num_envs), movers]
        self._let_others_play(reward, over)
        seen, infos = self._given(self.buffers.observation), self._infos(all_rewards)
        return seen, reward, over, np.zeros_like(over), infos

    def _let_others_play(self, reward: Numbers, over: Numbers) -> None:
        """Let the bots move until all seats of the caller are to move; add what that brings, and which games end."""
        while self.bot is not None:
            rows = np.flatnonzero(self.buffers.to_move != self.seats)
            if len(rows) == 0:
                return
            moves = choose(self.batch, self.bot, self._seed(), rows=rows.tolist(), threads=self.threads)
            words = self.batch.sample()
            words[rows] = moves[rows]
            actions = self.batch.actions_of(words, cropped=self.buffers.encoder.cropped, threads=self.threads)
            actions[self.buffers.to_move == self.seats] = -1
            self.batch.step(actions, self._seed(), out=self.buffers, threads=self.threads)
            reward += self.buffers.rewards[np.arange(self.num_envs), self.seats]
            over |= self.buffers.over

    def _seed(self) -> int:
        return int(self._seeds.integers(2**63))

    def _box(self, seats: int, scaled: bool) -> Box:
        dtype, size = self.buffers.encoder.dtype, self.buffers.encoder.size
        if dtype == np.uint8:
            return Box(0, 255, (size,), np.uint8)
        if scaled:
            return Box(0, 1, (size,), dtype.type)
        low, high = self.buffers.layout.bounds(seats)
        return Box(low.astype(dtype), high.astype(dtype), dtype=dtype.type)

    def _given(self, array: Numbers) -> Numbers:
        return array.copy() if self.copy else array

    def _infos(self, all_rewards: Numbers) -> dict[str, Any]:
        mask, to_move = self._given(self.buffers.mask), self._given(self.buffers.to_move)
        return {"action_mask": mask, "to_move": to_move, "rewards": all_rewards}


for name in GAMES:
    register(
        f"urbanist/{name.capitalize()}-v0",
        entry_point="urbanist.bots.adapters.gymnasium:Environment",
        vector_entry_point="urbanist.bots.adapters.gymnasium:VectorEnvironment",
        kwargs={"game": name},
    )
