"""Akropolis in a terminal: the market, the looker's city with its score, the other cities around it."""

from collections.abc import Iterator
from pathlib import Path

from urbanist.bots.table.akropolis.terminal import layout
from urbanist.bots.table.akropolis.text import description, move_filter, words
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Drawing, joined
from urbanist.engine import State


class AkropolisTable:
    """The table of Akropolis."""

    least_width = layout.LEAST_COLUMNS
    least_height = layout.LEAST_ROWS
    how_to_move = (
        "17@3,-2/4 or 17 3 -2 4 lays tile 17 with its first hex at column 3, row -2, and its second hex in direction 4 "
        "of 0 to 5, clockwise from east; it is shown first"
    )
    how_to_wish = move_filter.HOW

    def draw(self, sight: Sight, width: int, height: int) -> Drawing:
        """Return the market, and the cities as large as fits."""
        return joined(layout.table(sight, width, height))

    def plain(self, sight: Sight) -> str:
        """Return the position as lines to be read aloud."""
        return description.read_out(sight)

    def brief(self, sight: Sight) -> str:
        """Return the market and whose turn it is."""
        return description.turn(sight)

    def moves(self, state: State) -> str:
        """Return the moves by level."""
        return words.choices(state)

    def read(self, text: str, state: State) -> str:
        """Return the move meant."""
        return words.read(text, state)

    def tell(self, sight: Sight, ply: int) -> str:
        """Return what happened at a ply."""
        return words.tell(sight, ply)

    def reason(self, state: State, move: str) -> str:
        """Return what a move brings."""
        return words.reason(state, move)

    def unknown(self, sight: Sight) -> str:
        """Return what is known of the tiles to come."""
        return description.unknown(sight)

    def ranked(self, state: State, wish: str) -> Iterator[str]:
        """Return the moves wished for, the most promising first."""
        return move_filter.ranked(state, wish)

    def weighty(self, state: State, move: str) -> bool:
        """Return true: a tile lies where it was put."""
        return True

    def preview(self, sight: Sight, move: str, width: int, height: int) -> Drawing:
        """Return the city with the tile in place, and what becomes of its score."""
        return joined(layout.preview(sight, move, width, height))

    def forecast(self, sight: Sight, move: str) -> str:
        """Return what the tile would lie on, and what it brings."""
        return description.forecast(sight, move)

    def picture(self, sight: Sight, path: Path) -> None:
        """Write all cities, or the looker's alone."""
        # Imported where asked for: only pictures need matplotlib.
        from urbanist.bots.table.akropolis.picture.picture import draw

        draw(sight, path)
