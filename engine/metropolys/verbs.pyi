from urbanist.engine.game import Game
from urbanist.engine.metropolys.features import COMMON as COMMON
from urbanist.engine.metropolys.features import SEAT as SEAT
from urbanist.engine.metropolys.policy import MOVE as MOVE

METROPOLYS: Game
