"""The review of a game and the story that a page tells of it, step by step."""

from typing import Protocol

from urbanist.bots.analysis.beliefs import thoughts
from urbanist.bots.analysis.decisions import account, choices, judge
from urbanist.bots.analysis.line import better_line
from urbanist.bots.table import table_of
from urbanist.bots.table.page.story import Story, costliest
from urbanist.bots.table.session.review import Review
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions


class Steps(Protocol):
    """What is told of each step: what it does, and that it is done."""

    def __call__(self) -> None:
        """Take note that a step is done."""

    def doing(self, what: str) -> None:
        """Take note of what is being done."""


class Unseen:
    """Shows no steps."""

    def __call__(self) -> None:
        """Do nothing."""

    def doing(self, what: str) -> None:
        """Do nothing."""


UNSEEN = Unseen()


def reviewed(record: Record, history: History, options: SearchOptions, steps: Steps = UNSEEN) -> Review:
    """Return the review of a game, in a step for each of its `choices`."""
    decisions = []
    for ply in choices(history):
        steps.doing(f"event {ply + 1}: {history.events[ply]}, seat {history.states[ply].to_move}")
        decisions.append(judge(history, ply, options))
        steps()
    accounts = [account(history, decisions, seat, options.seed) for seat in range(history.state.seats)]
    return Review(record, history, decisions, accounts, options)


def story_of(review: Review, steps: Steps = UNSEEN) -> Story:
    """Return the story of a reviewed game, in a step for each of its better lines."""
    lines = []
    for decision in costliest(review.decisions):
        steps.doing(f"event {decision.event}: {decision.best.move}")
        lines.append((decision, better_line(review.history, decision, review.options)))
        steps()
    return Story(review, table_of(review.history.game.name), thoughts(review.history), lines)
