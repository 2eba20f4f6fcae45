"""The terminal that a command writes to: a screen to draw and ask on, and bars that only a terminal shows."""

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from urbanist.bots.table.session.screen import Screen

#: Terminals that call themselves so show 256 colours, though their name does not say it.
COLOURFUL = ("xterm", "screen", "tmux", "rxvt", "konsole", "alacritty", "foot", "vte")


class Terminal(Console):
    """A console that tells its caller of a closed pipe instead of ending the program."""

    def on_broken_pipe(self) -> None:
        """Raise what a write to a closed pipe raises."""
        raise BrokenPipeError


def screen(*, plain: bool = False) -> Screen:
    """Return a screen on standard output; `plain` lines of text where that is asked for."""
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    console = Terminal()
    if console.color_system == "standard" and os.environ.get("TERM", "").startswith(COLOURFUL):
        console = Terminal(color_system="256")
    return Screen(console, _typed(console), plain=plain)


def _typed(console: Console) -> Callable[[str], str]:
    """Return how a line is asked for: at a terminal with editing, else echoed to the transcript."""
    if sys.stdin is not None and sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  # makes input() edit
        return input

    def read(prompt: str) -> str:
        console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        console.print(line.rstrip("\r\n"), markup=False, highlight=False, soft_wrap=True)
        return line

    return read


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Give what to call after each of so many steps; standard error shows a bar if it is a terminal."""
    console = Console(stderr=True)
    bar = Progress(
        what,
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=sys.stderr is None or not console.is_terminal,
        transient=True,
    )
    task = bar.add_task(what, total=total)
    with bar:
        yield lambda: bar.advance(task)
