from collections.abc import Callable, Iterable, Sequence
from typing import Any, final

import numpy as np
import numpy.typing as npt

from urbanist.engine.event import Event, Move
from urbanist.engine.game import Game, State
from urbanist.search.belief import Belief
from urbanist.search.imported_network import ImportedNetwork
from urbanist.search.limit import Limit
from urbanist.search.network import Network
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result
from urbanist.search.verb import Verb

NODES: np.dtype[np.void]

@final
class TreeSearch:
    @property
    def game(self) -> Game: ...
    @property
    def size(self) -> int: ...
    @property
    def root(self) -> int: ...
    @property
    def options(self) -> SearchOptions: ...
    @property
    def last(self) -> State | None: ...
    @property
    def network(self) -> Network | None: ...
    def __new__(
        cls,
        game: Game,
        options: SearchOptions = ...,
        *,
        select: str | Verb | Callable[..., Any] | object | None = None,
        prior: str | Verb | Callable[..., Any] | object | None = None,
        worlds: str | Verb | Callable[..., Any] | object | None = None,
        leaf: str | Verb | Callable[..., Any] | object | None = None,
        backup: Verb | Callable[..., Any] | object | None = None,
        network: Network | ImportedNetwork | None = None,
    ) -> TreeSearch: ...
    def advance(self, event: Event | str) -> None: ...
    def nodes(self) -> npt.NDArray[np.void]: ...
    def clear(self) -> None: ...
    def restrict(self, moves: Iterable[Move | str] = ()) -> None: ...
    def play_out(self, state: State, visits: Sequence[int], seed: int) -> tuple[list[int], State]: ...
    def line_of(self, move: Move | str) -> tuple[Move, ...]: ...
    def think(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        observer: int | None = None,
        belief: Belief | None = None,
        trace: Callable[[tuple[Move, ...], tuple[float, ...]], object] | None = None,
    ) -> Result: ...
