"""Which row of whose score is marked on the board."""

from typing import TYPE_CHECKING

from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.board import Board
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.verdict import labels
from urbanist.engine.score_row import ScoreRow

if TYPE_CHECKING:
    from enum import StrEnum

HOW = marked("b: the next row, a: another seat, Esc: enough.")


class Tally:
    """A row of a seat's score; the places that count for it are marked on a board."""

    def __init__(self, table: Table, board: Board) -> None:
        self._table, self._board = table, board
        self.seat: int | None = None
        self.kind: StrEnum | None = None

    def rows(self, seat: int) -> list[ScoreRow]:
        """Return the rows of a seat's score for which something counts on the board."""
        sight = self._board.sight
        breakdown = self._table.score_breakdown(sight, seat)
        return [row for row in sight.state.score_rows(seat) if breakdown.get(row.kind)]

    def row(self, step: int) -> str:
        """Mark the next row of the seat, or the one before; return a note."""
        seat = _first(self._board.sight) if self.seat is None else self.seat
        kinds = [row.kind for row in self.rows(seat)]
        if not kinds:
            return self._nothing(seat)
        here = kinds.index(self.kind) + step if self.seat is not None and self.kind in kinds else min(step, 0)
        return self.mark(seat, kinds[here % len(kinds)])

    def other_seat(self) -> str:
        """Mark the same row of the next seat, or its first row if it has none of this kind; return a note."""
        sight = self._board.sight
        seat = _first(sight) if self.seat is None else (self.seat + 1) % sight.state.seats
        kinds = [row.kind for row in self.rows(seat)]
        if not kinds:
            return self._nothing(seat)
        return self.mark(seat, self.kind if self.kind in kinds else kinds[0])

    def mark(self, seat: int, kind: str) -> str:
        """Mark a row of a seat; return a note with its points."""
        sight = self._board.sight
        row = next(row for row in sight.state.score_rows(seat) if row.kind == kind)
        self.seat, self.kind = seat, row.kind
        self._board.count(seat, labels(self._table.score_breakdown(sight, seat).get(row.kind, ())))
        return f"{upper(sight.name(seat))}, {self._table.fact(row)}. {tr(HOW)}"

    def _nothing(self, seat: int) -> str:
        """Mark nothing for a seat that has nothing yet."""
        self.seat, self.kind = seat, None
        self._board.count(seat, {})
        nothing = tr("Nothing counts on the board for {who} yet.", who=self._board.sight.name(seat))
        return f"{nothing} {tr(HOW)}"

    def end(self) -> bool:
        """Mark nothing any more; return whether a row was marked."""
        was = self.seat is not None
        self.seat, self.kind = None, None
        if was:
            self._board.count(_first(self._board.sight), {})
        return was


def _first(sight: Sight) -> int:
    """Return the seat whose score a viewer asks for first."""
    return sight.state.to_move if sight.seat is None else sight.seat
