"""What of a screen does not fit: texts that are longer than their place, and texts that a board cuts."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from rich.text import Text
from textual.app import App
from textual.widget import Widget
from textual.widgets import Button, Static

from urbanist.bots.table.kit.terminal.board import BoardWidget
from urbanist.bots.table.kit.terminal.canvas import Canvas

#: What stands at the end of a text that was cut.
CUT = "…"


def too_long(app: App[Any]) -> list[str]:
    """Return the texts of the visible screen that need more room than they have."""
    return [*_texts(app), *_buttons(app)]


def _texts(app: App[Any]) -> Iterator[str]:
    for widget in app.screen.query(Static):
        scrolls = any(
            parent.allow_vertical_scroll for parent in widget.ancestors if isinstance(parent, Widget)
        )
        if not _seen(widget) or scrolls:
            continue
        content, size = widget.content, widget.content_size
        text = content.copy() if isinstance(content, Text) else Text(str(content))
        lines = text.split("\n") if text.no_wrap else text.wrap(app.console, size.width)
        if len(lines) > size.height or any(line.cell_len > size.width for line in lines):
            yield f"{widget.id or widget}: {text.plain}"


def _buttons(app: App[Any]) -> Iterator[str]:
    for button in app.screen.query(Button):
        label = Text.from_markup(str(button.label))
        cut = label.cell_len > button.content_size.width or not app.screen.region.contains_region(
            button.region
        )
        if _seen(button) and cut:
            yield f"button: {label.plain}"


def _seen(widget: Widget) -> bool:
    return widget.is_attached and widget.display and widget.region.area > 0


@contextmanager
def written() -> Iterator[list[str]]:
    """Give the texts that boards write beyond the edge of their drawing; a text that is all beyond it is not cut."""
    cut: list[str] = []
    write = Canvas.write

    def noted(canvas: Canvas, column: int, row: int, text: str, *others: Any, **styles: Any) -> None:
        inside = min(canvas.columns, column + len(text)) - max(0, column)
        if 0 <= row < canvas.rows and 0 < inside < len(text):
            cut.append(text)
        write(canvas, column, row, text, *others, **styles)

    with patch.object(Canvas, "write", noted):
        yield cut


def drawn(board: BoardWidget) -> list[str]:
    """Return the lines of a board as characters."""
    lines = (board.render_line(line).text for line in range(board.size.height))
    return [line.rstrip() for line in lines]
