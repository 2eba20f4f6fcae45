"""The first minute with urbanist: `load` a game, look at a position, play on.

>>> import urbanist
>>> state = urbanist.load("metropolys").deal(seats=3, seed=1)
>>> print(state.play(state.best_move()).ply)
1

`print(state)` shows the board, and a notebook draws it. The packages of the house stand below this name:
`urbanist.engine` has the rules, `urbanist.search` plays well, and `urbanist.bots` has bots, matches and tables.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from urbanist import bots, engine, search, testing
    from urbanist.engine import Game

__all__ = ["bots", "engine", "load", "search", "testing"]


def load(name: str) -> "Game":
    """Return a game whose positions show themselves and find moves; raise `ValueError` if none has this name."""
    # Imported late, because this module is imported before all others of the package.
    import urbanist.bots.table  # it shows positions
    import urbanist.search  # noqa: F401 - it finds moves
    from urbanist.engine import GAMES
    from urbanist.engine.message import UserError
    from urbanist.engine.suggestion import suggestion

    if not isinstance(name, str) or name not in GAMES:
        name = str(name)
        raise UserError(f"no game '{name}'; {suggestion(name, GAMES)}")
    return GAMES[name]


def __getattr__(name: str) -> ModuleType:
    """Return a package of the house, imported when it is first asked for."""
    if name not in __all__:
        raise AttributeError(f"module 'urbanist' has no attribute '{name}'")
    return import_module(f"urbanist.{name}")


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return __all__
