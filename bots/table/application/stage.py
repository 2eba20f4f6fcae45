"""A full screen with the board of a game: its frame, its log, what is marked on the board, and the pages about it."""

import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from io import BytesIO
from threading import Event
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.console import Console, Group, RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from urbanist.bots.background import Background
from urbanist.bots.table import NoPicture, draw_picture
from urbanist.bots.table.application.frame import Frame
from urbanist.bots.table.application.full_screen import FullScreen, ground
from urbanist.bots.table.application.keys import scrolling
from urbanist.bots.table.kit.language import marked, number_text, reason_of, tr, translated
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.block import mark, tips_of
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.settings import read_settings
from urbanist.bots.table.session.teacher import last_move
from urbanist.engine.history import History
from urbanist.engine.score_row import ScoreRow

if TYPE_CHECKING:
    from enum import StrEnum

    from urbanist.engine import event

HOW = marked("b: the next row, a: another seat, Esc: enough.")
NOT_INSTALLED = marked("Pictures in the terminal need: pip install 'urbanist[pictures]'.")
NOT_SHOWN = marked("This terminal shows no pictures. 'urbanist show FILE --svg FILE' writes one.")
#: Lines below a picture for the words, and the seconds between two looks at what changes by itself.
ROOM, TICK = 2, 0.1

T = TypeVar("T")


