from typing import final

from urbanist.engine.game import Game, State
from urbanist.search.belief import Belief
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

UTILITIES: tuple[str, ...]

@final
class Ending:
    @property
    def game(self) -> Game: ...
    @property
    def size(self) -> float: ...
    @property
    def found(self) -> Result | None: ...
    @property
    def visits_to_next(self) -> int: ...
    def __new__(
        cls,
        game: Game,
        root: State,
        observer: int,
        belief: Belief | None,
        only: list[int],
        options: SearchOptions,
    ) -> Ending: ...
    def attempt(self, effort: int) -> Result | None: ...
