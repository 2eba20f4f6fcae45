"""Ranks of seats (1 is the winner) after forfeits, and shares of the win."""

from collections.abc import Mapping, Sequence


def behind(ranks: Sequence[int], lost: Mapping[int, int]) -> tuple[int, ...]:
    """Return new ranks in which the seats of `lost` are behind all others, the first one that lost the last.

    `lost` has the event at which each of them lost; who lost at the same event shares a rank.
    """
    # What is compared: nobody who lost is before one who did not, and later is better.
    places = [(1, -lost[seat]) if seat in lost else (0, rank) for seat, rank in enumerate(ranks)]
    return tuple(1 + sum(other < place for other in places) for place in places)


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share of the win; the seats of rank 1 share it equally."""
    winners = sum(rank == 1 for rank in ranks)
    return tuple((rank == 1) / winners for rank in ranks)
