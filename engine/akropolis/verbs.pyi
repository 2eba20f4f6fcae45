from urbanist.engine.game import Game

AKROPOLIS: Game
