from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from urbanist.cext.pool import Pool
from urbanist.engine.buffers import Buffers
from urbanist.engine.game import Game

def look(game: Game, array: npt.NDArray[np.void], buffers: Buffers, pool: Pool, threads: int = 1) -> None: ...
def step(
    game: Game,
    array: npt.NDArray[np.void],
    asked: object,
    actions: Sequence[int] | npt.NDArray[np.integer],
    seed: int,
    buffers: Buffers,
    pool: Pool,
    threads: int = 1,
) -> None: ...
