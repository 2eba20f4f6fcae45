"""Single-observer information-set search: one tree for all states that a seat cannot tell apart.

Source: Cowling, Powley and Whitehouse 2012. Each visit draws everything that the observer cannot know again, and
the exploration of a move depends on how often it was available.
"""

from collections.abc import Sequence

from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.search.belief import belief_for
from urbanist.search.limit import Limit
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result


def ismcts(
    view: View,
    limit: Limit | None = None,
    options: SearchOptions = SearchOptions(),
    moves: Sequence[Move] = (),
) -> Result:
    """Return the result for the seat of the view; without a limit, that of the options holds.

    If `moves` are given, it looks at no others. The same arguments give the same result if only nodes limit it.
    """
    from urbanist.search.mcts import TreeSearch  # late: a bot that does not think yet needs no tree

    search = TreeSearch(view.game, options)
    search.restrict(moves)
    belief = belief_for(view, options)
    return search.think(view.state(options.seed), limit, observer=view.seat, belief=belief)
