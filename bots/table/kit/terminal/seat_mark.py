"""The sign of a seat in a terminal."""

from rich.text import Text

from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.seat import COLOUR, MARK
from urbanist.bots.table.kit.terminal.canvas import style


def mark(seat: int) -> Text:
    """Return a seat's sign and number in its colour."""
    return Text(f"{MARK[seat]}{seat}", style(WHITE, COLOUR[seat], True))
