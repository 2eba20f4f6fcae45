"""The answer to a move that a person chose: what it is worth, what could follow, and why another one is better."""

from dataclasses import dataclass

from urbanist.bots.analysis.cause import Stake
from urbanist.bots.analysis.line import expected_line
from urbanist.bots.table.kit.language import marked, number_text, tr
from urbanist.bots.table.kit.player_view import HUMAN, NamedView, PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.puzzles.motif import motif_name
from urbanist.bots.table.puzzles.proof import LADDER, TIMES, TRIES, exactly, judged
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session.logbook import Change
from urbanist.bots.table.session.reasons import Reasons
from urbanist.engine.event import Move
from urbanist.engine.history import View

#: The number of moves in a line.
MOVES = 5


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move with the win share that it leaves, and the view of the seat after a line that could follow."""

    move: Move
    share: float
    after: View


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The answer to an attempt; `chosen` is None if the person gave up.

    `effect` is what the best move does at once, `why` are sentences why it is better than `other`; each may be empty.
    `exact` says whether the ending is solved.
    """

    puzzle: Puzzle
    best: Continuation
    chosen: Continuation | None
    other: Move
    effect: str
    why: str
    exact: bool

    @property
    def solved(self) -> bool:
        """Whether the person chose the best move, or one as good."""
        if self.chosen is None:
            return False
        best = self.chosen.move == self.best.move
        return best or (self.puzzle.is_own and self.chosen.share >= self.puzzle.good)


def answered(puzzle: Puzzle, move: Move | None, table: Table, share: float | None = None) -> PuzzleAnswer:
    """Return the answer to a legal move, or to None if the person gives up; it takes some searches.

    `share` is the win share that the move leaves, if that is known.
    """
    view, (right, second, *_) = puzzle.view, puzzle.moves
    wrong = None
    if move is not None and move != right:
        share = share_after(puzzle, move) if share is None else share
        wrong = Continuation(move, share, expected_line(view, move, moves=MOVES))
    other, left = second, next(iter(puzzle.others.values()))
    if wrong is not None and not puzzle.is_own:
        other, left = wrong.move, wrong.share
    reasons, stake = Reasons.of(pov_of(view)), Stake(puzzle.share - left)
    line = reasons.line(right, other, MOVES, stake) or expected_line(view, right, moves=MOVES)
    best = Continuation(right, puzzle.share, line)
    effect = table.explain(view.bare_state(), right)
    exact = exactly(view, [right]) is not None
    chosen = best if move == right else wrong
    return PuzzleAnswer(puzzle, best, chosen, other, effect, reasons.why(right, other, stake), exact)


def share_after(puzzle: Puzzle, move: Move) -> float:
    """Return the win share after a move that is not the best, where that is proved never more than the second best."""
    known = puzzle.others.get(str(move))
    if known is not None:
        return known
    share = judged(puzzle.view, move)
    # A short search may think too well of a move; the proof has judged all others together.
    return share if puzzle.is_own else min(share, max(puzzle.others.values()))


def pov_of(view: View) -> PlayerView:
    """Return the player view of a person in the seat of a view."""
    states = view.states()
    return PlayerView(
        view, states, tuple(HUMAN if seat == view.seat else "" for seat in range(states[0].seats))
    )


def story(continuation: Continuation, before: int, table: Table) -> list[str]:
    """Return the line of a continuation in sentences; `before` is the number of events before its move."""
    pov = pov_of(continuation.after)
    pov = NamedView(pov.view, pov.states, pov.players)
    return [table.narrate(pov, ply) for ply in range(before, len(continuation.after.events))]


#: How many searches tell how hard a puzzle is.
SEARCHES = len(LADDER) * TRIES
#: What is said of a best move: of a puzzle, and of a mistake of one's own.
BEST = marked("Right: {best} leaves you {share} of the win, and the next best move, {second}, {left}.")
BETTER = marked("Right: {best} leaves you {share} of the win, and what you played, {second}, {left}.")


