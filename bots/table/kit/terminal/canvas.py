"""A grid of characters, each on an upper and a lower coloured pixel."""

from functools import cache

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.colour import Colour

Pixels = NDArray[np.uint8]
UPPER_HALF = "▀"


class Canvas:
    """Pixels, two in a character cell, and text on them."""

    def __init__(self, pixels: Pixels, blank: NDArray[np.bool_]) -> None:
        """Begin with pixels (rows x columns x 3); cells in `blank` show the background of the terminal."""
        self.pixels = pixels.copy()
        self.blank = blank.copy()
        self.rows, self.columns = pixels.shape[0] // 2, pixels.shape[1]
        self._written: dict[tuple[int, int], tuple[str, Colour, bool]] = {}

    def fill(
        self, column: int, row: int, width: int, colour: Colour, *, halves: tuple[int, ...] = (0, 1)
    ) -> None:
        """Paint cells of a row, or only their upper (0) or lower (1) halves, and remove the text there."""
        for x in self._inside(column, width):
            for half in halves:
                self.pixels[2 * row + half, x] = colour
                self.blank[2 * row + half, x] = False
            self._written.pop((row, x), None)

    def write(
        self,
        column: int,
        row: int,
        text: str,
        ink: Colour,
        ground: Colour | None = None,
        *,
        bold: bool = True,
    ) -> None:
        """Write text on its own ground, or on the pixels that are there."""
        if ground is not None:
            self.fill(column, row, len(text), ground)
        for x in self._inside(column, len(text)):
            self._written[row, x] = (text[x - column], ink, bold)

    def text(self) -> Text:
        """Return the canvas as text with styles."""
        drawn = Text(no_wrap=True, end="")
        for row in range(self.rows):
            for x in range(self.columns):
                drawn.append(*self._cell(row, x))
            if row + 1 < self.rows:
                drawn.append("\n")
        return drawn

    def _inside(self, column: int, width: int) -> range:
        return range(max(0, column), min(self.columns, column + width))

    def _cell(self, row: int, x: int) -> tuple[str, Style]:
        upper, lower = self._pixel(2 * row, x), self._pixel(2 * row + 1, x)
        if (row, x) in self._written:
            sign, ink, bold = self._written[row, x]
            return sign, style(ink, lower or upper, bold)
        if upper == lower:
            return " ", style(None, lower)
        if upper is None:
            return "▄", style(lower, None)
        return UPPER_HALF, style(upper, lower)

    def _pixel(self, y: int, x: int) -> Colour | None:
        if self.blank[y, x]:
            return None
        red, green, blue = (int(part) for part in self.pixels[y, x])
        return red, green, blue


@cache
def style(ink: Colour | None, ground: Colour | None, bold: bool = False) -> Style:
    """Return the style of an ink on a ground; None is the terminal's own colour."""
    return Style(
        color=None if ink is None else Color.from_rgb(*ink),
        bgcolor=None if ground is None else Color.from_rgb(*ground),
        bold=bold or None,
    )
