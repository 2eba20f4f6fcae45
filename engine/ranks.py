"""Ranks of seats (1 is the winner) after forfeits, and shares of the win."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet


def behind(ranks: Sequence[int], lost: AbstractSet[int]) -> tuple[int, ...]:
    """Return new ranks in which the seats of `lost` share the last rank, behind all others."""
    others = [rank for seat, rank in enumerate(ranks) if seat not in lost]
    return tuple(
        1 + len(others) if seat in lost else 1 + sum(other < rank for other in others)
        for seat, rank in enumerate(ranks)
    )


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share of the win; the seats of rank 1 share it equally."""
    winners = sum(rank == 1 for rank in ranks)
    return tuple((rank == 1) / winners for rank in ranks)
