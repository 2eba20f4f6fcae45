import numpy as np
import numpy.typing as npt

from urbanist.engine.game import Game, State

def one_of(array: npt.NDArray[np.void] | np.void, game: Game) -> npt.NDArray[np.void]: ...
def checked(state: State) -> State: ...
