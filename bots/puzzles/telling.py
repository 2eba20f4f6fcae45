"""An answer in words: whether the move was best, what it costs, what could follow, and why another is better."""

from urbanist.bots.puzzles.answer import Answer, Outlook, story
from urbanist.bots.puzzles.logbook import Change
from urbanist.bots.puzzles.searching import LADDER, TIMES, TRIES
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper

#: How many searches tell how hard a puzzle is.
SEARCHES = len(LADDER) * TRIES


def verdict(answer: Answer) -> str:
    """Return in a sentence whether the puzzle is solved, and what the moves leave of the win."""
    best, chosen = answer.best, answer.chosen
    second, left = next(iter(answer.puzzle.others.items()))
    if answer.solved:
        return (
            f"Right: {best.move} leaves you {_share(best.share)} of the win, "
            f"and the next best move, {second}, {_share(left)}."
        )
    if chosen is None:
        return f"The best move is {best.move}: it leaves you {_share(best.share)} of the win."
    return (
        f"Not the best move: {chosen.move} leaves you {_share(chosen.share)} of the win, "
        f"and {best.move} {_share(best.share)}."
    )


def told(answer: Answer, table: Table) -> list[str]:
    """Return the whole answer as lines, the verdict first."""
    lines = [verdict(answer)]
    if answer.chosen is not None and not answer.solved:
        lines += ["", *_line(answer, answer.chosen, table)]
    lines += ["", *_line(answer, answer.best, table)]
    reasons = [answer.reason, answer.for_it and f"for it: {answer.for_it}"]
    if any(reasons):
        lines += ["", f"Why {answer.best.move}: {'; '.join(filter(None, reasons))}."]
    return [*lines, "", _hardness(answer)]


def rated(change: Change) -> str:
    """Return what an attempt did to the rating of the person."""
    if not change.counted:
        return f"Your rating stays {change.now}: only the first attempt at a puzzle counts."
    rise = change.now.value - change.before.value
    return f"Your rating: {change.now} ({rise:+.0f})."


def _line(answer: Answer, outlook: Outlook, table: Table) -> list[str]:
    """Return what could follow a move."""
    sentences = story(outlook, len(answer.puzzle.events), table)
    return [f"What could follow {outlook.move}:", *(f"  {upper(sentence)}" for sentence in sentences)]


def _hardness(answer: Answer) -> str:
    """Return why the puzzle is not easy."""
    puzzle = answer.puzzle
    return (
        f"At first sight it is the move number {puzzle.place}, and {puzzle.missed} of {SEARCHES} short searches missed "
        f"it. Searches of {TIMES * puzzle.nodes} visits prove it best by {_share(puzzle.margin)} of the win or more."
    )


def _share(share: float) -> str:
    return f"{100 * share:.0f}%"
