"""The judgement of a move in words."""

from urbanist.bots.analysis.decisions import BEST, Decision
from urbanist.bots.table.kit.wording import upper


def judged(decision: Decision) -> str:
    """Return what a move was worth, and which move was better."""
    if decision.grade == BEST:
        return "Best move"
    better, points = decision.best.move, decision.points_lost
    if not decision.lost:
        return f"As good as {better}, which promised {points:.1f} points more"
    gained = f", but gained {-points:.1f} points" if points <= -0.05 else ""
    return f"{upper(decision.grade)}: lost {100 * decision.lost:.1f}% of the win{gained}; {better} was better"
