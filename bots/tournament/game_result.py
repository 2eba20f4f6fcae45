"""A finished game, as ratings and standings see it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finished:
    """One finished game, as standings see it."""

    id: str
    deal: int  # games on the same deal are one group
    bots: tuple[int, ...]  # by seat: which of the tournament's bots sits there
    points: tuple[int, ...]  # by seat
    ranks: tuple[int, ...]  # by seat, 1 = won, shared ranks share the lower number, a forfeit ranks last
    forfeits: tuple[tuple[int, str], ...]  # seat and reason (illegal, time, crash, protocol)
    moves: tuple[int, ...]  # by seat
    seconds: tuple[float, ...]  # by seat
