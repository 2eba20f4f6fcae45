"""All that a page tells of a game: its review, the posteriors of hidden cards, and lines that were better."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from urbanist.bots.analysis.decisions import Decision, Posterior, decisive, posteriors
from urbanist.bots.analysis.line import better_line
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.session.notebook import AnalysisNotes, Branch
from urbanist.bots.table.session.review import Review, reviewed
from urbanist.engine import GAMES, CardFile
from urbanist.engine.edition import loaded
from urbanist.engine.history import History
from urbanist.engine.record import Record, find_game
from urbanist.search.options import SearchOptions


@dataclass(frozen=True)
class Story(Review):
    """A review with the posteriors after each event, and the game until each costly decision with a better line."""

    posteriors: Sequence[Sequence[Posterior]]
    lines: Sequence[tuple[Decision, History]]

    @property
    def seats(self) -> range:
        """The seats."""
        return range(self.history.state.seats)

    @property
    def events(self) -> int:
        """The number of events."""
        return len(self.history.events)

    @property
    def positions(self) -> int:
        """The number of positions that a page shows: those of the game, of the better lines and of the branches."""
        beyond = (len(line.events) - decision.event + 1 for decision, line in self.lines)
        return self.events + 1 + sum(beyond) + sum(len(branch.events) for branch in self.notes.branches)

    @cached_property
    def notes(self) -> AnalysisNotes:
        """The branches and the comments that people have added to the record."""
        return AnalysisNotes.of(self.record, self.history)


def recorded(text: str, cards: CardFile | None = None) -> tuple[Record, History]:
    """Return a game from a line of JSON, which may have cards of its own; raise `NotationError` if it is bad."""
    record = Record.from_json(text)
    if cards is not None:  # this process must know them to read the record
        loaded(find_game(record.deal, GAMES).notation, cards)
    return record, record.replay(GAMES)


def story_of_record(text: str, nodes: int, cards: CardFile | None = None) -> Story:
    """Return the story of a game as `recorded` reads it, by searches of so many visits."""
    return story_of(reviewed(*recorded(text, cards), SearchOptions(nodes=nodes)))


def story_of(review: Review, step: Callable[[str], object] = str) -> Story:
    """Return the story of a reviewed game; `step` is told which better line is being searched."""
    lines = []
    for decision in decisive(review.decisions):
        step(tr("event {event}: {move}", event=decision.event, move=review.better(decision)))
        lines.append((decision, better_line(review.history, decision, review.options)))
    base = review.record, review.history, review.decisions, review.summaries, review.options
    return Story(*base, posteriors(review.history), lines)


def branch_name(branch: Branch, number: int, step: int | str) -> str:
    """Return the name of a frame of a branch: its number, and a step, counted from 1."""
    return f"{branch.after}.b{number}.{step}"
