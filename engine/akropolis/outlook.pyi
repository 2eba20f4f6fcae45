from typing import TypedDict

from urbanist.engine.game import State

class _Worth(TypedDict):
    value: list[int]
    stars: list[int]
    built: list[int]
    stones: int
    quarries: int

def worth_of(state: State, seat: int) -> _Worth: ...
