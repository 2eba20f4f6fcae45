"""Perft of Warszawa: metro lines counted by the rules."""

import pytest

from urbanist.engine import GAMES, State
from urbanist.engine.batch import Batch

WARSZAWA = GAMES["warszawa"]
REALISATION = 2


def rich_in_metro(players: int, stage: int) -> State:
    """Return a realisation in which the seat to move can lay many segments and build nothing else."""
    state = WARSZAWA.deal(seats=players, seed=1, options=["first=0"])
    for _ in range(players):
        state = state.play(state.legal()[0])
    batch = Batch.of([state])
    batch.array["phase"] = REALISATION
    batch.array["realised"] = 1
    batch.array["stage"] = stage - 1
    batch.array["cubes"] = 0
    batch.array["cubes"][0, 0] = (9, 0, 0)
    batch.array["markers"][0, 0] = 9
    return batch.state(0)


def metro_sequences(state: State, depth: int) -> int:
    moves = [move for move in state.legal() if str(move).startswith("metro@")]
    if depth == 1:
        return len(moves)
    return sum(metro_sequences(state.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("players", "stage", "expected"),
    [
        (4, 1, [83, 294, 1020, 3428]),
        (4, 2, [83, 294, 1308, 6900]),
        (5, 1, [83, 294, 1020, 3428]),
        (5, 2, [83, 294, 1308, 6900]),
        (3, 1, [69, 240, 816, 2752]),
        (3, 2, [69, 240, 1056, 5608]),
    ],
)
def test_metro_lines_are_as_many_as_the_rules_say(players: int, stage: int, expected: list[int]) -> None:
    state = rich_in_metro(players, stage)
    assert [metro_sequences(state, depth) for depth in range(1, 5)] == expected
