from collections.abc import Iterable, Sequence
from typing import Any, Protocol, final, type_check_only

import numpy as np
import numpy.typing as npt

from urbanist.engine.buffers import Buffers, Reward
from urbanist.engine.game import Game, State
from urbanist.engine.observation import Observation, Parts

@type_check_only
class Evaluator(Protocol):
    def estimates(
        self, game: Game, array: npt.NDArray[np.void], seat: int | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...

def batch_of_states(states: Sequence[State], asked: object, word: int) -> Batch: ...
def batch_of(game: Game, array: npt.NDArray[np.void], asked: object, word: int) -> Batch: ...

@final
class Batch:
    @property
    def game(self) -> Game: ...
    @property
    def array(self) -> npt.NDArray[np.void]: ...
    def __init__(self, *args: object, **kwargs: object) -> None: ...
    def __len__(self) -> int: ...
    @staticmethod
    def deal(
        game: Game,
        n: int,
        *,
        variant: str | None = None,
        seats: int,
        options: Iterable[str] = (),
        seed: int = 0,
        threads: int = 1,
    ) -> Batch: ...
    @staticmethod
    def of(states: Iterable[State]) -> Batch: ...
    @staticmethod
    def from_array(game: Game, array: npt.NDArray[np.void]) -> Batch: ...
    def copy(self) -> Batch: ...
    def take(self, rows: Sequence[int] | npt.NDArray[np.integer]) -> Batch: ...
    def state(self, index: int) -> State: ...
    def reset(self, seed: int | None = None, *, threads: int = 1) -> npt.NDArray[np.bool_]: ...
    def observe(
        self,
        seats: int | Sequence[int] | npt.NDArray[np.integer] | None,
        *,
        parts: Parts = "all",
        cropped: bool = False,
        dtype: npt.DTypeLike = ...,
        scaled: bool = False,
        revealed: bool = False,
        out: object = None,
        threads: int = 1,
    ) -> Observation: ...
    def features(
        self,
        seats: int | Sequence[int] | npt.NDArray[np.integer] | None,
        *,
        out: object = None,
        threads: int = 1,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
    def actions(
        self, *, cropped: bool = False, threads: int = 1
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
    def legal_mask(
        self, *, cropped: bool = False, packed: bool = False, out: object = None, threads: int = 1
    ) -> npt.NDArray[Any]: ...
    def prior_logits(self, *, cropped: bool = False, threads: int = 1) -> npt.NDArray[np.float32]: ...
    def moves_of(
        self,
        actions: Sequence[int] | npt.NDArray[np.integer],
        *,
        cropped: bool = False,
        threads: int = 1,
    ) -> npt.NDArray[np.uint32]: ...
    def actions_of(
        self,
        moves: Sequence[int] | npt.NDArray[np.integer],
        *,
        cropped: bool = False,
        threads: int = 1,
    ) -> npt.NDArray[np.int32]: ...
    def buffers(
        self,
        *,
        parts: Parts = "all",
        cropped: bool = False,
        dtype: npt.DTypeLike = ...,
        scaled: bool = False,
        packed: bool = False,
        reward: Reward = "win",
        observation: object = None,
        mask: object = None,
        rewards: object = None,
        over: object = None,
        to_move: object = None,
    ) -> Buffers: ...
    def look(self, *, out: Buffers, threads: int = 1) -> None: ...
    def step(
        self,
        actions: Sequence[int] | npt.NDArray[np.integer],
        seed: int | None = None,
        *,
        out: Buffers,
        threads: int = 1,
    ) -> None: ...
    def evaluate(
        self, network: Evaluator, seat: int | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
    def choose(
        self,
        bot: object,
        seed: int = 0,
        *,
        rows: Sequence[int] | npt.NDArray[np.integer] | None = None,
        threads: int = 1,
    ) -> npt.NDArray[np.uint32]: ...
    def moves(self, *, threads: int = 1) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]: ...
    def sample(self, seed: int = 0, *, out: object = None, threads: int = 1) -> npt.NDArray[np.uint32]: ...
    def apply(
        self, moves: Sequence[int] | npt.NDArray[np.integer], *, trusted: bool = False, threads: int = 1
    ) -> None: ...
    def reshuffle(
        self, seats: int | Sequence[int] | npt.NDArray[np.integer] | None, seed: int = 0, *, threads: int = 1
    ) -> None: ...
    def playout(
        self, seed: int = 0, *, informed: bool = False, plies: int | None = None, threads: int = 1
    ) -> None: ...
    def scores(self, *, threads: int = 1) -> npt.NDArray[np.int32]: ...
    def ranks(self, *, threads: int = 1) -> npt.NDArray[np.int32]: ...
    def standing(self, threads: int = 1) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
