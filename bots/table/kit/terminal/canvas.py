"""A grid of characters, each on an upper and a lower coloured pixel."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from urbanist.bots.table.kit.colour import Colour

Pixels = NDArray[np.uint8]
UPPER_HALF = "▀"

#: The ink, the ground and whether it is bold: what `style` takes.
Look = tuple[Colour | None, Colour | None, bool]


class Canvas:
    """Pixels, two in a character cell, and text on them."""

    def __init__(self, pixels: Pixels, blank: NDArray[np.bool_]) -> None:
        """Begin with pixels (rows x columns x 3); cells in `blank` show the background of the terminal."""
        self.pixels = pixels.copy()
        self.blank = blank.copy()
        self.rows, self.columns = pixels.shape[0] // 2, pixels.shape[1]
        #: The characters by row and column, with their ink and whether they are bold.
        self.written: dict[tuple[int, int], tuple[str, Colour | None, bool]] = {}

    @classmethod
    def empty(cls, columns: int, rows: int) -> "Canvas":
        """Return a canvas of so many characters that shows only the background of the terminal."""
        return cls(np.zeros((2 * rows, columns, 3), np.uint8), np.ones((2 * rows, columns), np.bool_))

    def fill(
        self, column: int, row: int, width: int, colour: Colour, *, halves: tuple[int, ...] = (0, 1)
    ) -> None:
        """Paint cells of a row, or only their upper (0) or lower (1) halves, and remove the text there."""
        for x in self._inside(column, width):
            for half in halves:
                self.pixels[2 * row + half, x] = colour
                self.blank[2 * row + half, x] = False
            self.written.pop((row, x), None)

    def write(
        self,
        column: int,
        row: int,
        text: str,
        ink: Colour | None,
        ground: Colour | None = None,
        *,
        bold: bool = True,
    ) -> None:
        """Write text on its own ground, or on the pixels that are there; an ink of None is the terminal's own."""
        if ground is not None:
            self.fill(column, row, len(text), ground)
        for x in self._inside(column, len(text)):
            self.written[row, x] = (text[x - column], ink, bold)

    def lay(self, other: "Canvas", column: int, row: int) -> None:
        """Lay another canvas over this one, with its upper left corner in a cell; what does not fit is cut off."""
        high, wide = min(other.rows, self.rows - row), min(other.columns, self.columns - column)
        here = slice(2 * row, 2 * (row + high)), slice(column, column + wide)
        self.pixels[here] = other.pixels[: 2 * high, :wide]
        self.blank[here] = other.blank[: 2 * high, :wide]
        for (y, x), sign in other.written.items():
            if y < high and x < wide:
                self.written[row + y, column + x] = sign

    def is_written(self, column: int, row: int) -> bool:
        """Return whether there is text in a cell."""
        return (row, column) in self.written

    def differing(self, other: "Canvas") -> list[int]:
        """Return the rows that differ from those of another canvas of the same size."""
        painted = (self.pixels != other.pixels).any(axis=2) | (self.blank != other.blank)
        rows = set(np.flatnonzero(painted.reshape(self.rows, -1).any(axis=1)).tolist())
        return sorted(rows | {row for (row, _), _ in self.written.items() ^ other.written.items()})

    def segments(self, row: int) -> list[Segment]:
        """Return a row as runs of one style."""
        runs = groupby(self._cells(row), itemgetter(1))
        return [Segment("".join(sign for sign, _ in cells), style(*look)) for look, cells in runs]

    def text(self) -> Text:
        """Return the canvas as text with styles."""
        lines = (
            Text.assemble(*((part.text, part.style or "") for part in self.segments(row)))
            for row in range(self.rows)
        )
        text = Text("\n", no_wrap=True).join(lines)
        text.end = ""
        return text

    def _inside(self, column: int, width: int) -> range:
        return range(max(0, column), min(self.columns, column + width))

    def _cells(self, row: int) -> Iterator[tuple[str, Look]]:
        for x, (upper, lower) in enumerate(zip(self._line(2 * row), self._line(2 * row + 1), strict=True)):
            if (row, x) in self.written:
                sign, ink, bold = self.written[row, x]
                yield sign, (ink, lower or upper, bold)
            elif upper == lower:
                yield " ", (None, lower, False)
            elif upper is None:
                yield "▄", (lower, None, False)
            else:
                yield UPPER_HALF, (upper, lower, False)

    def _line(self, y: int) -> list[Colour | None]:
        pixels = zip(self.blank[y].tolist(), self.pixels[y].tolist(), strict=True)
        return [None if blank else (red, green, blue) for blank, (red, green, blue) in pixels]


@cache
def style(ink: Colour | None, ground: Colour | None, bold: bool = False) -> Style:
    """Return the style of an ink on a ground; None is the terminal's own colour."""
    return Style(
        color=None if ink is None else _terminal_colour(ink),
        bgcolor=None if ground is None else _terminal_colour(ground),
        bold=bold or None,
    )


@cache
def _terminal_colour(colour: Colour) -> Color:
    # Each colour of a map meets several others in a character.
    return Color.from_rgb(*colour)
