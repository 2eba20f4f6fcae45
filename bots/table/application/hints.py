"""Hints: the best moves with what they should bring and why, to be chosen by number or click."""

from collections.abc import Callable

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session import advice
from urbanist.engine.history import View
from urbanist.search.result import MoveValue, Result


class Hints:
    """The best moves that a search has found; `called` names a move."""

    def __init__(self, result: Result, view: View, table: Table, called: Callable[[str], str]) -> None:
        self._state = view.bare_state()
        self._table, self._called = table, called
        found = advice.best(result)
        self.moves = tuple(value.move for value in found) or (result.move,)
        self._lines = tuple(map(self._line, found))
        self._before = advice.standing(result, self._state.to_move)
        self._after = advice.preference(result, view) if len(found) > 1 else []

    def _line(self, value: MoveValue) -> str:
        """Return what a move promises, and its direct effect."""
        move, share = self._called(value.move), f"{100 * value.value:.0f}%"
        if value.points:
            said = tr(
                "{move}: {share} of the win, {points} points",
                move=move,
                share=share,
                points=f"{value.points[self._state.to_move]:.1f}",
            )
        else:
            said = tr("{move}: {share} of the win", move=move, share=share)
        reason = self._table.explain(self._state, value.move)
        return f"{said}; {reason}" if reason else said

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
