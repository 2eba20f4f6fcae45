"""A full screen with the board of a game: its frame, its keys, and the pages about what the board shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.message import Message

from urbanist.bots.background import Background
from urbanist.bots.table.application.few_colours import EightBitColours, Series, SixteenColours
from urbanist.bots.table.application.frame import PAGING, Frame, scrolling
from urbanist.bots.table.application.full_screen import FullScreen
from urbanist.bots.table.application.manual import COMMON, Rows
from urbanist.bots.table.application.score_marker import ScoreMarker
from urbanist.bots.table.application.style import STYLE, ground
from urbanist.bots.table.application.terminal_picture import show_picture
from urbanist.bots.table.kit.language import reason_of, tr, translated
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import tips_of
from urbanist.bots.table.kit.terminal.board import Board
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.settings import read_settings
from urbanist.engine.history import History


class Stage(FullScreen[None]):
    """A board in its frame; the subclass says what is shown and what a person can do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "count(1)", show=False),
        Binding("B", "count(-1)", show=False),
        Binding("a", "count_seat", show=False),
        Binding("e", "explain", show=False),
        Binding("s", "scores", show=False),
        Binding("d", "ground", show=False),
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("escape", "put_back", show=False),
        *scrolling(PAGING),
        *(Binding(str(number), f"digit({number})", show=False) for number in range(10)),
    ]
    CSS_PATH: ClassVar = STYLE
    ENABLE_COMMAND_PALETTE = False
    #: The keys that do not belong to the board, for the help page.
    KEYS: ClassVar[Rows] = COMMON

    @dataclass
    class Inferred(Message):
        """A page about what is hidden is ready."""

        inference: Background[RenderableType]
        page: RenderableType | Exception

    #: The filters of the library, and those with that for few colours as one: a line is kept with it by its filter.
    _usual: Sequence[LineFilter] | None = None
    _series: Sequence[LineFilter] = ()
    #: What is being worked out beside the game, if anything is.
    inference: Background[Any] | None

    def __init__(self, table: Table, board: Board) -> None:
        super().__init__()
        self.table, self.board = table, board
        #: What is marked on the board of what counts.
        self.score_marker = ScoreMarker(table, board)
        #: A line about what happened last.
        self.note = ""
        self.inference = None
        #: The page of the help that was open last.
        self._page: str | None = None
        self._frame = Frame(board)
        self.theme = ground(dark=read_settings().dark)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what changes the lines before they are sent: one that knows how to use few colours."""
        usual = super().get_line_filters()
        if self._few_colours is None:
            return usual
        if self._usual != usual:
            self._usual, self._series = usual, [Series([*usual, self._few_colours])]
        return self._series

    @cached_property
    def _few_colours(self) -> LineFilter | None:
        """What turns the colours of a line into those of the terminal; None if it has all."""
        few = {"standard": SixteenColours, "256": EightBitColours}.get(str(self.console.color_system))
        return few() if few is not None else None

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield self._frame

    def redraw(self, *, story: bool = True) -> None:
        """Show everything beside the board."""
        raise NotImplementedError

    def show_guide(self) -> None:
        """Show what to do now."""
        raise NotImplementedError

    def on_board_changed(self) -> None:
        """Draw the board again; a subclass shows what stands beside it, before anything is sent."""
        self.board.redraw()

    def show_scores(self) -> None:
        """Show the scores again."""
        self._frame.show_scores()

    def scoring(self) -> RenderableType:
        """Return the points of all seats, row by row."""
        return verdict.scoring(self.board.pov, self.table.fact)

    def show_keys(self) -> None:
        """Show the keys that do something now."""
        active: Any = self.screen_stack[0].active_bindings.values() if self.screen_stack else ()
        # Without a move to choose, the keys of the board that are shown do nothing.
        useful = [
            found for found in active if found.enabled and (self.board.free or found.node is not self.board)
        ]
        shown = [found.binding for found in useful if found.binding.show]
        self._frame.keys(
            [(each.key, self.get_key_display(each), translated(each.description)) for each in shown]
        )

    def on_resize(self, event: events.Resize) -> None:
        """Divide the window again."""
        # The first events come before there is something to divide, or with the size for which it is divided.
        if self._frame.window not in ((0, 0), event.size):
            self._frame.fit(*event.size)
            self.redraw()

    def open_page(
        self,
        title: str,
        text: RenderableType,
        choices: Sequence[tuple[str, str]] = (),
        then: Callable[[str | None], None] | None = None,
        *,
        interrupt: bool = False,
    ) -> None:
        """Show a page over the table; `then` gets the key of the choice that closed it, or None.

        A page that interrupts does not take the keys that were typed before it.
        """
        from urbanist.bots.table.application.dialog import Dialog  # late: the first board has no page over it

        self.push_screen(Dialog(title, text, choices, interrupt=interrupt), then)

    def infer(self, history: History, pov: PlayerView) -> None:
        """Work out what a viewer can infer about what is hidden, and show it on a page."""
        from urbanist.bots.table.application.why import why  # late: few games need it

        def done(inference: Background[RenderableType], page: RenderableType | Exception) -> None:
            self.post_message(self.Inferred(inference, page))

        self.inference = Background(lambda _: why(history, pov, self.table), done)
        self.show_guide()

    def on_stage_inferred(self, message: Inferred) -> None:
        """Show what can be inferred; a page that nobody waits for any more is out of date."""
        if message.inference is not self.inference:
            return
        self.inference = None
        if isinstance(message.page, Exception):
            self.note = tr("Nothing is found: {reason}", reason=reason_of(message.page))
        else:
            self.open_page(tr("Why, and what is hidden"), message.page)
        self.show_guide()

    def action_scores(self) -> None:
        """Show the points of all seats, row by row; a click on one marks on the board what counts for it."""
        self.open_page(tr("Scores so far"), self.scoring())

    def action_explain(self) -> None:
        """Explain what is chosen on the board, and everything beside it."""
        here, side = self.board.here(), tips_of(self.board.side(*self.size))
        page = Text("\n\n").join([Text(text) for text in (here, *side) if text])
        if here:
            page.stylize("bold", 0, len(here))
        self.open_page(tr("What is what"), page)

    def action_count(self, step: int) -> None:
        """Mark on the board what counts for the next row of a score, or for the one before."""
        self._noted(self.score_marker.row(step))

    def action_count_seat(self) -> None:
        """Mark what counts for another seat."""
        self._noted(self.score_marker.other_seat())

    def action_count_row(self, seat: int, what: str) -> None:
        """Mark what counts for a row of a seat's score."""
        self._noted(self.score_marker.mark(seat, what))

    def _noted(self, note: str) -> None:
        self.note = note
        self.show_scores()
        self.show_guide()

    def action_manual(self) -> None:
        """Show the rules and the keys, first the page that was open last."""
        from urbanist.bots.table.application.handbook import Handbook  # late: few games need it

        def closed(page: str | None) -> None:
            self._page = page

        self.push_screen(Handbook(self.table.rules(), (self.board.KEYS, self.KEYS), self._page), closed)

    def action_ground(self) -> None:
        """Change between a dark and a light ground."""
        self.theme = ground(dark=not self.current_theme.dark)
        self.board.redraw()

    def action_scroll(self, way: str) -> None:
        """Scroll the text beside the board."""
        self._frame.scroll(way)

    def action_picture(self) -> None:
        """Show the picture of the position, if the terminal shows pictures."""
        with self.suspend():
            self.note = show_picture(self.board.pov)
        self.show_guide()

    def action_point(self, what: str) -> None:
        """Choose something beside the board."""
        self.board.point(what)

    def action_look(self, seat: int) -> None:
        """Look at what belongs to a seat."""
        self.board.look(seat)

    def action_type(self, key: str) -> None:
        """Do what a key does."""
        self.simulate_key(key)
