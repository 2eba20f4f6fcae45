"""What an ending is worth if all seats play on as well as they can."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """A best move in notation, the exact win shares and final points of all seats, and the effort that it took.

    Win shares and points are expectations if chance is left.
    """

    move: str
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    effort: int
