from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from urbanist.engine.game import Game
from urbanist.engine.observation import Observation

def observe(
    game: Game,
    array: npt.NDArray[np.void],
    seats: int | Sequence[int] | npt.NDArray[np.integer] | None,
    threads: int = 1,
) -> Observation: ...
def features(
    game: Game,
    array: npt.NDArray[np.void],
    seats: int | Sequence[int] | npt.NDArray[np.integer] | None,
    threads: int = 1,
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
def actions(
    game: Game, array: npt.NDArray[np.void], threads: int = 1
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
def legal_mask(game: Game, array: npt.NDArray[np.void], threads: int = 1) -> npt.NDArray[np.bool_]: ...
def prior_logits(game: Game, array: npt.NDArray[np.void], threads: int = 1) -> npt.NDArray[np.float32]: ...
def moves_of(
    game: Game,
    array: npt.NDArray[np.void],
    actions: Sequence[int] | npt.NDArray[np.integer],
    threads: int = 1,
) -> npt.NDArray[np.uint32]: ...
