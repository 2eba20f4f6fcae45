"""Tests of Warszawa perft: recorded counts, the recursion of the oracle, and metro lines counted by the rules."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.warszawa import Oracle
from urbanist.engine import GAMES, State
from urbanist.engine.batch import Batch
from urbanist.engine.history import replay
from urbanist.engine.perft import perft

WARSZAWA = GAMES["warszawa"]
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "perft" / "warszawa.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
REALISATION = 2
MOST_FOR_THE_ORACLE = 30


def position(row: dict[str, Any]) -> State:
    return replay(WARSZAWA.read_deal(row["deal"]), row["events"])[-1]


def row_name(row: dict[str, Any]) -> str:
    return f"{row['deal'].split(' ')[2]}-event{len(row['events'])}"


def oracle_perft(oracle: Oracle, depth: int) -> int:
    """Return the perft by the oracle; a sequence ends at a chance event and counts once."""
    if oracle.due:
        return 1
    legal = oracle.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        after = copy.deepcopy(oracle)
        after.play(move)
        total += oracle_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_recorded_counts(row: dict[str, Any]) -> None:
    state = position(row)
    assert [perft(state, depth) for depth in range(len(row["nodes"]))] == row["nodes"]


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_recorded_counts_agree_with_the_oracle(row: dict[str, Any]) -> None:
    oracle = Oracle(row["deal"])
    for event in row["events"]:
        oracle.play(event)
    for depth in range(1, len(row["nodes"])):
        if row["nodes"][depth - 1] <= MOST_FOR_THE_ORACLE:
            assert oracle_perft(oracle, depth) == row["nodes"][depth]


def test_every_number_of_players_has_rows() -> None:
    assert {row["deal"].split(" ")[2] for row in ROWS} == {"players=3", "players=4", "players=5"}


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
    moves = [move for move in state.legal() if move.startswith("metro@")]
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
