"""How the board of Metropolys is divided: one's buildings above, the map, and the legend below it or beside it."""

from dataclasses import dataclass

from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.terminal.board_map import LEAST_COLUMNS, LEAST_ROWS

#: Rows of the map for each column: a character is twice as high as wide.
SLOPE = 0.37
#: The width of a building in the hand, and the least width for a word before them.
CHIP, WORDY = 3, 60
#: The least width beside the map for the legend, and its least height below the map.
BESIDE, BELOW = 22, 2
TOP = 1


@dataclass(frozen=True, slots=True)
class Floor:
    """The parts of a board of some size."""

    columns: int
    lines: int

    @property
    def beside(self) -> bool:
        """Whether the legend stands beside the map."""
        return self.columns - round((self.lines - TOP) / SLOPE) >= BESIDE

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the map."""
        rows = max(1, self.lines - TOP - (0 if self.beside else BELOW))
        columns = max(1, min(self.columns, round(rows / SLOPE)))
        return columns, max(1, min(rows, round(columns * SLOPE)))

    @property
    def left(self) -> int:
        """The column in which the map begins."""
        return 0 if self.beside else (self.columns - self.size[0]) // 2

    @property
    def small(self) -> bool:
        """Whether the map is too small for streets and full names."""
        return self.size[0] < LEAST_COLUMNS or self.size[1] < LEAST_ROWS

    @property
    def word(self) -> str:
        """What stands before the buildings of the hand."""
        return tr("Buildings") + " " if self.columns >= WORDY else ""

    def chip(self, value: int) -> int:
        """Return the column of a building of the hand."""
        return len(self.word) + CHIP * (value - 1)

    def value_at(self, column: int, line: int) -> int | None:
        """Return the building of the hand under a character."""
        value = (column - len(self.word)) // CHIP + 1
        return value if line == 0 and 1 <= value <= 13 else None

    def cell_at(self, column: int, line: int) -> tuple[int, int] | None:
        """Return the cell of the map under a character."""
        x, y = column - self.left, line - TOP
        return (x, y) if 0 <= x < self.size[0] and 0 <= y < self.size[1] else None
