from enum import StrEnum

from urbanist.engine.akropolis.city_record import hexes as hexes
from urbanist.engine.akropolis.editions import EDITIONS as EDITIONS
from urbanist.engine.akropolis.pieces import KINDS as KINDS
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.game import State
from urbanist.engine.score_row import Counted, ScoreRow

def district_rows(state: State, seat: int) -> tuple[DistrictRow, ...]: ...
def score_rows(state: State, seat: int) -> tuple[ScoreRow, ...]: ...
def score_breakdown(state: State, seat: int) -> dict[StrEnum, tuple[Counted, ...]]: ...
