"""Metropolys in a terminal: the map in colour, the column beside it, the players below."""

from pathlib import Path

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Drawing, beside, joined
from urbanist.bots.table.metropolys.terminal import board_map, side_column
from urbanist.bots.table.metropolys.terminal.seat_rows import seats
from urbanist.bots.table.metropolys.text import words
from urbanist.bots.table.metropolys.text.description import auction, read_out
from urbanist.engine import State
from urbanist.engine.metropolys.notation import targets

#: Rows a column of the map: a character is twice as high as wide.
SLOPE = 0.37


class MetropolysTable:
    """The table of Metropolys."""

    least_width = board_map.LEAST_COLUMNS + 1 + side_column.WIDTH
    least_height = board_map.LEAST_ROWS + 5
    how_to_move = "7@N3 or 7 n3 puts building 7 on N3; pass (or p) passes"

    def draw(self, sight: Sight, width: int, height: int) -> Drawing:
        """Return map, side column and players; the map as large as fits."""
        below = seats(sight)
        rows = max(board_map.LEAST_ROWS, height - len(below))
        columns = max(board_map.LEAST_COLUMNS, min(width - 1 - side_column.WIDTH, round(rows / SLOPE)))
        rows = min(rows, round(columns * SLOPE))
        near = targets(sight.state.array)
        city = board_map.draw_map(sight.state.array, columns, rows, near).split("\n")
        return joined([*beside([list(city), side_column.side(sight, rows)], gap=1), *below])

    def plain(self, sight: Sight) -> str:
        """Return the position as lines to be read aloud."""
        return read_out(sight)

    def brief(self, sight: Sight) -> str:
        """Return the auction that is on."""
        return auction(sight)

    def moves(self, state: State) -> str:
        """Return the moves by where they stand."""
        return words.choices(state)

    def read(self, text: str, state: State) -> str:
        """Return the move meant."""
        return words.read(text, state)

    def tell(self, sight: Sight, ply: int) -> str:
        """Return what happened at a ply."""
        return words.tell(sight, ply)

    def reason(self, state: State, move: str) -> str:
        """Return what speaks for a move."""
        return words.reason(state, move)

    def unknown(self, sight: Sight) -> str:
        """Return nothing: whatever is hidden, a seat knows it."""
        return ""

    def picture(self, sight: Sight, path: Path) -> None:
        """Write the drawn board with its players."""
        # Imported where asked for: only pictures need matplotlib.
        from urbanist.bots.table.metropolys.picture.picture import draw
        from urbanist.bots.table.metropolys.picture.staging import scene_of

        draw(scene_of(sight), path)
