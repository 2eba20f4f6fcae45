"""The terminal of a command: a screen for drawings and questions, and progress bars."""

import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from rich.console import Console, RenderableType

from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.line_editing import complete_by_tab
from urbanist.bots.table.session.screen import Screen

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

#: Terminals whose names begin like this show 256 colours, although their names do not say so.
COLOURFUL = ("xterm", "screen", "tmux", "rxvt", "konsole", "alacritty", "foot", "vte")


class Terminal(Console):
    """A console that raises an error for a closed pipe instead of ending the program."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`."""
        raise BrokenPipeError


def screen() -> Screen:
    """Return a screen on standard output."""
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    console = Terminal()
    if console.color_system == "standard" and os.environ.get("TERM", "").startswith(COLOURFUL):
        console = Terminal(color_system="256")
    shown = Screen(console, _typed(console))
    if sys.stdin is not None and sys.stdin.isatty():
        complete_by_tab(shown)
    return shown


def fills_screen() -> bool:
    """Return whether there is a terminal that an application can fill."""
    streams = (sys.stdin, sys.stdout)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return False
    encoding = (sys.stdout.encoding or "").lower()
    return encoding.startswith("utf") and os.environ.get("TERM", "dumb") not in {"dumb", "unknown"}


def can_ask() -> bool:
    """Return whether somebody sits at a terminal."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _typed(console: Console) -> Callable[[str], str]:
    """Return the function that reads a line; what is no terminal gets an echo of the input."""
    if sys.stdin is not None and sys.stdin.isatty():
        return input

    def read(prompt: str) -> str:
        console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        console.print(line.rstrip("\r\n"), markup=False, highlight=False, soft_wrap=True)
        return line

    return read


class Steps:
    """What a progress bar is told: that a step is done, and what the next one does."""

    def __init__(self, bar: "Progress", task: "TaskID") -> None:
        self._bar = bar
        self._task = task

    def __call__(self) -> None:
        """Take note that a step is done."""
        self._bar.advance(self._task)

    def doing(self, what: str) -> None:
        """Show what is being done."""
        self._bar.update(self._task, doing=what)


@contextmanager
def progress(what: str, total: int, done: int = 0) -> Iterator[Steps]:
    """Yield what to call after each step; standard error shows a progress bar if it is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    bar = Progress(
        what,
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[doing]}", markup=False),
        console=console,
        disable=sys.stderr is None or not console.is_terminal,
        transient=True,
    )
    task = bar.add_task(what, total=total, completed=done, doing="")
    # Any end shows the cursor again.
    with ended_alike(), bar:
        yield Steps(bar, task)


def page_through(screen: Screen, parts: Iterable[RenderableType]) -> None:
    """Show parts on a terminal; if they are longer than its screen, in the user's pager."""
    console = screen.console
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    text = captured.get()
    if text.count("\n") < console.height:
        click.echo(text, nl=False, color=True)
    else:
        # Without this option less prints the codes of colours as text; what the user has set comes after it.
        os.environ["LESS"] = f"-R {os.environ.get('LESS', '')}".strip()
        click.echo_via_pager(text, color=True)
