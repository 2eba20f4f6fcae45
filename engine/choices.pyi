import numpy as np
import numpy.typing as npt

from urbanist.engine.game import Game

def list_moves(
    game: Game, array: npt.NDArray[np.void], threads: int = 1
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]: ...
def sample(
    game: Game, array: npt.NDArray[np.void], seed: int = 0, threads: int = 1
) -> npt.NDArray[np.uint32]: ...
