"""The terminal of a command: a screen for drawings and questions, lines that can be edited, and progress bars."""

import contextlib
import os
import signal
import sys
import termios
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType, MappingProxyType
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, RenderableType

from urbanist.bots.background import Background
from urbanist.bots.cli.interrupt import ended_alike
from urbanist.bots.cli.streams import unreadable
from urbanist.bots.table.session.screen import Screen
from urbanist.engine.printable import BYTE_ORDER_MARK

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

#: Terminals whose names begin like this show 256 colours, although their names do not say so.
COLOURFUL = ("xterm", "screen", "tmux", "rxvt", "konsole", "alacritty", "foot", "vte")


#: The seconds between two lines about the progress of a command, where no terminal shows a bar.
EVERY = 60.0


class Terminal(Console):
    """A console that raises an error for a closed pipe instead of ending the program."""

    def on_broken_pipe(self) -> None:
        """Raise `BrokenPipeError`."""
        raise BrokenPipeError


def screen() -> Screen:
    """Return a screen on standard output."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    console = Terminal()
    if console.color_system == "standard" and os.environ.get("TERM", "").startswith(COLOURFUL):
        console = Terminal(color_system="256")
    shown = Screen(console, _typed(console))
    if sys.stdin.isatty():
        complete_by_tab(shown)
    return shown


def fills_screen() -> bool:
    """Return whether there is a terminal that an application can fill."""
    streams = (sys.stdin, sys.stdout)
    if not all(stream.isatty() for stream in streams):
        return False
    encoding = (sys.stdout.encoding or "").lower()
    return encoding.startswith("utf") and os.environ.get("TERM", "dumb") not in {"dumb", "unknown"}


def can_ask() -> bool:
    """Return whether somebody sits at a terminal."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout))


def _typed(console: Console) -> Callable[[str], str]:
    """Return the function that reads a line; what is no terminal gets an echo of the input."""
    if sys.stdin.isatty():
        return input

    def read(prompt: str) -> str:
        console.print(prompt, end="", markup=False, highlight=False, soft_wrap=True)
        try:
            line = sys.stdin.readline().removeprefix(BYTE_ORDER_MARK)
        except OSError as error:
            raise unreadable(error) from None
        if not line:
            raise EOFError
        console.print(line.rstrip("\r\n"), markup=False, highlight=False, soft_wrap=True)
        return line

    return read


@contextmanager
def told_each_minute(line: Callable[[], str]) -> Iterator[None]:
    """Write what `line` returns to standard error once a minute: a log shows that the work goes on."""

    def tell(over: threading.Event) -> None:
        while not over.wait(EVERY):
            with contextlib.suppress(OSError, ValueError):
                click.echo(line(), err=True)

    teller = Background(tell)
    try:
        yield
    finally:
        teller.stop()
        teller.join(1)


class Steps:
    """The handle of a progress bar: a step is done, and what the next one does."""

    def __init__(self, bar: "Progress", task: "TaskID") -> None:
        self._bar = bar
        self._task = task

    @property
    def line(self) -> str:
        """The same as a line of text."""
        [task] = self._bar.tasks
        done = f"{task.completed:.0f}" + (f" / {task.total:.0f}" if task.total else "")
        return ": ".join(filter(None, (f"{task.description} {done}", task.fields["doing"])))

    def __call__(self, steps: int = 1) -> None:
        """Take note that steps are done."""
        self._bar.advance(self._task, steps)

    def next(self, what: str) -> None:
        """Take note that the step before is done, if there was one, and show what the next one does."""
        self.finish()
        self.doing(what)

    def finish(self) -> None:
        """Take note that the step that is shown is done, if there is one."""
        self(bool(self._bar.tasks[0].fields["doing"]))

    def doing(self, what: str) -> None:
        """Show what is being done."""
        self._bar.update(self._task, doing=what)


@contextmanager
def progress(what: str, total: int, done: int = 0) -> Iterator[Steps]:
    """Show a progress bar on standard error, or a line a minute without a terminal; yield its handle."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    draws = sys.stderr is not None and console.is_terminal
    bar = Progress(
        what,
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[doing]}", markup=False),
        console=console,
        disable=not draws,
        transient=True,
    )
    task = bar.add_task(what, total=total, completed=done, doing="")
    steps = Steps(bar, task)
    # Any end shows the cursor again.
    with ended_alike(), bar if draws else told_each_minute(lambda: steps.line):
        yield steps


def print_table(
    rows: Sequence[Sequence[str]],
    head: Sequence[str],
    *,
    plain_head: bool = False,
    columns: Mapping[int, Mapping[str, Any]] = MappingProxyType({}),
) -> None:
    """Print a table on a terminal; elsewhere a line for each row, with tabs between its cells.

    `columns` has what rich is told of some columns, by their places. Elsewhere the head is a line too if it is
    `plain_head`.
    """
    console = Console()
    if not console.is_terminal:
        for row in [head, *rows] if plain_head else rows:
            click.echo("\t".join(row))
        return
    from rich.box import SIMPLE_HEAD
    from rich.table import Table  # late: a game shows none

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, name in enumerate(head):
        table.add_column(name, **columns.get(place, {}))
    for row in rows:
        table.add_row(*row)
    console.print(table, markup=False, highlight=False)


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


def complete_by_tab(screen: Screen) -> None:
    """Let `input` edit lines, and complete a word as the screen suggests; without the library nothing changes."""
    try:
        import readline
    except ImportError:
        return
    words: list[str] = []

    def completed(word: str, number: int) -> str | None:
        """Return the numbered completion of a word; None if there are no more."""
        if number == 0:
            words[:] = screen.suggest(readline.get_line_buffer()[: readline.get_begidx()], word)
        return words[number] if number < len(words) else None

    def suspended(number: int, _: FrameType | None) -> None:
        """Stop, and show what was typed until now when the shell goes on with the program."""
        editing = termios.tcgetattr(sys.stdin)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, suspended)
        # A shell that goes on with a program gives it the terminal as it was before the editing.
        termios.tcsetattr(sys.stdin, termios.TCSANOW, editing)
        sys.stdout.write(f"{screen.prompt}{readline.get_line_buffer()}")
        sys.stdout.flush()

    if signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL:
        signal.signal(signal.SIGTSTP, suspended)
    readline.set_completer(completed)
    # A move is one word, whatever signs it has.
    readline.set_completer_delims(" ")
    # The readline of macOS is another library, with other names.
    if "libedit" in (readline.__doc__ or ""):
        readline.parse_and_bind("bind ^I rl_complete")
    else:
        readline.parse_and_bind("tab: complete")
        readline.parse_and_bind("set show-all-if-ambiguous on")
