"""The kinds of rows in a score of Warszawa."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from urbanist.engine.score_row import ScoreRow


class WarszawaScoreKind(StrEnum):
    """What gives points."""

    BUILDINGS = "buildings"
    AT_ONCE = "tasks and industry"
    SEGMENTS = "metro segments"
    BRIDGES = "bridges"
    NEIGHBOURS = "neighbours"
    AT_METRO = "at the metro"
    NORM = "norm"
    SOCREALISM = "socrealism"
    MODERNISM = "modernism"


class Wanted(NamedTuple):
    """An object of a norm: how many of it a seat has, and how many make a set."""

    kind: str
    have: int
    wanted: int


@dataclass(frozen=True, slots=True)
class NeighbourRow(ScoreRow):
    """What stands beside buildings: the points for it, by the type of the building."""

    by_type: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class NormRow(ScoreRow):
    """A norm: `count` complete sets of its `objects`; its id is the subject."""

    objects: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True)
class StyleRow(ScoreRow):
    """A style: the seat has `count` buildings, and the seat with most has `most`.

    `rivals` other seats have as many as a seat that has most; they are -1 if the seat has not most.
    """

    most: int = 0
    rivals: int = -1
