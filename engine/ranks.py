"""Ranks of seats, 1 = won, where no position tells them: after forfeits, and as shares of the win."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet


def behind(ranks: Sequence[int], lost: AbstractSet[int]) -> tuple[int, ...]:
    """Return ranks with the seats that have lost by forfeit behind all others, where they share the last rank."""
    others = [rank for seat, rank in enumerate(ranks) if seat not in lost]
    return tuple(
        1 + len(others) if seat in lost else 1 + sum(other < rank for other in others)
        for seat, rank in enumerate(ranks)
    )


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share of a win: those of rank 1 share it."""
    winners = sum(rank == 1 for rank in ranks)
    return tuple((rank == 1) / winners for rank in ranks)
