"""What a search found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a search thinks of one move: visits, mean utility for the seat to move, mean final points by seat."""

    move: str
    visits: int
    value: float
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The move to play, every move looked at (best first), mean win share and points by seat, and the line expected."""

    move: str
    values: tuple[MoveValue, ...]
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    pv: tuple[str, ...]
    nodes: int
    seconds: float
