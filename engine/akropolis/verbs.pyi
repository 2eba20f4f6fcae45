from urbanist.engine.akropolis.encoder import CROP_SHAPE as CROP_SHAPE
from urbanist.engine.akropolis.features import COMMON as COMMON
from urbanist.engine.akropolis.features import SEAT as SEAT
from urbanist.engine.akropolis.policy import MOVE as MOVE
from urbanist.engine.game import Game

AKROPOLIS: Game
