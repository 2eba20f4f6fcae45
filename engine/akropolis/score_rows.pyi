from urbanist.engine.akropolis.kind_count import ROWS as ROWS
from urbanist.engine.akropolis.kind_count import KindCount
from urbanist.engine.akropolis.pieces import KINDS as KINDS
from urbanist.engine.akropolis.pieces import STARS as STARS
from urbanist.engine.game import State
from urbanist.engine.score_row import Counted, ScoreRow

def kind_counts(state: State, seat: int) -> tuple[KindCount, ...]: ...
def score_rows(state: State, seat: int) -> tuple[ScoreRow, ...]: ...
def counting(state: State, seat: int) -> dict[str, tuple[Counted, ...]]: ...
