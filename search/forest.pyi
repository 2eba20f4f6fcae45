from collections.abc import Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

from urbanist.engine.batch import Batch
from urbanist.engine.game import Game
from urbanist.search.belief import Belief
from urbanist.search.options import BatchOptions, SearchOptions

NODES: np.dtype[np.void]
UTILITIES: tuple[str, ...]

@final
class Forest:
    @property
    def game(self) -> Game: ...
    @property
    def table(self) -> int: ...
    @property
    def left(self) -> bool: ...
    def __new__(
        cls,
        game: Game,
        roots: npt.NDArray[np.void],
        worlds: npt.NDArray[np.void],
        options: BatchOptions,
        verbs: SearchOptions,
        nodes: int,
        beliefs: Sequence[Belief | None],
        given: dict[str, Any],
    ) -> Forest: ...
    def close(self) -> None: ...
    def improved(
        self, words: npt.NDArray[np.uint32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
    def descend(self) -> npt.NDArray[np.int64]: ...
    def back_up(self, values: npt.NDArray[np.float32], priors: npt.NDArray[np.float32] | None) -> int: ...
    def moves(
        self,
    ) -> tuple[
        npt.NDArray[np.uint32], npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.float32]
    ]: ...
    def values(self) -> npt.NDArray[np.float32]: ...
    def trees(self) -> list[npt.NDArray[np.void]]: ...

def utilities(batch: Batch, utility: str = "win", spread: float = 12.0) -> npt.NDArray[np.float32]: ...
