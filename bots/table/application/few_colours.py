"""What turns the lines of the application into few colours, for terminals that have no more."""

from collections.abc import Sequence
from functools import lru_cache

from rich.color import Color as Paint
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from urbanist.bots.table.kit.colour import Colour
from urbanist.bots.table.kit.terminal.few_colours import eight_bit_style, legible, reduced

#: What fills a half of a cell.
HALVES = ("▀", "▄")


class SixteenColours(LineFilter):
    """Turns each colour of a line into one of sixteen."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line with other colours."""
        ground = background.rich_color.get_truecolor()
        return [
            segment
            if segment.control or segment.style is None
            else Segment(segment.text, _style(segment.style, ground, segment.text[:1] in HALVES))
            for segment in segments
        ]


class EightBitColours(LineFilter):
    """Turns each colour of a line into one of 256."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line with other colours."""
        return [
            segment
            if segment.control or segment.style is None
            else Segment(segment.text, eight_bit_style(segment.style))
            for segment in segments
        ]


class Series(LineFilter):
    """Applies filters one after the other. What became of a line is kept once, not once for each of them."""

    def __init__(self, filters: Sequence[LineFilter]) -> None:
        super().__init__()
        self._filters = filters

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line as the last filter leaves it."""
        for each in self._filters:
            segments = each.apply(segments, background)
        return segments


@lru_cache(4096)
def _style(style: Style, ground: Colour, halves: bool) -> Style:
    """Return a style in sixteen colours; halves of a cell are no text, so nothing must be legible there."""
    paper = reduced(ground if style.bgcolor is None else style.bgcolor.get_truecolor())
    ink = None if style.color is None else reduced(style.color.get_truecolor())
    if ink is not None and not halves:
        ink = legible(ink, paper)
    return style + Style(
        color=None if ink is None else Paint.from_rgb(*ink),
        bgcolor=None if style.bgcolor is None else Paint.from_rgb(*paper),
    )
