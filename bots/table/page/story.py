"""All that a page tells of a game: its review, what was thought of hidden cards, and lines that were better."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from urbanist.bots.analysis.decisions import Decision, Thought, decisive, thoughts
from urbanist.bots.analysis.line import better_line
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session.notebook import Branch, Notes
from urbanist.bots.table.session.review import UNSEEN, Review, Steps, expected_shares, said
from urbanist.engine.history import History

#: The number of costly moves with a better line.
LINES = 3


def costliest(decisions: Sequence[Decision]) -> list[Decision]:
    """Return the decisions that cost most, for which a page shows a better line."""
    return decisive(decisions)[:LINES]


@dataclass(frozen=True)
class Story:
    """A review with the thoughts after each event, and the game until each costly decision with a better line."""

    review: Review
    table: Table
    thoughts: Sequence[Sequence[Thought]]
    lines: Sequence[tuple[Decision, History]]

    @property
    def seats(self) -> range:
        """The seats."""
        return range(self.review.history.state.seats)

    @property
    def events(self) -> int:
        """The number of events."""
        return len(self.review.history.events)

    @property
    def positions(self) -> int:
        """The number of positions that a page shows: those of the game, of the better lines and of the branches."""
        beyond = (len(line.events) - decision.event + 1 for decision, line in self.lines)
        return self.events + 1 + sum(beyond) + sum(len(branch.events) for branch in self.notes.branches)

    def better(self, decision: Decision) -> str:
        """Return the best move of a decision as a sentence names it."""
        return self.review.better(decision, self.table)

    @cached_property
    def notes(self) -> Notes:
        """The branches and the comments that people have added to the record."""
        return Notes.of(self.review.record, self.review.history)

    @cached_property
    def whole(self) -> PlayerView:
        """The game to its end, with all cards open."""
        return self.review.pov

    @cached_property
    def decisions(self) -> dict[int, Decision]:
        """The decisions by their events."""
        return {decision.event: decision for decision in self.review.decisions}

    @cached_property
    def shares(self) -> list[tuple[float, ...]]:
        """The win shares that the seats could expect: of the deal and after each event; at the end those they have."""
        return expected_shares(self.review)

    def pov(self, count: int) -> PlayerView:
        """Return the position after so many events, with all cards open."""
        return shortened(self.whole, count)

    def said(self, pov: PlayerView, event: int) -> str:
        """Return an event in words, without the name of the seat."""
        return said(self.table, pov, event)


def story_of(review: Review, steps: Steps = UNSEEN) -> Story:
    """Return the story of a reviewed game, in a step for each of its better lines."""
    lines = []
    table = table_of(review.history.game.name)
    for decision in costliest(review.decisions):
        steps.doing(tr("event {event}: {move}", event=decision.event, move=review.better(decision, table)))
        lines.append((decision, better_line(review.history, decision, review.options)))
        steps()
    return Story(review, table, thoughts(review.history), lines)


def shortened(pov: PlayerView, count: int) -> PlayerView:
    """Return the pov of a bystander when so many events had happened."""
    return PlayerView(pov.view.until(count), pov.states[: count + 1], pov.players)


def branch_name(branch: Branch, number: int, step: int | str) -> str:
    """Return the name of a frame of a branch: its number, and a step, counted from 1."""
    return f"{branch.after}.b{number}.{step}"
