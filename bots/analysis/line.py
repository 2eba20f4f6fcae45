"""What could have happened after a move: lines in which every seat plays what a search finds."""

from collections.abc import Callable

from urbanist.bots.analysis.decisions import Decision, searched
from urbanist.engine.event import Event, Move
from urbanist.engine.game import State
from urbanist.engine.history import History, View
from urbanist.engine.notation import IllegalMove
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions

#: The number of moves in a line, and the most until what a move began is settled.
LONG, LONGEST = 6, 16
#: The visits of a search for each move of an expected line, and the seed of these searches and of the world.
FOLLOW, SEED = 500, 1


def better_line(history: History, decision: Decision, options: SearchOptions, moves: int = LONG) -> History:
    """Return the game until a decision, and then at most `moves` moves that begin with its best move.

    Chance events are drawn from the seed. If nodes are the only limit, the result is reproducible.
    """
    ply = decision.event - 1
    line = history.until(ply).redrawn(options.seed).play(decision.best.move)
    for _ in range(moves - 1):
        if line.state.over:
            break
        legal = line.state.legal_moves()
        line = line.play(
            legal[0] if len(legal) == 1 else searched(line.seen_by(line.state.to_move), options).move
        )
    return line


def expected_line(
    view: View, move: Move, until: Callable[[State], bool] = lambda _: False, moves: int = LONGEST
) -> View:
    """Return the view after a move and a line that is likely to follow it: every seat plays what a search finds.

    It ends in a position that `until` accepts, at the end of the game, or after some moves. It is played in one
    determinization of the seat's view, and the view holds what the seat would see of it. If the move is that of another
    seat, and its card is not in hand in this world, nothing follows it.
    """
    try:
        state, seen = _onward(view.state(SEED), view, move)
    except IllegalMove:
        return view.after(move)
    for _ in range(moves - 1):
        if state.over or until(state):
            break
        legal = state.legal_moves()
        state, seen = _onward(state, seen, legal[0] if len(legal) == 1 else _preferred(state))
    return seen


def _onward(state: State, seen: View, event: Event) -> tuple[State, View]:
    """Return the position and the view after a move and the chance events that follow it."""
    happened: Event | None = event
    while happened is not None:
        seen = seen.after(state.game.notation.mask_event(happened, state.to_move, seen.seat))
        state = state.play(happened)
        happened = state.chance()
    return state, seen


def _preferred(state: State) -> Move:
    search = TreeSearch(state.game, SearchOptions(nodes=FOLLOW, seed=SEED, draw="even", memory=32))
    return search.think(state, observer=state.to_move).move
