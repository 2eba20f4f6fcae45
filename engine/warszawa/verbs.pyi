from urbanist.engine.game import Game
from urbanist.engine.warszawa.appraisal import MOVE as MOVE
from urbanist.engine.warszawa.features import COMMON as COMMON
from urbanist.engine.warszawa.features import SEAT as SEAT

WARSZAWA: Game
