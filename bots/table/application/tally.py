"""Which row of whose score is marked on the board."""

from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.board import Board
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.verdict import labels
from urbanist.engine.score_row import ScoreRow

HOW = marked("b: the next row, a: another seat, Esc: enough.")


class Tally:
    """A row of a seat's score; the places that count for it are marked on a board."""

    def __init__(self, table: Table, board: Board) -> None:
        self._table, self._board = table, board
        self.seat: int | None = None
        self.what = ""

    def rows(self, seat: int) -> list[ScoreRow]:
        """Return the rows of a seat's score for which something counts on the board."""
        sight = self._board.sight
        counting = self._table.counting(sight, seat)
        return [row for row in sight.state.score_rows(seat) if counting.get(row.what)]

    def row(self, step: int) -> str:
        """Mark the next row of the seat, or the one before; return a note."""
        seat = _first(self._board.sight) if self.seat is None else self.seat
        names = [row.what for row in self.rows(seat)]
        if not names:
            return self._nothing(seat)
        here = names.index(self.what) + step if self.seat is not None and self.what in names else min(step, 0)
        return self.mark(seat, names[here % len(names)])

    def other_seat(self) -> str:
        """Mark the same row of the next seat, or its first row if it has none of this name; return a note."""
        sight = self._board.sight
        seat = _first(sight) if self.seat is None else (self.seat + 1) % sight.state.seats
        rows = self.rows(seat)
        if not rows:
            return self._nothing(seat)
        common = next((row.row or row.what for row in self._all(self.seat) if row.what == self.what), "")
        alike = [row.what for row in rows if common in (row.row or row.what, "")]
        return self.mark(seat, alike[0] if alike else rows[0].what)

    def _all(self, seat: int | None) -> tuple[ScoreRow, ...]:
        return () if seat is None else self._board.sight.state.score_rows(seat)

    def mark(self, seat: int, what: str) -> str:
        """Mark a row of a seat; return a note with its points."""
        self.seat, self.what = seat, what
        sight = self._board.sight
        row = next(row for row in sight.state.score_rows(seat) if row.what == what)
        self._board.count(seat, labels(self._table.counting(sight, seat).get(what, ())))
        return f"{upper(sight.name(seat))}, {verdict.explain(row).strip()}. {tr(HOW)}"

    def _nothing(self, seat: int) -> str:
        """Mark nothing for a seat that has nothing yet."""
        self.seat, self.what = seat, ""
        self._board.count(seat, {})
        nothing = tr("Nothing counts on the board for {who} yet.", who=self._board.sight.name(seat))
        return f"{nothing} {tr(HOW)}"

    def end(self) -> bool:
        """Mark nothing any more; return whether a row was marked."""
        was = self.seat is not None
        self.seat, self.what = None, ""
        if was:
            self._board.count(_first(self._board.sight), {})
        return was


def _first(sight: Sight) -> int:
    """Return the seat whose score a viewer asks for first."""
    return sight.state.to_move if sight.seat is None else sight.seat
