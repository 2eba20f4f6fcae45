"""The review of a game, step by step."""

from collections.abc import Collection
from typing import Protocol

from urbanist.bots.analysis.decisions import Decision, account, choices, judge
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.session.review import Review
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions

#: The visits of each search when people look back at a game, and how many of their moves they see again.
NODES, WORST = 500, 3


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
    move_name = table_of(history.game.name).move_name
    for ply in choices(history):
        seat = history.states[ply].to_move
        steps.doing(
            tr(
                "event {event}: {move}, seat {seat}",
                event=ply + 1,
                move=move_name(history.states[ply], history.events[ply]),
                seat=seat,
            )
        )
        decisions.append(judge(history, ply, options))
        steps()
    accounts = [account(history, decisions, seat, options.seed) for seat in range(history.state.seats)]
    return Review(record, history, decisions, accounts, options)


def worst(review: Review, seats: Collection[int], number: int = WORST) -> list[Decision]:
    """Return the decisions of some seats that lost most of the win, the costliest first."""
    lost = [decision for decision in review.decisions if decision.seat in seats and decision.lost > 0]
    return sorted(lost, key=lambda decision: (-decision.lost, decision.event))[:number]
