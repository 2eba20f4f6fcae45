"""The input and output of a session: a terminal in colour, or plain lines."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from threading import Thread
from typing import TypeVar

from rich.console import Console, RenderableType

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import joined
from urbanist.bots.table.kit.terminal.table import Ranking, Table

T = TypeVar("T")


class Screen:
    """A console and a way to ask: `read` shows a prompt and returns a line, or raises EOFError."""

    def __init__(self, console: Console, read: Callable[[str], str] = input, *, plain: bool = False) -> None:
        self.console = console
        self._read = read
        self._plain = plain

    def plain(self, table: Table) -> bool:
        """Return whether the table is shown as plain text: by choice, or because the terminal cannot show more."""
        console = self.console
        if self._plain or not console.is_terminal or console.is_dumb_terminal or console.no_color:
            return True
        if console.color_system not in ("256", "truecolor") or not console.encoding.startswith("utf"):
            return True
        return console.width < table.least_width or console.height < table.least_height + 2

    def draw(self, table: Table, sight: Sight) -> None:
        """Show the whole position."""
        if self.plain(table):
            self.say(table.describe(sight))
        else:
            self.console.clear()
            self.console.print(joined(table.draw(sight, self.console.width, self.console.height - 4)))

    def preview(self, table: Table, ranking: Ranking, sight: Sight, move: str) -> None:
        """Show the changes by a move."""
        if self.plain(table) or ranking.preview is None:
            self.say(ranking.describe_preview(sight, move))
        else:
            self.console.clear()
            drawn = ranking.preview(sight, move, self.console.width, self.console.height - 4)
            self.console.print(joined(drawn))

    def say(self, text: str, *, whole: bool = False) -> None:
        """Write lines of text; a terminal breaks them between words unless they must stay `whole` for copying."""
        whole = whole or not self.console.is_terminal
        self.console.print(text, markup=False, highlight=False, emoji=False, soft_wrap=whole)

    def show(self, drawn: RenderableType) -> None:
        """Write something drawn."""
        self.console.print(drawn)

    def ask(self, prompt: str) -> str:
        """Return the line typed after a prompt."""
        self.console.file.flush()
        return self._read(prompt)

    def wait(self, table: Table, text: str, work: Callable[[], T]) -> T:
        """Return the result of `work`; meanwhile a terminal shows a spinner, and Ctrl-C works."""
        found: list[T] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                found.append(work())
            except BaseException as error:
                failed.append(error)

        thread = Thread(target=run, daemon=True)
        with self._spinner(table, text):
            thread.start()
            # In short steps, because on some systems Ctrl-C does not end a wait without a limit.
            while thread.is_alive():
                thread.join(0.05)
        if failed:
            raise failed[0]
        return found[0]

    def _spinner(self, table: Table, text: str) -> AbstractContextManager[object]:
        if self.plain(table) or not sys.stderr.isatty():
            return nullcontext()
        return Console(stderr=True).status(text, spinner="dots")
