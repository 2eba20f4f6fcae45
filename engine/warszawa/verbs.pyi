from urbanist.engine.game import Game
from urbanist.engine.warszawa.features import COMMON as COMMON
from urbanist.engine.warszawa.features import SEAT as SEAT
from urbanist.engine.warszawa.priors import MOVE as MOVE

WARSZAWA: Game
