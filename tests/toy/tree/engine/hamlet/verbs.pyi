from urbanist.engine.game import Game

HAMLET: Game
