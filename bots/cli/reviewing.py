"""The story that a page tells of a reviewed game, step by step."""

from urbanist.bots.analysis.beliefs import thoughts
from urbanist.bots.analysis.line import better_line
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.page.story import Story, costliest
from urbanist.bots.table.session.review import Review
from urbanist.bots.table.session.reviewing import UNSEEN, Steps


def story_of(review: Review, steps: Steps = UNSEEN) -> Story:
    """Return the story of a reviewed game, in a step for each of its better lines."""
    lines = []
    table = table_of(review.history.game.name)
    for decision in costliest(review.decisions):
        steps.doing(tr("event {event}: {move}", event=decision.event, move=review.better(decision, table)))
        lines.append((decision, better_line(review.history, decision, review.options)))
        steps()
    return Story(review, table, thoughts(review.history), lines)
