"""What fills a terminal in its colours, and gives it back as it was: at its end, after a signal, while suspended."""

import asyncio
import os
import signal
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, TypeVar

from rich.console import Console, RenderableType
from rich.segment import Segment
from textual import events, on
from textual._compositor import CompositorUpdate
from textual.app import App
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widgets import Input

from urbanist.bots.table.application.keyboard import Keyboard, at_its_place
from urbanist.bots.table.application.sent_screen import SentScreen
from urbanist.bots.table.kit.terminal.eight_bit import eight_bit_style

T = TypeVar("T")

DARK, LIGHT = "textual-dark", "textual-light"

#: The signals that end a program at a terminal, and those for which Textual leaves its own handlers behind.
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
OTHERS = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)
#: How often the terminal is looked at, in seconds.
LOOK = 1.0


class Crash(Exception):
    """A fault ended an application; the cause has the traceback."""


class FullScreen(App[T]):
    """An application that a signal or a fault ends in order, and that Ctrl-Z suspends."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]
    CSS_PATH: ClassVar = Path(__file__).with_name("style.tcss")
    ENABLE_COMMAND_PALETTE = False
    #: Whether the terminal is lent to something else.
    _lent = False
    #: The filters of the library, and those with that for 256 colours as one: a line is kept with it by its filter.
    _usual: Sequence[LineFilter] | None = None
    _series: Sequence[LineFilter] = ()

    def __init__(self) -> None:
        super().__init__(driver_class=Keyboard)
        self.animation_level = "none"
        self._sent = SentScreen()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send what an update changes on the terminal, and nothing else."""
        if isinstance(renderable, CompositorUpdate):
            renderable = ReducedUpdate(renderable, self._sent)
        super()._display(screen, renderable)

    def on_resize(self, event: events.Resize) -> None:
        """Know nothing of a terminal whose size has changed: it may have moved what it shows."""
        self._sent.forget()

    async def on_event(self, event: events.Event) -> None:
        """Let keys of Cyrillic layouts count by their place, but where a person writes a text."""
        if isinstance(event, events.Key) and not isinstance(self.focused, Input):
            event = at_its_place(event)
        await super().on_event(event)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what changes the lines before they are sent: one that knows how to use 256 colours."""
        usual = super().get_line_filters()
        if self.console.color_system != "256":
            return usual
        if self._usual != usual:
            self._usual, self._series = usual, [Series([*usual, EightBit()])]
        return self._series

    def on_mount(self) -> None:
        """Look at the terminal now and then: where SIGHUP is ignored, as under nohup, nothing tells of its end."""
        if not self.is_headless:
            self.set_interval(LOOK, lambda: None if _there() else _die(signal.SIGHUP))

    def action_leave(self) -> None:
        """Leave."""
        self.exit()

    def run(self, *args: Any, **more: Any) -> T | None:
        """Return the result of the application; raise `Crash` if a fault ended it.

        A signal that ended it comes again when the terminal is as it was before, for whoever waits for it outside.
        """
        came: list[int] = []
        held = {number: signal.getsignal(number) for number in (*ENDING, *OTHERS)}

        def end(number: int, _: FrameType | None) -> None:
            came.append(number)
            if not _there():
                _die(number)
            if self._lent or not self.is_running:
                raise KeyboardInterrupt
            asyncio.get_running_loop().call_soon_threadsafe(self.call_later, self.action_leave)

        for number in ENDING:
            # A signal that is ignored, as under nohup, stays ignored.
            if held[number] is not signal.SIG_IGN:
                signal.signal(number, end)
        try:
            result = super().run(*args, **more)
        finally:
            for number, handler in held.items():
                signal.signal(number, handler)
            if came:
                signal.raise_signal(came[-1])
        if self._exception is not None:
            fault = self._exception
            raise Crash(f"{type(fault).__name__}: {fault}") from fault
        return result

    def _fatal_error(self) -> None:
        """End the application; Textual would print a page with all local variables."""
        self._close_messages_no_wait()

    @on(Driver.SignalResume)
    def _come_back(self) -> None:
        """Paint everything: the terminal has forgotten it."""
        self._sent.forget()
        self.refresh(layout=True)

    @contextmanager
    def suspend(self) -> Iterator[None]:
        """Lend the terminal to what runs inside; a signal interrupts that."""
        with super().suspend():
            self._lent = True
            try:
                yield
            finally:
                self._lent = False
                self._sent.forget()


def _die(number: int) -> None:
    """End this process by a signal, without a terminal.

    Nothing can be restored, and to write would block. The game is saved after every move.
    """
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


def _there() -> bool:
    """Return whether the terminal is still there."""
    try:
        termios.tcgetattr(sys.__stdin__ or 0)
    except (termios.error, ValueError):
        return False
    return True


def ground(*, dark: bool | None = None) -> str:
    """Return the theme for a ground; by default for that which the terminal names in COLORFGBG, else a dark one."""
    if dark is None:
        dark = os.environ.get("COLORFGBG", "").rpartition(";")[2] not in {"7", "15"}
    return DARK if dark else LIGHT


class ReducedUpdate(CompositorUpdate):
    """An update of the screen, of which only what it changes on the terminal is sent."""

    def __init__(self, update: CompositorUpdate, sent: SentScreen) -> None:
        self._update, self._sent = update, sent

    def render_segments(self, console: Console) -> str:
        """Return what is sent."""
        return self._sent.reduced(self._update.render_segments(console))


class Series(LineFilter):
    """Applies filters one after the other. What became of a line is kept once, not once for each of them."""

    def __init__(self, filters: Sequence[LineFilter]) -> None:
        super().__init__()
        self._filters = filters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line as the last filter leaves it."""
        for each in self._filters:
            segments = each.apply(segments, background)
        return segments


class EightBit(LineFilter):
    """Turns each colour of a line into one of 256, for a terminal that has no more."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line with other colours."""
        return [
            segment
            if segment.control or segment.style is None
            else Segment(segment.text, eight_bit_style(segment.style))
            for segment in segments
        ]
