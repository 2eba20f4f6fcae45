from typing import final

from urbanist.engine.game import State
from urbanist.search.belief import Belief

@final
class AllWorlds:
    def __new__(cls, root: State, observer: int, belief: Belief | None) -> AllWorlds: ...
