"""The result of a search."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of one move: visits, mean utility for the seat to move, mean final points by seat."""

    move: str
    visits: int
    value: float
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The move to play, all visited moves (best first), mean win share and points by seat, the expected line."""

    move: str
    values: tuple[MoveValue, ...]
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    pv: tuple[str, ...]
    nodes: int
    seconds: float
