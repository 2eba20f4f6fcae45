"""The rules of the games: deals, moves, positions, records, and batches of positions in numpy memory.

Each game is a folder of its own behind one interface; `GAMES` lists them all.
"""

import urbanist.cext  # noqa: F401 - before all else: it refuses a processor that the rest cannot run on
from urbanist.engine.akropolis import AKROPOLIS
from urbanist.engine.batch import Batch
from urbanist.engine.game import Game, IllegalMove, State
from urbanist.engine.history import History, View
from urbanist.engine.metropolys import METROPOLYS
from urbanist.engine.notation import CardFile, NotationError
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
    "NotationError",
    "Record",
    "State",
    "View",
]
