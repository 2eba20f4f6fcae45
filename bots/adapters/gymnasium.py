"""The games as environments of Gymnasium: one seat against bots, or all seats; one game, or many at once.

Needs Gymnasium: `pip install 'urbanist[gymnasium]'`. The import of this module registers each game by its
name, `urbanist/NAME-v0`.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np
import numpy.typing as npt

from urbanist.bots.adapters.table import (
    WORST,
    EnvironmentTable,
    TableSettings,
    bounds_of,
    game_called,
    render_modes,
    rewards,
)
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import check_for, parse_builtin
from urbanist.engine import GAMES, Batch, Game, IllegalMove
from urbanist.engine.batch_arguments import as_actions
from urbanist.engine.buffers import Buffers, Reward
from urbanist.engine.integers import seat_at, whole
from urbanist.engine.observation import Parts

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


def opponent(text: str, game: Game) -> Bot:
    """Return the built-in bot that a text describes; a `ValueError` says why it cannot play the game."""
    if not isinstance(text, str):
        raise TypeError(f"opponents={text!r:.60}: expected a bot as text, such as 'level=3'")
    bot = parse_builtin(text)
    check_for(bot, game)
    return bot


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
        self.bot = opponent(opponents, self.table.game)
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
    """Many games at once, over `Batch.step`.

    With opponents each environment has one seat: the given one, or the first environment seat 0, the second seat 1, and
    so on round the table. Without opponents an action is played for the seat to move, `infos["to_move"]`; the reward is
    what that seat gets by it. `infos["rewards"]` has the rewards of all seats.

    A game that ends is dealt anew in the same step. What the seat that played saw at its end is in
    `infos["final_obs"]`, by the convention of Gymnasium. An illegal action ends its game with `table.WORST`, and
    `infos["illegal"]` is true for it.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: str | None = None,
        seat: int | None = None,
        variant: str | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        reward: Reward = "win",
        parts: Parts = "all",
        cropped: bool = False,
        dtype: npt.DTypeLike = np.float32,
        scaled: bool = False,
        threads: int = 1,
        copy: bool = True,
        render_mode: None = None,
    ) -> None:
        """Set the tables; `ValueError` says what cannot be. `Batch.buffers` describes the other arguments.

        Without `copy` the arrays are used again with the next step, which takes less time.
        """
        self.game = game_called(game)
        self.num_envs = whole("num_envs", num_envs)
        if self.num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: at least 1")
        table = min(self.game.notation.seat_counts) if seats is None else whole("seats", seats)
        self.threads, self.copy, self.render_mode = threads, copy, render_mode
        self._deal = partial(
            Batch.deal, self.game, self.num_envs, variant=variant, seats=table, options=tuple(options)
        )
        self.batch = self._deal()
        self.bot = None if opponents is None else opponent(opponents, self.game)
        if seat is not None and self.bot is None:
            raise ValueError(f"seat={seat}: without opponents you play all seats")
        #: The seat of each environment, if there are opponents.
        self.seats = (
            np.arange(self.num_envs, dtype=np.int32) % table
            if seat is None
            else np.full(self.num_envs, seat_at(table, seat), np.int32)
        )
        self._how: Any = {"parts": parts, "cropped": cropped, "dtype": dtype, "scaled": scaled}
        self.buffers = self.batch.buffers(reward=reward, **self._how)
        self._seeds = np.random.default_rng()
        self.autoreset_mode = AutoresetMode.SAME_STEP
        self.single_observation_space = self._box(table, options, scaled)
        self.single_action_space = Discrete(self.buffers.action_count)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal new games: game i depends on the seed and on i."""
        if seed is not None:
            self._seeds = np.random.default_rng(whole("seed", seed))
        self.batch = self._deal(seed=self._seed())
        self.batch.look(out=self.buffers, threads=self.threads)
        begun = StepResult(self.num_envs, self.buffers)
        self._let_others_play(begun)
        return self._given(self.buffers.observation), self._infos(begun)

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Play an action in each game, then the moves of the others until it is the turn of its seat again."""
        played, rows = StepResult(self.num_envs, self.buffers), np.arange(self.num_envs)
        seats = self.buffers.to_move.copy() if self.bot is None else self.seats
        given, count = np.asarray(actions), self.buffers.action_count
        outside = (given < 0) | (given >= count)
        wanted = as_actions(np.where(outside, 0, given), self.num_envs, count)
        played.illegal = outside | ~self.buffers.mask[rows, wanted]
        self.batch.array["over"][played.illegal] = True  # so they are dealt anew, and nothing is played
        self._play(wanted, seats, played)
        played.rewards[rows[played.illegal], seats[played.illegal]] = WORST[self.buffers.reward]
        self._let_others_play(played)
        reward = played.rewards[rows, seats]
        cut = np.zeros_like(played.over)
        return self._given(self.buffers.observation), reward, played.over, cut, self._infos(played)

    def _let_others_play(self, played: "StepResult") -> None:
        """Let the bots move until all seats of the caller are to move."""
        while self.bot is not None:
            rows = np.flatnonzero(self.buffers.to_move != self.seats)
            if len(rows) == 0:
                return
            words = self.batch.sample()
            words[rows] = self.batch.choose(self.bot, self._seed(), rows=rows, threads=self.threads)[rows]
            actions = self.batch.actions_of(words, cropped=self._how["cropped"], threads=self.threads)
            actions[self.buffers.to_move == self.seats] = -1
            self._play(actions, self.seats, played)

    def _play(self, actions: Numbers, seats: Numbers, played: "StepResult") -> None:
        """Play an action in each game (-1: wait); note what it brings, and the ends of games as `seats` see them."""
        before = self.batch.copy()  # because a game that ends is dealt anew at once
        self.batch.step(actions, self._seed(), out=self.buffers, threads=self.threads)
        played.rewards += self.buffers.rewards
        played.over |= self.buffers.over
        rows = np.flatnonzero(self.buffers.over)
        if len(rows) == 0:
            return
        ended = before.take(rows)
        ended.apply(ended.moves_of(actions[rows], cropped=self._how["cropped"]), trusted=True)
        for row, seen in zip(rows.tolist(), ended.observe(seats[rows], **self._how).flat(), strict=True):
            played.last[row] = seen

    def _seed(self) -> int:
        return int(self._seeds.integers(2**63))

    def _box(self, seats: int, options: Sequence[str], scaled: bool) -> Box:
        dtype, size = self.buffers.encoder.dtype, self.buffers.encoder.size
        if dtype == np.uint8:
            return Box(0, 255, (size,), np.uint8)
        low, high = bounds_of(self.buffers.layout, seats, options)
        if scaled and np.isfinite(high).all():
            return Box(0, 1, (size,), dtype.type)
        return Box(low.astype(dtype), high.astype(dtype), dtype=dtype.type)

    def _given(self, array: Numbers) -> Numbers:
        return array.copy() if self.copy else array

    def _infos(self, played: "StepResult") -> dict[str, Any]:
        mask, to_move = self._given(self.buffers.mask), self._given(self.buffers.to_move)
        infos = {
            "action_mask": mask,
            "to_move": to_move,
            "rewards": played.rewards,
            "illegal": played.illegal,
        }
        return infos | ({"final_obs": played.last, "_final_obs": played.over} if played.over.any() else {})


class StepResult:
    """What the moves of one step have brought: the rewards of all seats, which games have ended, and how."""

    def __init__(self, games: int, buffers: Buffers) -> None:
        self.rewards = np.zeros_like(buffers.rewards)
        self.over = np.zeros_like(buffers.over)
        self.illegal = np.zeros_like(buffers.over)
        #: The last observation of each game that has ended, else None.
        self.last = np.full(games, None, object)


for name in GAMES:
    register(
        f"urbanist/{name.capitalize()}-v0",
        entry_point="urbanist.bots.adapters.gymnasium:Environment",
        vector_entry_point="urbanist.bots.adapters.gymnasium:VectorEnvironment",
        kwargs={"game": name},
    )
