from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

UTILITIES: tuple[str, ...]

@dataclass(frozen=True, slots=True)
class Solution:
    move: Move
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    effort: int

@final
class Solving:
    @property
    def begun(self) -> bool: ...
    @property
    def solution(self) -> Solution | None: ...
    def __new__(cls, state: State, moves: list[int]) -> Solving: ...
    def go_on(self, effort: int, until: float = ...) -> bool: ...

@final
class Ending:
    @property
    def exact(self) -> Result | None: ...
    def __new__(cls, root: State, only: list[int], options: SearchOptions) -> Ending: ...

def solve(
    state: State, moves: Sequence[Move | str | int | np.integer[Any]] = (), *, effort: int = ...
) -> Solution | None: ...
def is_near_end(state: State) -> bool: ...
def verified(state: State, result: Result, options: SearchOptions, until: float = ...) -> Result: ...
