from typing import final

from urbanist.search.imported_network import ImportedNetwork
from urbanist.search.options import SearchOptions

@final
class LeafRounds:
    @property
    def network(self) -> ImportedNetwork: ...
    def __init__(self, network: ImportedNetwork, options: SearchOptions, own: object) -> None: ...
