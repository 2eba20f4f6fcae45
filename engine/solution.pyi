from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from urbanist.engine.game import State

@dataclass(frozen=True, slots=True)
class Solution:
    move: str
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    effort: int

def solve(
    state: State, moves: Sequence[str | int | np.integer[Any]] = (), *, effort: int = ...
) -> Solution | None: ...
