from urbanist.engine.game import Game
from urbanist.search.network import Network
from urbanist.search.options import SearchOptions

UTILITIES: tuple[str, ...]

PLAYOUT: object
NET: object
MIXED: object

def leaf_params(game: Game, options: SearchOptions, network: Network | None) -> bytes: ...
