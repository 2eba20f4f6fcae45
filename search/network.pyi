from collections.abc import Mapping
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from urbanist.engine.game import Game

VERSION: int
KINDS_OF_FEATURES: tuple[str, ...]

@disjoint_base
class Network:
    @property
    def game(self) -> str: ...
    @property
    def arrays(self) -> dict[str, npt.NDArray[np.float32]]: ...
    @property
    def tuned(self) -> dict[str, float | str]: ...
    def __init__(
        self, game: Game, arrays: Mapping[str, npt.ArrayLike], tuned: Mapping[str, float | str] | None = None
    ) -> None: ...
    def estimate(
        self, common: npt.ArrayLike, rows: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
    def logits(self, priors: npt.ArrayLike, rows: npt.ArrayLike) -> npt.NDArray[np.float32]: ...
    def estimates(
        self, game: Game, array: npt.NDArray[np.void], seat: int | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
    def save(self, file: str | Path | IO[bytes], game: Game) -> None: ...

def shapes_of(game: Game) -> dict[str, tuple[int, ...]]: ...
def load(
    game: Game, content: bytes, name: str, tuned: Mapping[str, float | str] | None = None
) -> Network: ...
def network_of(game: Game, path: str | None = None) -> Network | None: ...
