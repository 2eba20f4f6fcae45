"""What fills a terminal, and gives it back as it was: at its end, after a signal, and while it is suspended."""

import asyncio
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, ClassVar, TypeVar

from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver

T = TypeVar("T")

#: The signals that end a program at a terminal, and those for which Textual leaves its own handlers behind.
ENDING = (signal.SIGTERM, signal.SIGHUP)
OTHERS = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)


class Crash(Exception):
    """A fault ended an application; the cause has the traceback."""


class FullScreen(App[T]):
    """An application that a signal or a fault ends in order, and that Ctrl-Z suspends."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]
    #: Whether the terminal is lent to something else.
    _lent = False

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
                # Nothing can be restored, and to write would block. The game is saved after every move.
                signal.signal(number, signal.SIG_DFL)
                signal.raise_signal(number)
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


def _there() -> bool:
    """Return whether the terminal is still there."""
    try:
        termios.tcgetattr(sys.__stdin__ or 0)
    except (termios.error, ValueError):
        return False
    return True
