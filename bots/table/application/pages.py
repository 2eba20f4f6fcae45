"""What a person may see at any time: the pages over a table, the ground, and what is looked at or pointed at."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.message import Message

from urbanist.bots.table.application.handbook import RULES, Handbook
from urbanist.bots.table.application.inference import Inference
from urbanist.bots.table.application.sheet import Sheet
from urbanist.bots.table.application.sixteen import SixteenColours
from urbanist.bots.table.application.style import CSS, ground
from urbanist.bots.table.application.tally import Tally
from urbanist.bots.table.application.terminal_picture import show_picture
from urbanist.bots.table.application.why import why
from urbanist.bots.table.kit.terminal.block import tips_of
from urbanist.bots.table.kit.terminal.board import Board
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.session import Session
from urbanist.engine.printable import error_line


class Pages(App[None]):
    """A session with its board, and the pages about it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "count(1)", show=False),
        Binding("B", "count(-1)", show=False),
        Binding("a", "count_seat", show=False),
        Binding("e", "explain", show=False),
    ]
    CSS = CSS
    ENABLE_COMMAND_PALETTE = False

    @dataclass
    class Inferred(Message):
        """A page about what is hidden is ready."""

        inference: Inference
        page: RenderableType | Exception

    def __init__(self, session: Session, board: Board) -> None:
        super().__init__()
        self.session, self.board = session, board
        #: What is marked on the board of what counts.
        self.tally = Tally(session.table, board)
        #: A line about what happened last.
        self.note = ""
        #: What is being worked out about hidden cards, if anything is.
        self.inference: Inference | None = None
        #: The page of the help that was open last.
        self._page = RULES
        self.theme = ground()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what changes the lines before they are sent: one that knows how to use sixteen colours."""
        filters = super().get_line_filters()
        return [*filters, SixteenColours()] if self.console.color_system == "standard" else filters

    def show_guide(self) -> None:
        """Show what to do now."""
        raise NotImplementedError

    def show_scores(self) -> None:
        """Show the scores again."""
        raise NotImplementedError

    def action_why(self) -> None:
        """Work out what is hidden, and what can be inferred about it."""
        history, sight, table = self.session.history, self.board.sight, self.session.table

        def done(inference: Inference, page: RenderableType | Exception) -> None:
            self.post_message(self.Inferred(inference, page))

        self.inference = Inference(partial(why, history, sight, table), done)
        self.show_guide()

    def on_pages_inferred(self, message: Inferred) -> None:
        """Show what can be inferred; a page that nobody waits for any more is out of date."""
        if message.inference is not self.inference:
            return
        self.inference = None
        if isinstance(message.page, Exception):
            self.note = f"Nothing is found: {error_line(message.page)}"
        else:
            self.push_screen(Sheet("Why, and what is hidden", message.page))
        self.show_guide()

    def action_scores(self) -> None:
        """Show the points of all seats, row by row; a click on one marks on the board what counts for it."""
        self.push_screen(
            Sheet(
                "Scores so far",
                verdict.scoring(self.board.sight, self.session.lost, self.session.table.row_tip),
            )
        )

    def action_explain(self) -> None:
        """Explain what is chosen on the board, and everything beside it."""
        here, side = self.board.here(), tips_of(self.board.side(self.size.width))
        page = Text("\n\n").join([Text(text) for text in (here, *side) if text])
        if here:
            page.stylize("bold", 0, len(here))
        self.push_screen(Sheet("What is what", page))

    def action_count(self, step: int) -> None:
        """Mark on the board what counts for the next row of a score, or for the one before."""
        self._noted(self.tally.row(step))

    def action_count_seat(self) -> None:
        """Mark what counts for another seat."""
        self._noted(self.tally.other_seat())

    def action_count_row(self, seat: int, what: str) -> None:
        """Mark what counts for a row of a seat's score."""
        self._noted(self.tally.mark(seat, what))

    def _noted(self, note: str) -> None:
        self.note = note
        self.show_scores()
        self.show_guide()

    def action_manual(self) -> None:
        """Show the rules and the keys, first the page that was open last."""

        def closed(page: str | None) -> None:
            self._page = page or RULES

        self.push_screen(Handbook(self.session.table.rules(), self.board.KEYS, self._page), closed)

    def action_ground(self) -> None:
        """Change between a dark and a light ground."""
        self.theme = ground(dark=not self.current_theme.dark)
        self.board.redraw()

    def action_picture(self) -> None:
        """Show the picture of the position, if the terminal shows pictures."""
        with self.suspend():
            self.note = show_picture(self.board.sight)
        self.show_guide()

    def action_point(self, what: str) -> None:
        """Choose something beside the board."""
        self.board.point(what)

    def action_look(self, seat: int) -> None:
        """Look at what belongs to a seat."""
        self.board.look(seat)
