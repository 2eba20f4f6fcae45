"""The result of one game, as ratings and standings use it."""

from dataclasses import dataclass
from typing import Self

from urbanist.engine.record import Record


@dataclass(frozen=True, slots=True)
class GameResult:
    """The bots of a game by seat, and the result of each seat."""

    id: str
    deal: int  # games on the same deal are one group
    bots: tuple[int, ...]  # by seat: the number of its bot in the tournament
    points: tuple[int, ...]  # by seat
    ranks: tuple[int, ...]  # by seat, 1 = won, shared ranks share the lower number, a forfeit ranks last
    forfeits: tuple[tuple[int, str], ...]  # seat and reason (illegal, time, crash, protocol)
    moves: tuple[int, ...]  # by seat
    seconds: tuple[float, ...]  # by seat

    @classmethod
    def of(
        cls,
        game: str,
        deal: int,
        bots: tuple[int, ...],
        record: Record,
        moves: tuple[int, ...],
        seconds: tuple[float, ...],
    ) -> Self:
        """Return the result of a game that was played out, from its record and what each seat took."""
        assert record.scores is not None
        assert record.ranks is not None
        forfeits = tuple((lost["seat"], lost["reason"]) for lost in record.meta.get("forfeits", ()))
        return cls(game, deal, bots, record.scores, record.ranks, forfeits, moves, seconds)

    def finished(self, seat: int) -> int | None:
        """Return the points of a seat; None if its bot forfeited, so that a stand-in made them."""
        return None if any(gone == seat for gone, _ in self.forfeits) else self.points[seat]
