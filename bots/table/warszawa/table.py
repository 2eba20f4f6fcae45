"""Warszawa in a terminal: the map with its river, the seats, the action board, the looker's own cards."""

from collections.abc import Iterator
from pathlib import Path

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Drawing, joined
from urbanist.bots.table.warszawa.terminal import layout
from urbanist.bots.table.warszawa.text import description, move_filter, narration, reasons, words
from urbanist.engine import State


class WarszawaTable:
    """The table of Warszawa."""

    least_width = layout.LEAST_COLUMNS
    least_height = layout.LEAST_ROWS
    how_to_move = (
        "send 4 puts an engineer on field 4 (send 8 fc barters a fund for concrete), mdm 0,1 lays card mdm out on 0,1, "
        "build 0,1 c finishes it with concrete (r: rubble), metro 0,0/2 and bridge 1,0/0 cr are built on sides "
        "(0 east, 1 south-east, 2 south-west of a hex), then clear 1,-1, use mdm, norm n03, pass, done; "
        "what changes the map's sides, and foundations, are shown first"
    )
    how_to_wish = move_filter.HOW

    def draw(self, sight: Sight, width: int, height: int) -> Drawing:
        """Return map and panel, as large as fits."""
        return joined(layout.table(sight, width, height))

    def plain(self, sight: Sight) -> str:
        """Return the position as lines to be read aloud."""
        return description.read_out(sight)

    def brief(self, sight: Sight) -> str:
        """Return tasks, board, the looker's own things and whose turn it is."""
        return description.turn(sight)

    def moves(self, state: State) -> str:
        """Return the moves by verb and card."""
        return words.choices(state)

    def read(self, text: str, state: State) -> str:
        """Return the move meant."""
        return words.read(text, state)

    def tell(self, sight: Sight, ply: int) -> str:
        """Return what happened at a ply."""
        return narration.tell(sight, ply)

    def reason(self, state: State, move: str) -> str:
        """Return what a move brings."""
        return reasons.reason(state, move)

    def unknown(self, sight: Sight) -> str:
        """Return what is known of the cards and tasks to come."""
        return description.unknown(sight)

    def ranked(self, state: State, wish: str) -> Iterator[str]:
        """Return the moves wished for, the most promising first."""
        return move_filter.ranked(state, wish)

    def weighty(self, state: State, move: str) -> bool:
        """Tell whether a move takes a place on the map for good."""
        return words.takes_place(move)

    def preview(self, sight: Sight, move: str, width: int, height: int) -> Drawing:
        """Return the map with the move played, and what it brings."""
        return joined(layout.preview(sight, move, width, height))

    def forecast(self, sight: Sight, move: str) -> str:
        """Return what the move would bring."""
        return description.forecast(sight, move)

    def picture(self, sight: Sight, path: Path) -> None:
        """Write the whole table."""
        # Imported where asked for: only pictures need matplotlib.
        from urbanist.bots.table.warszawa.picture.picture import draw

        draw(sight, path)
