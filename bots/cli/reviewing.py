"""The review of a game and the story that a page tells of it, with a call for each step."""

from collections.abc import Callable

from urbanist.bots.analysis.beliefs import thoughts
from urbanist.bots.analysis.decisions import account, choices, judge
from urbanist.bots.analysis.line import better_line
from urbanist.bots.table import table_of
from urbanist.bots.table.page.story import Story, costliest
from urbanist.bots.table.session.review import Review
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions


def unseen() -> None:
    """Show no progress."""


def reviewed(
    record: Record, history: History, options: SearchOptions, advance: Callable[[], None] = unseen
) -> Review:
    """Return the review of a game; `advance` is called after each of its `choices`."""
    decisions = []
    for ply in choices(history):
        decisions.append(judge(history, ply, options))
        advance()
    accounts = [account(history, decisions, seat, options.seed) for seat in range(history.state.seats)]
    return Review(record, history, decisions, accounts, options)


def story_of(review: Review, advance: Callable[[], None] = unseen) -> Story:
    """Return the story of a reviewed game; `advance` is called after each of its better lines."""
    lines = []
    for decision in costliest(review.decisions):
        lines.append((decision, better_line(review.history, decision, review.options)))
        advance()
    return Story(review, table_of(review.history.game.name), thoughts(review.history), lines)
