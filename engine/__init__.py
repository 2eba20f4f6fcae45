"""The rules of the games: deals, moves, positions, records, and batches of positions in numpy memory.

Each game has its own folder. All games have the same interface, and `GAMES` lists them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import urbanist.cext  # noqa: F401 - first, because it raises ImportError on a processor that cannot run the rest
from urbanist.engine.games import GAMES

if TYPE_CHECKING:
    from urbanist.engine.batch import Batch
    from urbanist.engine.event import Chance, Move
    from urbanist.engine.game import Game, State
    from urbanist.engine.history import History, View
    from urbanist.engine.notation import CardFile, IllegalMove, NotationError
    from urbanist.engine.observation import Layout, Observation
    from urbanist.engine.python_game import PythonGame
    from urbanist.engine.record import Record

#: The games that come with urbanist.
GAMES.shipped = ("metropolys", "akropolis", "warszawa")

__all__ = [
    "GAMES",
    "Batch",
    "CardFile",
    "Chance",
    "Game",
    "History",
    "IllegalMove",
    "Layout",
    "Move",
    "NotationError",
    "Observation",
    "PythonGame",
    "Record",
    "State",
    "View",
]

_MODULES = {
    "Batch": "batch",
    "CardFile": "notation",
    "Chance": "event",
    "Game": "game",
    "History": "history",
    "IllegalMove": "notation",
    "Layout": "observation",
    "Move": "event",
    "NotationError": "notation",
    "Observation": "observation",
    "PythonGame": "python_game",
    "Record": "record",
    "State": "game",
    "View": "history",
}


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first asked for: most programs need a few of them."""
    if name not in _MODULES:
        raise AttributeError(f"module 'urbanist.engine' has no attribute '{name}'")
    return getattr(import_module(f"urbanist.engine.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return __all__
