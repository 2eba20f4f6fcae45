from collections.abc import Iterable
from typing import final

import numpy as np
import numpy.typing as npt

from urbanist.engine.game import Game, State
from urbanist.search.belief import Belief
from urbanist.search.limit import Limit
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

NODES: np.dtype[np.void]

@final
class TreeSearch:
    @property
    def game(self) -> Game: ...
    @property
    def size(self) -> int: ...
    @property
    def options(self) -> SearchOptions: ...
    def __new__(cls, game: Game, options: SearchOptions = ...) -> TreeSearch: ...
    def advance(self, event: str) -> None: ...
    def nodes(self) -> npt.NDArray[np.void]: ...
    def clear(self) -> None: ...
    def restrict(self, moves: Iterable[str] = ()) -> None: ...
    def line_of(self, move: str) -> tuple[str, ...]: ...
    def think(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        observer: int | None = None,
        belief: Belief | None = None,
    ) -> Result: ...
