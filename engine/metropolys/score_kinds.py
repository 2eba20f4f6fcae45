"""The kinds of rows in a score of Metropolys."""

from dataclasses import dataclass
from enum import StrEnum

from urbanist.engine.score_row import ScoreRow


class MetropolysScoreKind(StrEnum):
    """What gives points."""

    TRENDY_TOKENS = "trendy tokens"
    METRO_TOKENS = "metro tokens"
    METRO_CARD = "metro card"
    RUINS_TOKENS = "ruins tokens"
    RUINS_CARD = "ruins card"
    TALLEST = "tallest building"
    TYPE_CARD = "type card"
    AREA_CARD = "area card"


@dataclass(frozen=True, slots=True)
class TallestRow(ScoreRow):
    """The tallest buildings: the letters of the `districts` in which the seat has one."""

    districts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AreaRow(ScoreRow):
    """An Area card: it counts single buildings, or `groups` of buildings in the expert game."""

    groups: bool = False
