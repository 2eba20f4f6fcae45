from typing import final

from urbanist.engine.game import Game, State
from urbanist.search.limits import Limits
from urbanist.search.result import Result
from urbanist.search.utility import UTILITIES as UTILITIES

@final
class TreeSearch:
    @property
    def game(self) -> Game: ...
    @property
    def size(self) -> int: ...
    def __new__(
        cls,
        game: Game,
        *,
        utility: str = "win",
        explore: float = 0.5,
        bias: float = 0.05,
        widen: float = 2.0,
        widen_power: float = 0.3,
        informed: bool = True,
        memory: float = 64.0,
        seed: int = 0,
    ) -> TreeSearch: ...
    def advance(self, event: str) -> None: ...
    def clear(self) -> None: ...
    def think(self, state: State, limits: Limits, *, observer: int | None = None) -> Result: ...
