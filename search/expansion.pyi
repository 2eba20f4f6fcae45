from urbanist.engine.game import Game
from urbanist.search.network import Network
from urbanist.search.options import SearchOptions

WIDENING: object
SHORTLIST: object
TRAINED: object

def params(game: Game, options: SearchOptions, network: Network | None) -> bytes: ...
def policy(game: Game, options: SearchOptions, network: Network) -> bytes: ...
