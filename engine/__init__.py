"""The rules of the games: deals, moves, positions, records, and batches of positions in numpy memory.

Each game has its own folder. All games have the same interface, and `GAMES` lists them.
"""

import urbanist.cext  # noqa: F401 - first, because it raises ImportError on a processor that cannot run the rest
from urbanist.engine.akropolis import AKROPOLIS
from urbanist.engine.batch import Batch
from urbanist.engine.game import Game, IllegalMove, State
from urbanist.engine.history import History, View
from urbanist.engine.metropolys import METROPOLYS
from urbanist.engine.notation import CardFile, NotationError
from urbanist.engine.observation import Layout, Observation
from urbanist.engine.record import Record
from urbanist.engine.warszawa import WARSZAWA

#: Every game by its name.
GAMES: dict[str, Game] = {game.name: game for game in (METROPOLYS, AKROPOLIS, WARSZAWA)}

__all__ = [
    "GAMES",
    "Batch",
    "CardFile",
    "Game",
    "History",
    "IllegalMove",
    "Layout",
    "NotationError",
    "Observation",
    "Record",
    "State",
    "View",
]
