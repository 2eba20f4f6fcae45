import numpy as np
import numpy.typing as npt

from urbanist.engine.game import State

ALL_SEATS: int

def features(
    state: State, seat: int | None = None
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
def features_after(
    state: State, seat: int | None = None
) -> list[
    tuple[
        npt.NDArray[np.uint32],
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
    ]
]: ...
def move_features(
    state: State,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
