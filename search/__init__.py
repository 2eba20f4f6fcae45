"""Game-tree search for any game: limits, results, and the searches themselves."""

import urbanist.engine  # noqa: F401 - first, because it chooses the compiled modules for the processor
from urbanist.search.belief import belief
from urbanist.search.ismcts import ismcts
from urbanist.search.limits import Limits
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import Network, network_of
from urbanist.search.options import PimcOptions, SearchOptions
from urbanist.search.pimc import pimc
from urbanist.search.reasons import Reason, reasons
from urbanist.search.result import MoveValue, Result

__all__ = [
    "Limits",
    "MoveValue",
    "Network",
    "PimcOptions",
    "Reason",
    "Result",
    "SearchOptions",
    "TreeSearch",
    "belief",
    "ismcts",
    "network_of",
    "pimc",
    "reasons",
]