class Stage(FullScreen[None]):
    """A board in its frame; the subclass says what is shown and what a person can do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *scrolling(),
        *(Binding(str(number), f"digit({number})", show=False) for number in range(10)),
    ]
    #: The name of the keys that do not belong to the board.
    KEYS: ClassVar[str]

    #: What is being worked out beside the game, if anything is, and what the guide says of it.
    inference: Background[Any] | None = None
    doing: tuple[str, str]

    def __init__(self, table: Table, board: BoardWidget) -> None:
        super().__init__()
        self.table, self.board = table, board
        #: What is marked on the board of what counts.
        self.score_marker = ScoreMarker(table, board)
        self._narration = Narration(table)
        #: A line about what happened last.
        self.note = ""
        #: The page of the help that was open last.
        self._page = ""
        self._frame = Frame(board)
        self.theme = ground(dark=read_settings().dark)

    def on_mount(self) -> None:
        """Divide the window, and begin."""
        self._frame.fit(*self.size)
        self.set_interval(TICK, self.tick)
        self.begin()

    def begin(self) -> None:
        """Show what is to be seen first."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Build the screen."""
        yield self._frame

    def redraw(self, *, story: bool = True) -> None:
        """Show everything beside the board."""
        self._frame.show_scores()
        self.show_guide()
        if story:
            self.tell()

    def tell(self) -> None:
        """Show what happened until now."""
        rows = self._narration.rows(self.board.pov)
        self._frame.tell(rows, len(rows) - 1, first=True)

    def guide(self) -> Guide:
        """Return what a person can do now."""
        raise NotImplementedError

    def show_guide(self) -> None:
        """Show what to do now, with the note."""
        self._frame.guide(self.guide(), self.note)

    def say(self, note: str) -> None:
        """Show a line about what happened."""
        self.note = note
        self.show_guide()

    def on_board_widget_changed(self) -> None:
        """Draw the board again; a subclass shows what stands beside it, before anything is sent."""
        self.board.redraw()

    def scoring(self) -> RenderableType:
        """Return the points of all seats, row by row."""
        return verdict.scoring(self.board.pov, self.table.fact)

    def offers(self, action: str) -> bool:
        """Return whether the line of keys names a key that does something."""
        return True

    @property
    def forbidden(self) -> Collection[str]:
        """The actions of keys that this game forbids."""
        return ()

    def show_keys(self) -> None:
        """Show the keys that do something now."""
        active: Any = self.screen_stack[0].active_bindings.values() if self.screen_stack else ()
        # Without a move to choose, the keys of the board that are shown do nothing.
        useful = [key for key in active if key.enabled and (self.board.free or key.node is not self.board)]
        shown = [key.binding for key in useful if key.binding.show and self.offers(key.binding.action)]
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
        **kind: Any,
    ) -> None:
        """Show a page over the table, as `Dialog` makes it; `then` gets its result."""
        from urbanist.bots.table.application.dialog import Dialog  # late: the first board has no page over it

        self.push_screen(Dialog(title, text, choices, **kind), then)

    def work_out(
        self,
        work: Callable[[Event], T],
        then: Callable[[T | Exception], object],
        said: tuple[str, str] = (marked("Thinking about what is hidden … {seconds} s"), marked("Esc: no.")),
    ) -> None:
        """Do something beside the game, and then call `then` with what came out, unless it is forgotten until then.

        Meanwhile the guide says what is done, and what keys do.
        """

        def shown(inference: Background[T], result: T | Exception) -> None:
            if inference is self.inference:
                self.inference = None
                then(result)

        self.inference, self.doing = Background(work, partial(self.call_later, shown)), said
        self.show_guide()

    def forget(self) -> bool:
        """Give up what is being worked out; return whether anything was."""
        was, self.inference = self.inference, None
        if was is not None:
            was.stop()
        return was is not None

    def working(self) -> Guide | None:
        """Return what is being worked out beside the game, and for how long; None if nothing is."""
        if self.inference is None:
            return None
        said, keys = self.doing
        return Guide(tr(said, seconds=number_text(self.inference.seconds, ".1f")), keys and tr(keys))

    def tick(self) -> None:
        """Show what has changed by itself."""
        if self.inference is not None:
            self.show_guide()

    def infer(self, history: History, pov: PlayerView, explained: Text | None = None) -> None:
        """Work out what a viewer can infer about what is hidden, and show it on a page, after what is `explained`."""
        from urbanist.bots.table.session.hidden import why  # late: few games need it

        def show(page: RenderableType | Exception) -> None:
            if isinstance(page, Exception):
                self.note = tr("Nothing is found: {reason}", reason=reason_of(page))
            else:
                parts = (
                    []
                    if explained is None
                    else [explained, Text(), Text(tr("What is hidden"), "bold underline")]
                )
                self.open_page(tr("What is what") if parts else tr("What is hidden"), Group(*parts, page))
            self.show_guide()

        self.work_out(lambda _: why(history, pov, self.table), show)

    def action_scores(self) -> None:
        """Show the points of all seats, row by row; a click on one marks on the board what counts for it."""
        self.open_page(tr("Scores so far"), self.scoring())

    def action_explain(self) -> None:
        """Explain what is chosen on the board, and everything beside it."""
        self.open_page(tr("What is what"), self.explanation())

    def explanation(self) -> Text:
        """Return what is chosen on the board, and everything beside it, in sentences."""
        here, side = self.board.here(), tips_of(self.board.side(*self.size))
        page = Text("\n\n").join([Text(text) for text in (here, *side) if text])
        if here:
            page.stylize("bold", 0, len(here))
        return page

    def action_count(self, step: int) -> None:
        """Mark on the board what counts for the next row of a score, or for the one before."""
        self._marked(self.score_marker.row(step))

    def action_count_seat(self) -> None:
        """Mark what counts for another seat."""
        self._marked(self.score_marker.other_seat())

    def action_count_row(self, seat: int, what: str) -> None:
        """Mark what counts for a row of a seat's score."""
        self._marked(self.score_marker.mark(seat, what))

    def _marked(self, note: str) -> None:
        self._frame.show_scores()
        self.say(note)

    def action_manual(self) -> None:
        """Show the rules and the keys, first the page that was open last."""
        from urbanist.bots.table.application.dialog import handbook  # late, as above

        def closed(_: str | None) -> None:
            self._page = page.page

        page = handbook(self.table.rules(), self.board.KEYS, self.KEYS, self.forbidden)
        page.page = self._page or page.page
        self.push_screen(page, closed)

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
            note = show_picture(self.board.pov)
        self.say(note)

    def action_digit(self, number: int) -> None:
        """Do what the digit means in the game."""
        self.board.digit(number)

    def action_point(self, what: str) -> None:
        """Choose something beside the board."""
        self.board.point(what)

    def action_look(self, seat: int) -> None:
        """Look at what belongs to a seat."""
        self.board.look(seat)


