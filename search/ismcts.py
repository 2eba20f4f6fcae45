"""Single-observer information-set search: one tree for all that a seat cannot tell apart.

Source: Cowling, Powley and Whitehouse 2012. At each visit everything that the observer cannot know is drawn anew, and
moves are weighed by how often they were available.
"""

from urbanist.engine.history import View
from urbanist.search.limits import Limits
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result


def ismcts(view: View, limits: Limits | None = None, options: SearchOptions = SearchOptions()) -> Result:
    """Return what the search finds for the seat of the view within the limits, or those of the options.

    The same view, limits and options give the same result when the limits are nodes alone.
    """
    search = TreeSearch(view.game, options)
    return search.think(view.state(options.seed), limits, observer=view.seat)
