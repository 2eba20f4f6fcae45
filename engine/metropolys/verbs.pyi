from urbanist.engine.game import Game

METROPOLYS: Game
