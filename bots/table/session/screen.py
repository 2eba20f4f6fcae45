"""The input and output of a session in lines."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from glob import escape
from pathlib import Path
from threading import Thread
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments

from urbanist.bots.table.kit.terminal.eight_bit import eight_bit_style

T = TypeVar("T")


def files_like(start: str) -> list[str]:
    """Return the paths that begin with a text; folders end with a slash."""
    folder, slash, name = start.rpartition("/")
    paths = sorted(Path(f"{folder}{slash}" or ".").expanduser().glob(f"{escape(name)}*"))
    shown = (path for path in paths if path.name.startswith(".") == name.startswith("."))
    return [f"{folder}{slash}{path.name}{'/' if path.is_dir() else ''}" for path in shown]


def completions(before: str, word: str, known: Iterable[str]) -> list[str]:
    """Return what a word may become after a text: one of the known words, or a file after a command that takes one."""
    command = before.strip().lower()
    if command in {"save", "resume"}:
        return files_like(word)
    return [] if command else [name for name in known if name.lower().startswith(word.lower())]


class Screen:
    """A console and a way to ask: `read` shows a prompt and returns a line, or raises EOFError."""

    def __init__(self, console: Console, read: Callable[[str], str] = input) -> None:
        self.console = console
        self._read = read
        #: What a line is awaited after now; empty if none is.
        self.prompt = ""
        #: What a word may become, given the text before it; a terminal offers this for the Tab key.
        self.suggest: Callable[[str, str], list[str]] = lambda *_: []

    @property
    def draws(self) -> bool:
        """Whether it is a terminal that shows boards in colour."""
        return self.plots and not self.console.no_color and self.console.color_system in ("256", "truecolor")

    @property
    def plots(self) -> bool:
        """Whether it is a terminal that shows the signs of plots, in colour or not."""
        console = self.console
        return console.is_terminal and not console.is_dumb_terminal and console.encoding.startswith("utf")

    def fits(self, columns: int, lines: int) -> bool:
        """Return whether there is room for so many columns and lines, and for a line below them."""
        return self.console.width >= columns and self.console.height > lines

    @property
    def width(self) -> int | None:
        """The columns of the terminal; None if it is none, where no line is broken."""
        return self.console.width if self.console.is_terminal else None

    def say(self, text: str, *, whole: bool = False) -> None:
        """Write lines of text; a terminal breaks them between words unless they must stay `whole` for copying."""
        whole = whole or not self.console.is_terminal
        self.console.print(text, markup=False, highlight=False, emoji=False, soft_wrap=whole)

    def show(self, drawn: RenderableType) -> None:
        """Write something drawn."""
        if self.console.color_system == "256":
            parts = self.console.render(drawn)
            drawn = Segments(Segment(text, style and eight_bit_style(style)) for text, style, _ in parts)
        self.console.print(drawn)

    def ask(self, prompt: str) -> str:
        """Return the line typed after a prompt."""
        self.console.file.flush()
        self.prompt = prompt
        try:
            return self._read(prompt)
        finally:
            self.prompt = ""

    def wait(self, work: Callable[[], T]) -> T:
        """Return the result of `work`; meanwhile Ctrl-C works."""
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(work())
            except BaseException as error:
                future.set_exception(error)

        # A daemon, because work that nobody waits for must not keep the program alive.
        Thread(target=run, daemon=True).start()
        # In short steps, because on some systems Ctrl-C does not end a wait without a limit.
        while not future.done():
            wait([future], timeout=0.05)
        return future.result()
