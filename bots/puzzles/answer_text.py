"""An answer in words: whether the move was best, what it costs, what could follow, and why another is better."""

from urbanist.bots.puzzles.answer import Answer, Continuation, story
from urbanist.bots.puzzles.logbook import Change
from urbanist.bots.puzzles.searching import LADDER, TIMES, TRIES
from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper

#: How many searches tell how hard a puzzle is.
SEARCHES = len(LADDER) * TRIES


def verdict(answer: Answer, table: Table) -> str:
    """Return in a sentence whether the puzzle is solved, and what the moves leave of the win."""
    best, chosen, state = answer.best, answer.chosen, answer.puzzle.view.bare_state()
    named = table.move_name(state, best.move)
    second, left = next(iter(answer.puzzle.others.items()))
    if answer.solved:
        return tr(
            "Right: {best} leaves you {share} of the win, and the next best move, {second}, {left}.",
            best=named,
            share=_share(best.share),
            second=table.move_name(state, second),
            left=_share(left),
        )
    if chosen is None:
        return tr(
            "The best move is {best}: it leaves you {share} of the win.",
            best=named,
            share=_share(best.share),
        )
    return tr(
        "Not the best move: {chosen} leaves you {left} of the win, and {best} {share}.",
        chosen=table.move_name(state, chosen.move),
        left=_share(chosen.share),
        best=named,
        share=_share(best.share),
    )


def told(answer: Answer, table: Table) -> list[str]:
    """Return the whole answer as lines, the verdict first."""
    lines = [verdict(answer, table)]
    if answer.chosen is not None and not answer.solved:
        lines += ["", *_line(answer, answer.chosen, table)]
    lines += ["", *_line(answer, answer.best, table)]
    reasons = [answer.reason, answer.for_it and tr("for it: {features}", features=answer.for_it)]
    if any(reasons):
        said = "; ".join(filter(None, reasons))
        lines += ["", tr("Why {move}: {reasons}.", move=_named(answer, answer.best, table), reasons=said)]
    return [*lines, "", _hardness(answer)]


def rated(change: Change) -> str:
    """Return what an attempt did to the rating of the person."""
    if not change.counted:
        return tr("Your rating stays {rating}: only the first attempt at a puzzle counts.", rating=change.now)
    rise = change.now.value - change.before.value
    return tr("Your rating: {rating} ({rise}).", rating=change.now, rise=f"{rise:+.0f}")


def _line(answer: Answer, continuation: Continuation, table: Table) -> list[str]:
    """Return what could follow a move."""
    sentences = story(continuation, len(answer.puzzle.events), table)
    return [
        tr("What could follow {move}:", move=_named(answer, continuation, table)),
        *(f"  {upper(sentence)}" for sentence in sentences),
    ]


def _named(answer: Answer, continuation: Continuation, table: Table) -> str:
    return table.move_name(answer.puzzle.view.bare_state(), continuation.move)


def _hardness(answer: Answer) -> str:
    """Return why the puzzle is not easy."""
    puzzle = answer.puzzle
    return tr(
        "At first sight it is the move number {place}, and {missed} of {searches} short searches missed it. "
        "Searches of {visits:,} visits prove it best by {margin} of the win or more.",
        place=puzzle.place,
        missed=puzzle.missed,
        searches=SEARCHES,
        visits=TIMES * puzzle.nodes,
        margin=_share(puzzle.margin),
    )


def _share(share: float) -> str:
    return number_text(share, ".0%")
