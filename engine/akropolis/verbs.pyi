from urbanist.engine.akropolis.features import COMMON as COMMON
from urbanist.engine.akropolis.features import SEAT as SEAT
from urbanist.engine.akropolis.judgement import MOVE as MOVE
from urbanist.engine.akropolis.sight import CROP_SHAPE as CROP_SHAPE
from urbanist.engine.game import Game

AKROPOLIS: Game
