"""Single-observer information-set search: one tree for all that a seat cannot tell apart.

Source: Cowling, Powley and Whitehouse 2012. At each visit everything that the observer cannot know is drawn anew, and
moves are weighed by how often they were available.
"""

from typing import Any

from urbanist.engine.history import View
from urbanist.search.limits import Limits
from urbanist.search.mcts import TreeSearch
from urbanist.search.result import Result


def ismcts(view: View, limits: Limits, **options: Any) -> Result:
    """Return what the search finds for the seat of the view; `options` are those of `TreeSearch`.

    The same view, limits and options give the same result when the limits are nodes alone.
    """
    search = TreeSearch(view.game, memory=limits.memory, seed=limits.seed, **options)
    return search.think(view.state(limits.seed), limits, observer=view.seat)
