"""Hints: the best moves with what they should bring and why, to be chosen by number or click."""

from collections.abc import Callable

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session import advice
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.search.result import Result


class Hints:
    """The best moves that a search has found; `called` names a move."""

    def __init__(self, result: Result, view: View, table: Table, called: Callable[[Move], str]) -> None:
        assert view.seat is not None
        found = advice.best(result, view.seat)
        self.moves = tuple(value.move for value in found) or (result.move,)
        self._lines = tuple(advice.promise(value, called(value.move), view, table) for value in found)
        self._before = advice.standing(found, result.solved)
        self._after = advice.preference(found, view, table) if found else []

    def text(self) -> Text:
        """Return the hints; each can be clicked."""
        page = Text()
        for line in self._before:
            page.append(f"{upper(line)}\n", "italic")
        for number, line in enumerate(self._lines, 1):
            click = Style(meta={"@click": f"app.choose({number})"})
            page.append_text(Text.assemble((f" {number} ", "bold reverse"), f" {line}\n", style=click))
        for line in self._after:
            page.append(f"{line}\n", "dim")
        page.append(tr("A number shows a move, Enter plays it,"), "bold")
        close = Text(tr("Esc closes this."), Style(bold=True, meta={"@click": "app.put_back"}))
        return page.append(" ").append_text(close)
