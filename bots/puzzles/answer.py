"""The answer to a move that a person chose: what it is worth, what could follow, and why another move is better."""

from dataclasses import dataclass

from urbanist.bots.analysis.line import expected_line
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.searching import judged
from urbanist.bots.table.kit.player_view import HUMAN, PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session.contrast import contrast
from urbanist.engine.history import View, replay

#: The number of moves in a line.
MOVES = 5


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
    best = Continuation(puzzle.best, puzzle.share, expected_line(view, puzzle.best, moves=MOVES))
    chosen = best if move == puzzle.best else None
    if chosen is None and move:
        chosen = Continuation(move, _share(puzzle, move), expected_line(view, move, moves=MOVES))
    other = move if move and move != puzzle.best else next(iter(puzzle.others))
    reason = table.explain(view.bare_state(), puzzle.best)
    return Answer(puzzle, best, chosen, reason, contrast(view, puzzle.best, other))


def _share(puzzle: Puzzle, move: str) -> float:
    """Return the win share after a move that is not the best, never more than that of the second best."""
    known = puzzle.others.get(move)
    # A short search may think too well of a move; the proof has judged all others together.
    return min(judged(puzzle.view, move), max(puzzle.others.values())) if known is None else known


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
