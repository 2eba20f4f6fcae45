"""Game-tree search for any game: limits, results, and the searches themselves."""

from importlib import import_module
from typing import TYPE_CHECKING

import urbanist.engine  # noqa: F401 - first, because it chooses the compiled modules for the processor

# Not late, because their modules have the same names, which would hide them.
from urbanist.search.belief import belief
from urbanist.search.ismcts import ismcts
from urbanist.search.pimc import pimc
from urbanist.search.reasons import reasons

if TYPE_CHECKING:
    from urbanist.search.batch import BatchResult, search_batch
    from urbanist.search.forest import utilities
    from urbanist.search.limits import Limits
    from urbanist.search.mcts import TreeSearch
    from urbanist.search.network import Network, network_of
    from urbanist.search.options import BatchOptions, PimcOptions, SearchOptions
    from urbanist.search.reasons import Reason
    from urbanist.search.result import MoveValue, Result

__all__ = [
    "BatchOptions",
    "BatchResult",
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
    "search_batch",
    "utilities",
]

_MODULES = {
    "BatchOptions": "options",
    "BatchResult": "batch",
    "Limits": "limits",
    "MoveValue": "result",
    "Network": "network",
    "PimcOptions": "options",
    "Reason": "reasons",
    "Result": "result",
    "SearchOptions": "options",
    "TreeSearch": "mcts",
    "network_of": "network",
    "search_batch": "batch",
    "utilities": "forest",
}


def __getattr__(name: str) -> object:
    """Return a public name, imported when it is first asked for: options of bots need no search."""
    if name not in _MODULES:
        raise AttributeError(f"module 'urbanist.search' has no attribute '{name}'")
    return getattr(import_module(f"urbanist.search.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return __all__
