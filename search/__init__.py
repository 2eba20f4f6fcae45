"""Game-tree search for any game: limits, results, and the searches themselves."""

from importlib import import_module
from typing import TYPE_CHECKING

import urbanist.engine  # noqa: F401 - first, because it chooses the compiled modules for the processor

# Not late, because their modules have the same names, which would hide them.
from urbanist.search.belief import Belief, belief
from urbanist.search.ismcts import ismcts
from urbanist.search.pimc import pimc

if TYPE_CHECKING:
    from urbanist.search.batch import BatchResult, search_batch
    from urbanist.search.forest import utilities
    from urbanist.search.limit import Limit
    from urbanist.search.mcts import TreeSearch
    from urbanist.search.network import Network, network_of
    from urbanist.search.options import BatchOptions, PimcOptions, RegretOptions, SearchOptions
    from urbanist.search.regret import RegretSearch
    from urbanist.search.result import MoveValue, Result
    from urbanist.search.tree_text import tree_dot, tree_json
    from urbanist.search.verb import Backup, Expansion, FinalChoice, Leaf, Prior, Selection, Worlds, register

__all__ = [
    "Backup",
    "BatchOptions",
    "BatchResult",
    "Belief",
    "Expansion",
    "FinalChoice",
    "Leaf",
    "Limit",
    "MoveValue",
    "Network",
    "PimcOptions",
    "Prior",
    "RegretOptions",
    "RegretSearch",
    "Result",
    "SearchOptions",
    "Selection",
    "TreeSearch",
    "Worlds",
    "belief",
    "ismcts",
    "network_of",
    "pimc",
    "register",
    "search_batch",
    "tree_dot",
    "tree_json",
    "utilities",
]

_MODULES = {
    "Backup": "verb",
    "BatchOptions": "options",
    "BatchResult": "batch",
    "Expansion": "verb",
    "FinalChoice": "verb",
    "Leaf": "verb",
    "Limit": "limit",
    "MoveValue": "result",
    "Network": "network",
    "PimcOptions": "options",
    "Prior": "verb",
    "RegretOptions": "options",
    "RegretSearch": "regret",
    "Result": "result",
    "SearchOptions": "options",
    "Selection": "verb",
    "TreeSearch": "mcts",
    "Worlds": "verb",
    "network_of": "network",
    "register": "verb",
    "search_batch": "batch",
    "tree_dot": "tree_text",
    "tree_json": "tree_text",
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
