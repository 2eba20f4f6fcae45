"""Lines of play after a move, in which every seat plays what a search finds."""

from itertools import islice

from urbanist.bots.analysis.decisions import Decision, searched
from urbanist.bots.analysis.rollout import Rollout
from urbanist.engine.event import Event, Move
from urbanist.engine.game import State
from urbanist.engine.history import History, View
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions

#: The number of moves in a better line.
LONG = 6
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
        legal = line.state.legal()
        line = line.play(
            legal[0] if len(legal) == 1 else searched(line.seen_by(line.state.to_move), options).move
        )
    return line


def expected_line(view: View, move: Move, moves: int) -> View:
    """Return the view after a move and a line that is likely to follow it: every seat plays what a search finds.

    It ends after so many moves, or with the game. It is played in one determinization of the seat's view, and the view
    holds what the seat would see of it.
    """
    states = [view.state(SEED)]
    seen = _onward(states, view, move)
    for _ in range(moves - 1):
        state = states[-1]
        if state.over:
            break
        legal = state.legal()
        seen = _onward(states, seen, legal[0] if len(legal) == 1 else _preferred(state))
    return seen


def line_of(view: View, game: Rollout, moves: int) -> View:
    """Return a view after the first moves of a rollout from it."""
    states, seen = [game.start], view
    for move in islice(game.start.game.notation.moves(game.words), moves):
        seen = _onward(states, seen, move)
    return seen


def _onward(states: list[State], seen: View, event: Event) -> View:
    """Add the positions after a move and the chance events that follow it; return the view of the last one."""
    happened: Event | None = event
    while happened is not None:
        state = states[-1]
        seen = seen.after(state.game.notation.mask_event(happened, state.to_move, seen.seat))
        states.append(state.play(happened))
        happened = states[-1].chance()
    return seen


def _preferred(state: State) -> Move:
    search = TreeSearch(state.game, SearchOptions(nodes=FOLLOW, seed=SEED, draw="even", memory=32))
    return search.think(state, observer=state.to_move).move
