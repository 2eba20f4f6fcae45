from collections.abc import Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

from urbanist.cext.pool import Pool
from urbanist.engine.game import Game
from urbanist.engine.observation import Layout, Parts

@final
class Encoder:
    @property
    def game(self) -> Game: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def size(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def cropped(self) -> bool: ...
    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        parts: Parts = "all",
        cropped: bool = False,
        dtype: npt.DTypeLike = ...,
        scaled: bool = False,
        revealed: bool = False,
    ) -> None: ...

def encoder_of(game: Game, seats: int, **how: Any) -> Encoder: ...
def observe(
    encoder: Encoder,
    array: npt.NDArray[np.void],
    seats: int | Sequence[int] | npt.NDArray[np.integer] | None,
    pool: Pool,
    threads: int = 1,
    out: object = None,
) -> npt.NDArray[Any]: ...
def actions(
    game: Game, array: npt.NDArray[np.void], pool: Pool, threads: int = 1, cropped: bool = False
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
def legal_mask(
    game: Game,
    array: npt.NDArray[np.void],
    pool: Pool,
    threads: int = 1,
    cropped: bool = False,
    packed: bool = False,
    out: object = None,
) -> npt.NDArray[Any]: ...
def prior_logits(
    game: Game, array: npt.NDArray[np.void], pool: Pool, threads: int = 1, cropped: bool = False
) -> npt.NDArray[np.float32]: ...
def moves_of(
    game: Game,
    array: npt.NDArray[np.void],
    actions: Sequence[int] | npt.NDArray[np.integer],
    pool: Pool,
    threads: int = 1,
    cropped: bool = False,
    waits: bool = False,
) -> npt.NDArray[np.uint32]: ...
def actions_of(
    game: Game,
    array: npt.NDArray[np.void],
    moves: Sequence[int] | npt.NDArray[np.integer],
    pool: Pool,
    threads: int = 1,
    cropped: bool = False,
) -> npt.NDArray[np.int32]: ...
