from typing import final

import numpy as np

from urbanist.engine.game import Game

NODE: np.dtype[np.void]
NODES: np.dtype[np.void]

@final
class Window: ...

@final
class Views: ...

@final
class Call: ...

@final
class Bound: ...

@final
class Trace: ...

@final
class Calls:
    def __new__(cls, game: Game) -> Calls: ...
    @property
    def error(self) -> BaseException | None: ...
