"""Which row of whose score is marked on the board."""

from typing import TYPE_CHECKING

from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.board import Board
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.verdict import labels
from urbanist.engine.score_row import ScoreRow

if TYPE_CHECKING:
    from enum import StrEnum

HOW = marked("b: the next row, a: another seat, Esc: enough.")


class ScoreMarker:
    """A row of a seat's score; the places that count for it are marked on a board."""

    def __init__(self, table: Table, board: Board) -> None:
        self._table, self._board = table, board
        self.seat: int | None = None
        self.kind: StrEnum | None = None

    def rows(self, seat: int) -> list[ScoreRow]:
        """Return the rows of a seat's score for which something counts on the board."""
        pov = self._board.pov
        breakdown = self._table.score_breakdown(pov, seat)
        return [row for row in pov.state.score_rows(seat) if breakdown.get(row.kind)]

    def row(self, step: int) -> str:
        """Mark the next row of the seat, or the one before; return a note."""
        seat = _first(self._board.pov) if self.seat is None else self.seat
        kinds = [row.kind for row in self.rows(seat)]
        if not kinds:
            return self._nothing(seat)
        here = kinds.index(self.kind) + step if self.seat is not None and self.kind in kinds else min(step, 0)
        return self.mark(seat, kinds[here % len(kinds)])

    def other_seat(self) -> str:
        """Mark the same row of the next seat, or its first row if it has none of this kind; return a note."""
        pov = self._board.pov
        seat = _first(pov) if self.seat is None else (self.seat + 1) % pov.state.seats
        kinds = [row.kind for row in self.rows(seat)]
        if not kinds:
            return self._nothing(seat)
        return self.mark(seat, self.kind if self.kind in kinds else kinds[0])

    def mark(self, seat: int, kind: str) -> str:
        """Mark a row of a seat; return a note with its points."""
        pov = self._board.pov
        row = next(row for row in pov.state.score_rows(seat) if row.kind == kind)
        self.seat, self.kind = seat, row.kind
        self._board.count(seat, labels(self._table.score_breakdown(pov, seat).get(row.kind, ())))
        return f"{upper(pov.name(seat))}, {self._table.fact(row)}. {tr(HOW)}"

    def _nothing(self, seat: int) -> str:
        """Mark nothing for a seat that has nothing yet."""
        self.seat, self.kind = seat, None
        self._board.count(seat, {})
        nothing = tr("Nothing counts on the board for {who} yet.", who=self._board.pov.name(seat))
        return f"{nothing} {tr(HOW)}"

    def end(self) -> bool:
        """Mark nothing any more; return whether a row was marked."""
        was = self.seat is not None
        self.seat, self.kind = None, None
        if was:
            self._board.count(_first(self._board.pov), {})
        return was


def _first(pov: PlayerView) -> int:
    """Return the seat whose score a viewer asks for first."""
    return pov.state.to_move if pov.seat is None else pov.seat
