import numpy as np
import numpy.typing as npt

from urbanist.cext.pool import Pool
from urbanist.engine.game import Game

def list_moves(
    game: Game, array: npt.NDArray[np.void], pool: Pool, threads: int = 1
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]: ...
def sample(
    game: Game,
    array: npt.NDArray[np.void],
    pool: Pool,
    seed: int = 0,
    threads: int = 1,
    out: object = None,
) -> npt.NDArray[np.uint32]: ...