def verdict(answer: PuzzleAnswer, table: Table) -> str:
    """Return in a sentence whether the puzzle is solved, and what the moves leave of the win."""
    best, chosen, state = answer.best, answer.chosen, answer.puzzle.view.bare_state()
    named = table.move_name(state, best.move)
    second, left = answer.puzzle.moves[1], next(iter(answer.puzzle.others.values()))
    if chosen is not None and answer.solved and chosen.move != best.move:
        return tr(
            "As good: {chosen} leaves you {left} of the win, and {best} {share}.",
            chosen=table.move_name(state, chosen.move),
            left=_percent(chosen.share),
            best=named,
            share=_percent(best.share),
        )
    if answer.solved:
        return tr(
            BETTER if answer.puzzle.is_own else BEST,
            best=named,
            share=_percent(best.share),
            second=table.move_name(state, second),
            left=_percent(left),
        )
    if chosen is None:
        return tr(
            "The best move is {best}: it leaves you {share} of the win.",
            best=named,
            share=_percent(best.share),
        )
    return tr(
        "Not the best move: {chosen} leaves you {left} of the win, and {best} {share}.",
        chosen=table.move_name(state, chosen.move),
        left=_percent(chosen.share),
        best=named,
        share=_percent(best.share),
    )


def told(answer: PuzzleAnswer, table: Table) -> list[str]:
    """Return the whole answer as lines, the verdict first."""
    lines = [verdict(answer, table)]
    if answer.chosen is not None and not answer.solved:
        lines += ["", *_line(answer, answer.chosen, table)]
    lines += ["", *_line(answer, answer.best, table)]
    best, other = _named(answer, answer.best.move, table), _named(answer, answer.other, table)
    reasons = [
        answer.effect and tr("Why {move}: {reasons}.", move=best, reasons=answer.effect),
        answer.why
        and tr("{better} rather than {other}: {reasons}", better=best, other=other, reasons=answer.why),
    ]
    if said := list(filter(None, map(upper, reasons))):
        lines += ["", *said]
    if answer.puzzle.is_own:
        return lines
    motif = tr("The motif: {motif}.", motif=motif_name(answer.puzzle))
    return [*lines, "", motif, _hardness(answer)]


def rated(change: Change) -> str:
    """Return the change of the person's rating by an attempt, in words."""
    if not change.counted:
        return tr("Your rating stays {rating}: only the first attempt at a puzzle counts.", rating=change.now)
    return str(change)


def _line(answer: PuzzleAnswer, continuation: Continuation, table: Table) -> list[str]:
    """Return the line that could follow a move."""
    sentences = story(continuation, len(answer.puzzle.events), table)
    return [
        tr("What could follow {move}:", move=_named(answer, continuation.move, table)),
        *(f"  {upper(sentence)}" for sentence in sentences),
    ]


def _named(answer: PuzzleAnswer, move: Move, table: Table) -> str:
    return table.move_name(answer.puzzle.view.bare_state(), move)


def _hardness(answer: PuzzleAnswer) -> str:
    """Return why the puzzle is not easy, and how its best move is known."""
    puzzle = answer.puzzle
    missed = tr(
        "At first sight it is the move number {place}, and {missed} of {searches} short searches missed it.",
        place=puzzle.place,
        missed=puzzle.missed,
        searches=SEARCHES,
    )
    margin = _percent(puzzle.margin)
    if answer.exact:
        proof = tr("The ending is solved: it is best by {margin} of the win.", margin=margin)
        return f"{missed} {proof}"
    proof = tr(
        "Searches of {visits:,} visits prove it best by {margin} of the win or more.",
        visits=TIMES * puzzle.nodes,
        margin=margin,
    )
    return f"{missed} {proof}"


def _percent(share: float) -> str:
    return number_text(share, ".0%")
