"""The motif of a puzzle: the kind of points in which its best move is better, if one makes the difference."""

from collections.abc import Sequence

from urbanist.bots.analysis.cause import Stake
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session.reasons import Reasons
from urbanist.engine.event import Move
from urbanist.engine.history import View

#: What stands for the motif of puzzles that have none.
NO_MOTIF = "other"


def motif_of(view: View, best: Move, second: Move, margin: float) -> str:
    """Return the motif of a position whose best move leaves so much more of the win than the second; empty if none."""
    cause = Reasons(view, str).cause(best, second, Stake(margin))
    return "" if cause is None else str(cause.kind)


def by_motif(puzzles: Sequence[Puzzle]) -> dict[str, list[Puzzle]]:
    """Return puzzles by their motifs, in the order of the rows of a score; those without one are the last."""
    parts: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles:
        parts.setdefault(puzzle.motif or NO_MOTIF, []).append(puzzle)
    order = [str(row.kind) for puzzle in puzzles[:1] for row in puzzle.view.bare_state().score_rows(0)]
    places = {motif: place for place, motif in enumerate([*order, *sorted({*parts} - {*order, NO_MOTIF})])}
    return {motif: parts[motif] for motif in sorted(parts, key=lambda motif: places.get(motif, len(places)))}


def motif_name(puzzle: Puzzle) -> str:
    """Return the motif of a puzzle as people read it."""
    state, table = puzzle.view.bare_state(), table_of(puzzle.game.name)
    rows = (row for seat in range(state.seats) for row in state.score_rows(seat))
    fact = next((table.fact(row) for row in rows if row.kind == puzzle.motif), None)
    if fact is None:
        return puzzle.motif or tr("no single one")
    return fact.common or fact.label
