"""Looking back at a game: its review, made in a thread; the page of its graph; and its moves to be seen again."""

from collections.abc import Callable, Collection
from threading import Event

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from urbanist.bots.analysis.decisions import Decision, choices
from urbanist.bots.players.background import Background
from urbanist.bots.table.application.recalled import Recalled
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player import player_name
from urbanist.bots.table.kit.terminal.block import mark
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session import review as words
from urbanist.bots.table.session.narration import expected_shares
from urbanist.bots.table.session.review import Review
from urbanist.bots.table.session.reviewing import NODES, reviewed, worst
from urbanist.bots.table.session.share_plot import draw_shares
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.options import SearchOptions


class Stopped(Exception):  # it is no error
    """Nobody waits for the review any more."""


class LookBack:
    """A review that is being made; `done` gets it or the error, in the thread that works."""

    def __init__(
        self, record: Record, history: History, done: Callable[["LookBack", Review | Exception], None]
    ) -> None:
        self._record, self._history, self._done = record, history, done
        self._stopped = False
        self.judged, self.moves = 0, len(choices(history))
        Background(self._review, self._tell)

    def stop(self) -> None:
        """End the work; `done` is not called any more."""
        self._stopped = True

    def __call__(self) -> None:
        """Take note that a move is judged."""
        self.judged += 1

    def doing(self, what: str) -> None:
        """Go on, if somebody waits."""
        if self._stopped:
            raise Stopped

    def _review(self, _: Event) -> Review:
        return reviewed(self._record, self._history, SearchOptions(nodes=NODES, seed=0), self)

    def _tell(self, _: Background[Review], found: Review | Exception) -> None:
        if not isinstance(found, Stopped):
            self._done(self, found)


def page(review: Review, people: Collection[int], table: Table, columns: int) -> RenderableType:
    """Return the graph of the win shares, and the worst moves of the people in words, with their numbers."""
    found = worst(review, people)
    names = (
        Text.assemble(mark(seat), f" {player_name(name)}") for seat, name in enumerate(review.record.seats)
    )
    graph = draw_shares(
        expected_shares(review), [(decision.event, decision.seat) for decision in found], columns
    )
    graph.end = "\n"
    parts: list[RenderableType] = [
        graph,
        Text("   ").join(names),
        Text(tr("What each seat could expect of the win; ? marks a move below."), "dim"),
        Text(),
    ]
    if not found:
        parts.append(Text(tr("No move of yours cost anything that can be measured.")))
    grid = Grid.grid(padding=(0, 1))
    for number, decision in enumerate(found, 1):
        grid.add_row(Text(f" {number} ", "bold reverse"), Text(words.costly(decision, review, table)))
    return Group(*parts, grid)


def recalled(decision: Decision, review: Review, table: Table) -> Recalled:
    """Return a move of a review to be seen again."""
    return Recalled(decision, words.costly(decision, review, table))
