"""The answer to a move that a person chose: what it is worth, what could follow, and why another move is better."""

from dataclasses import dataclass

from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.searching import judged
from urbanist.bots.table.kit.player_view import HUMAN, PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session.difference import difference
from urbanist.engine.game import State
from urbanist.engine.history import View, replay
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions

#: The visits of the search for each move in a line, and the number of these moves.
FOLLOW, MOVES = 500, 5
#: The seed of these searches, and of the world in which a line is played.
SEED = 1


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move with the win share that it leaves, and the view of the seat after a line that could follow."""

    move: str
    share: float
    after: View


@dataclass(frozen=True, slots=True)
class Answer:
    """What is told after an attempt; `chosen` is None if the person gave up."""

    puzzle: Puzzle
    best: Continuation
    chosen: Continuation | None
    reason: str
    for_it: str

    @property
    def solved(self) -> bool:
        """Whether the person chose the best move."""
        return self.chosen is not None and self.chosen.move == self.best.move


def answered(puzzle: Puzzle, move: str, table: Table) -> Answer:
    """Return the answer to a legal move, or to "" if the person gives up; it takes some searches."""
    view = puzzle.view
    best = Continuation(puzzle.best, puzzle.share, following(view, puzzle.best))
    chosen = best if move == puzzle.best else None
    if chosen is None and move:
        chosen = Continuation(move, _share(puzzle, move), following(view, move))
    other = move if move and move != puzzle.best else next(iter(puzzle.others))
    reason = table.explain(view.bare_state(), puzzle.best)
    return Answer(puzzle, best, chosen, reason, difference(view, puzzle.best, other))


def _share(puzzle: Puzzle, move: str) -> float:
    """Return the win share after a move that is not the best, never more than that of the second best."""
    known = puzzle.others.get(move)
    # A short search may think too well of a move; the proof has judged all others together.
    return min(judged(puzzle.view, move), max(puzzle.others.values())) if known is None else known


def following(view: View, move: str, moves: int = MOVES) -> View:
    """Return the view after a move and a line that could follow it, in which every seat plays what a search finds.

    The line is played in one world that the seat thinks possible, and the view holds what the seat would see of it.
    """
    state, seen = _onward(view.state(SEED), view, move)
    for _ in range(moves - 1):
        if state.over:
            break
        legal = state.legal()
        state, seen = _onward(state, seen, legal[0] if len(legal) == 1 else _preferred(state))
    return seen


def _onward(state: State, seen: View, event: str) -> tuple[State, View]:
    """Return the position and the view after a move and the chance events that follow it."""
    happened: str | None = event
    while happened is not None:
        seen = seen.after(state.game.notation.mask_event(happened, state.to_move, seen.seat))
        state = state.play(happened)
        happened = state.chance()
    return state, seen


def _preferred(state: State) -> str:
    search = TreeSearch(state.game, SearchOptions(nodes=FOLLOW, seed=SEED, draw="even", memory=32))
    return search.think(state, observer=state.to_move).move


def pov_of(view: View) -> PlayerView:
    """Return what the seat of a view sees, for a person in this seat."""
    states = replay(view.game.read_deal(view.deal), view.events)
    return PlayerView(
        view, states, tuple(HUMAN if seat == view.seat else "" for seat in range(states[0].seats))
    )


def story(continuation: Continuation, before: int, table: Table) -> list[str]:
    """Return the line of an continuation in sentences; `before` is the number of events before its move."""
    pov = pov_of(continuation.after)
    return [table.narrate(pov, ply) for ply in range(before, len(continuation.after.events))]
