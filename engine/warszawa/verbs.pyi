from urbanist.engine.game import Game

WARSZAWA: Game
