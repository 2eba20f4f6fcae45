from urbanist.engine.game import Game
from urbanist.search.network import Network
from urbanist.search.options import SearchOptions

UCB: object
PUCT: object

def params(game: Game, options: SearchOptions, network: Network | None) -> bytes: ...
