"""Plots of braille dots: the win shares of all seats in their colours, and the ratings of a person."""

from collections.abc import Iterable, Sequence

from rich.text import Text

from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import WHITE, Colour, blend
from urbanist.bots.table.kit.language import number_text
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.session.rating import PlayerRating

#: The dots of a braille character by row and column, as bits of its number, and the number of the empty one.
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
EMPTY = 0x2800
#: How much lighter a line is than its seat, so that it shows on dark ground and on light.
LIGHTER = 0.3
#: The columns of the scale on the left.
SCALE = 6
#: The points of a rating below the least and above the greatest one of a plot.
LEAST_SPAN = 25


def draw_shares(
    shares: Sequence[Sequence[float]],
    costly: Iterable[tuple[int, int]],
    columns: int,
    rows: int = 8,
    at: int | None = None,
) -> Text:
    """Return a plot of the shares after each event; where lines meet, that of the highest seat is on top.

    Each `costly` move, an event and its seat, has a sign in the line below the plot, and the event `at` an arrow.
    """
    canvas = Canvas.empty(columns, rows + 1)
    for row, share in ((0, 1), (rows // 2, 0.5), (rows - 1, 0)):
        canvas.write(0, row, f"{number_text(share, '.0%'):>{SCALE - 2}} ", None, bold=False)
    for seat in range(len(shares[0])):
        _draw(canvas, [row[seat] for row in shares], _ink(seat), rows)
    for event, seat in costly:
        column = SCALE + round((columns - SCALE - 1) * event / (len(shares) - 1))
        canvas.write(column, rows, "?", _ink(seat))
    if at is not None:
        canvas.write(SCALE + round((columns - SCALE - 1) * at / max(len(shares) - 1, 1)), rows, "▲", None)
    return canvas.text()


def draw_course(course: Sequence[PlayerRating], columns: int, rows: int = 8) -> Text:
    """Return a plot of ratings, from the first to the last; the scale goes from the least to the greatest."""
    canvas = Canvas.empty(columns, rows)
    values = [rating.value for rating in course]
    low, high = min(values) - LEAST_SPAN, max(values) + LEAST_SPAN
    for row, value in ((0, high), (rows - 1, low)):
        canvas.write(0, row, f"{number_text(value, '.0f'):>{SCALE - 1}} ", None, bold=False)
    _draw(canvas, [(value - low) / (high - low) for value in values], _ink(0), rows)
    return canvas.text()


def _ink(seat: int) -> Colour:
    return blend(COLOUR[seat], WHITE, LIGHTER)


def _draw(canvas: Canvas, line: Sequence[float], ink: Colour, rows: int) -> None:
    """Draw the line of a seat."""
    wide, high = 2 * (canvas.columns - SCALE), 4 * rows
    bits: dict[tuple[int, int], int] = {}
    before: int | None = None
    for x in range(wide):
        at = x * (len(line) - 1) / (wide - 1)
        left = min(int(at), len(line) - 2) if len(line) > 1 else 0
        share = line[left] + (at - left) * (line[min(left + 1, len(line) - 1)] - line[left])
        y = round((1 - share) * (high - 1))
        before = y if before is None else before
        for dot in range(min(y, before), max(y, before) + 1):
            place = (dot // 4, SCALE + x // 2)
            bits[place] = bits.get(place, 0) | DOTS[dot % 4][x % 2]
        before = y
    for (row, column), dots in bits.items():
        canvas.write(column, row, chr(EMPTY + dots), ink, bold=False)
