"""Single-observer information-set search: one tree for all states that a seat cannot tell apart.

Source: Cowling, Powley and Whitehouse 2012. Each visit draws everything that the observer cannot know again, and
the exploration of a move depends on how often it was available.
"""

from collections.abc import Sequence

from urbanist.engine.abilities import ABILITIES
from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import View
from urbanist.search.belief import belief_for
from urbanist.search.limit import Limit
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result


def ismcts(
    view: View | State,
    limit: Limit | None = None,
    options: SearchOptions = SearchOptions(),
    moves: Sequence[Move] = (),
) -> Result:
    """Return the result for the seat of the view; without a limit, that of the options holds.

    Of a state it takes what the seat to move sees of it, without the moves before.
    If `moves` are given, it looks at no others. The same arguments give the same result if only nodes limit it.
    """
    from urbanist.search.mcts import TreeSearch  # late: a bot that does not think yet needs no tree

    view = View.of(view)
    search = TreeSearch(view.game, options)
    search.restrict(moves)
    belief = belief_for(view, options)
    return search.think(view.state(options.seed), limit, observer=view.seat, belief=belief)


def best_move(state: State, limit: Limit | None = None) -> Move:
    """Return the move that a search finds best for the seat to move."""
    return ismcts(state, limit).move


ABILITIES.best_move = best_move
