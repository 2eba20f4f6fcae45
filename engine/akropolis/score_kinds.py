"""The kinds of rows in a score of Akropolis."""

from dataclasses import dataclass
from enum import StrEnum

from urbanist.engine.score_row import ScoreRow


class AkropolisScoreKind(StrEnum):
    """What gives points: each kind of district, and stones."""

    HOUSES = "houses"
    MARKETS = "markets"
    BARRACKS = "barracks"
    TEMPLES = "temples"
    GARDENS = "gardens"
    STONES = "stones"


@dataclass(frozen=True, slots=True)
class DistrictRow(ScoreRow):
    """One kind of district: `count` is the value of the districts that count, and `each` the stars of its plazas.

    `idle` is the height of the districts that do not count, and `doubled` the part of the value that an option adds.
    """

    idle: int = 0
    doubled: int = 0
