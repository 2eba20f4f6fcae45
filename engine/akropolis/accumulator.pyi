from typing import TypedDict

from urbanist.engine.game import State

class _ScoreTerms(TypedDict):
    value: list[int]
    stars: list[int]
    built: list[int]
    stones: int
    quarries: int

def score_terms(state: State, seat: int) -> _ScoreTerms: ...
