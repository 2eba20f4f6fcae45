"""Perfect-information Monte Carlo: search several worlds as if each were true, and add up the results.

Source: Ginsberg 2001 (GIB). It ignores what a seat will know later. We keep it to compare other searches with.
"""

from collections.abc import Callable

from msgspec.structs import replace

from urbanist.engine.game import State
from urbanist.engine.history import View
from urbanist.search.belief import belief_for
from urbanist.search.final_choice import final_choice
from urbanist.search.limit import Limit
from urbanist.search.options import PimcOptions, SearchOptions
from urbanist.search.result import Choice, Result, combined


def pimc(view: View | State, limit: Limit | None = None, options: PimcOptions = PimcOptions()) -> Result:
    """Return one result of several searches with equal shares of the limit: sums of visits, means of values.

    Without a limit, that of the options holds. No world is solved: a solution has no visits to be added up.
    """
    view = View.of(view)
    return over_worlds(view.bare_state(), drawing(view, options), limit or options.limit(), options)


def over_worlds(state: State, draw: Callable[[int], State], limit: Limit, options: PimcOptions) -> Result:
    """Return the result of `pimc` for the seat to move of a state; `draw` makes a world of a seed."""
    from urbanist.search.mcts import TreeSearch  # late, as in `ismcts`

    share = shared(limit, options.worlds)
    search = TreeSearch(state.game, unsolved(options))
    results = []
    for world in range(options.worlds):
        search.clear()
        results.append(search.think(draw(options.seed * options.worlds + world), share))
    return combined(results, final_choice(options, state.to_move, state.ply))


def unsolved(options: PimcOptions) -> PimcOptions:
    """Return the options of the search of each world."""
    return replace(options, endings=False)


def drawing(view: View, options: SearchOptions) -> Callable[[int], State]:
    """Return the function that draws a determinization of the view from a seed."""
    belief = belief_for(view, options)
    return view.state if belief is None else belief.world


def chosen_at(view: View, options: SearchOptions) -> Choice:
    """Return the final choice of a decision."""
    state = view.bare_state()
    return final_choice(options, state.to_move, state.ply)


def shared(limit: Limit, worlds: int) -> Limit:
    """Return the limit of each world."""
    return Limit(
        nodes=None if limit.nodes is None else max(1, limit.nodes // worlds),
        time=None if limit.time is None else limit.time / worlds,
    )
