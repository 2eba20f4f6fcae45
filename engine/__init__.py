"""The rules of the games, one folder a game, behind one interface."""

import urbanist.cext  # noqa: F401 - before all else: it refuses a processor that the rest cannot run on
from urbanist.engine.akropolis import AKROPOLIS
from urbanist.engine.game import Game, IllegalMove, State
from urbanist.engine.metropolys import METROPOLYS
from urbanist.engine.notation import CardFile, NotationError
from urbanist.engine.warszawa import WARSZAWA

#: Every game by its name.
GAMES: dict[str, Game] = {game.name: game for game in (METROPOLYS, AKROPOLIS, WARSZAWA)}

__all__ = ["GAMES", "CardFile", "Game", "IllegalMove", "NotationError", "State"]
