from typing import Final

from urbanist.engine.game import State
from urbanist.engine.score_row import Counted, ScoreRow

GROUPS: Final[dict[int, str]]

def score_rows(state: State, seat: int) -> tuple[ScoreRow, ...]: ...
def leaders(state: State) -> dict[str, tuple[int, ...]]: ...
def counting(state: State, seat: int) -> dict[str, tuple[Counted, ...]]: ...