class ScoreMarker:
    """A row of a seat's score; the places that count for it are marked on a board."""

    def __init__(self, table: Table, board: BoardWidget) -> None:
        self._table, self._board = table, board
        self.seat: int | None = None
        self.kind: StrEnum | None = None

    def rows(self, seat: int) -> list[ScoreRow]:
        """Return the rows of a seat's score for which something counts on the board."""
        pov = self._board.pov
        breakdown = self._table.score_breakdown(pov, seat)
        return [row for row in pov.state.score_rows(seat) if breakdown.get(row.kind)]

    def row(self, step: int) -> str:
        """Mark the next row of the seat, or the one before; return a note."""
        seat = _first(self._board.pov) if self.seat is None else self.seat
        kinds = [row.kind for row in self.rows(seat)]
        if not kinds:
            return self._nothing(seat)
        here = kinds.index(self.kind) + step if self.seat is not None and self.kind in kinds else min(step, 0)
        return self.mark(seat, kinds[here % len(kinds)])

    def other_seat(self) -> str:
        """Mark the same row of the next seat, or its first row if it has none of this kind; return a note."""
        pov = self._board.pov
        seat = _first(pov) if self.seat is None else (self.seat + 1) % pov.state.seats
        kinds = [row.kind for row in self.rows(seat)]
        if not kinds:
            return self._nothing(seat)
        return self.mark(seat, self.kind if self.kind in kinds else kinds[0])

    def mark(self, seat: int, kind: str) -> str:
        """Mark a row of a seat; return a note with its points."""
        pov = self._board.pov
        row = next(row for row in pov.state.score_rows(seat) if row.kind == kind)
        self.seat, self.kind = seat, row.kind
        self._board.count(seat, verdict.labels(self._table.score_breakdown(pov, seat).get(row.kind, ())))
        return f"{upper(pov.name(seat))}, {self._table.fact(row)}. {tr(HOW)}"

    def _nothing(self, seat: int) -> str:
        """Mark nothing for a seat that has nothing yet."""
        self.seat, self.kind = seat, None
        self._board.count(seat, {})
        nothing = tr("Nothing counts on the board for {who} yet.", who=self._board.pov.name(seat))
        return f"{nothing} {tr(HOW)}"

    def end(self) -> bool:
        """Mark nothing any more; return whether a row was marked."""
        was = self.seat is not None
        self.seat, self.kind = None, None
        if was:
            self._board.count(_first(self._board.pov), {})
        return was


def _first(pov: PlayerView) -> int:
    """Return the seat whose score a viewer asks for first."""
    return pov.state.to_move if pov.seat is None else pov.seat


class Narration:
    """The events of a game as sentences; each sentence is made once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._told: list[tuple[event.Event, Text]] = []

    def rows(self, pov: PlayerView) -> list[Text]:
        """Return all sentences; those before the viewer's last move are faint."""
        events = pov.view.events
        since = last_move(pov) or 0
        same = 0
        while same < min(len(events), len(self._told)) and self._told[same][0] == events[same]:
            same += 1
        del self._told[same:]
        for ply in range(same, len(events)):
            self._told.append((events[ply], self._sentence(pov, ply)))
        for ply, (_, row) in enumerate(self._told):
            row.style = "dim" if ply < since else ""
        return [row for _, row in self._told]

    def _sentence(self, pov: PlayerView, ply: int) -> Text:
        said = self._table.narrate(pov, ply)
        state = pov.states[ply]
        if state.due:
            return Text.assemble(("• ", "bold"), said)
        name = pov.name(state.to_move)
        rest = (
            f" {pov.player(state.to_move)}{said.removeprefix(name)}" if said.startswith(name) else f" {said}"
        )
        return Text.assemble(mark(state.to_move), rest)


def show_picture(pov: PlayerView) -> str:
    """Show the picture of a position until Enter; return a line that says why not, or an empty one.

    Nothing else may read from the terminal meanwhile: it is asked what it can show.
    """
    try:
        from textual_image import renderable

        from urbanist.bots.table.kit.picture.image import png

        # The import asks, too. A slow line answers too late now and then, so each picture asks again.
        if renderable.Image is renderable.SixelImage or renderable.sixel.query_terminal_support():
            kind: type = renderable.SixelImage
        elif renderable.Image is renderable.TGPImage or renderable.tgp.query_terminal_support():
            kind = renderable.TGPImage
        else:
            return tr(NOT_SHOWN)
        drawn = BytesIO(png(draw_picture(pov)))
    except ImportError:
        return tr(NOT_INSTALLED)
    except NoPicture:
        return tr("This game has no picture.")
    console = Console(file=sys.__stdout__)
    console.clear()
    console.print(kind(drawn, "auto", "auto"), width=console.width, height=console.height - ROOM)
    console.print(tr("Enter: back to the game"), end="", style="reverse")
    with suppress(EOFError, KeyboardInterrupt):
        input()
    return ""
