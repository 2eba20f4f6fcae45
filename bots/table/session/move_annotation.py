"""The annotation of a move in words."""

from urbanist.bots.analysis.decisions import BEST, Decision
from urbanist.bots.table.kit.language import marked, number_text, tr

#: The grades of moves that were not the best, as people read them.
GRADE_NAMES = {
    "good": marked("Good"),
    "inaccuracy": marked("Inaccuracy"),
    "mistake": marked("Mistake"),
    "blunder": marked("Blunder"),
}


def annotation_text(decision: Decision, better: str) -> str:
    """Return what a move was worth, and which move was better; `better` is the name of that one."""
    if decision.tempting is not None:
        missed = decision.played.win_share - decision.tempting.win_share
        return tr(
            "Well found: what a short search prefers would have lost {lost} of the win",
            lost=number_text(missed, ".1%"),
        )
    if decision.grade == BEST:
        return tr("Best move")
    points = decision.points_lost
    if not decision.lost:
        return tr(
            "As good as {better}, which promised {points} points more",
            better=better,
            points=number_text(points, ".1f"),
        )
    grade, lost = tr(GRADE_NAMES[decision.grade]), number_text(decision.lost, ".1%")
    if points > -0.05:
        return tr(
            "{grade}: lost {lost} of the win; {better} was better", grade=grade, lost=lost, better=better
        )
    return tr(
        "{grade}: lost {lost} of the win, but gained {points} points; {better} was better",
        grade=grade,
        lost=lost,
        points=number_text(-points, ".1f"),
        better=better,
    )
