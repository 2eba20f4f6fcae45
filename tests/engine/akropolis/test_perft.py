"""Tests of Akropolis perft: counts from the rules, recorded counts, and the recursion of the oracle."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.akropolis import Oracle
from urbanist.engine import GAMES, State
from urbanist.engine.history import replay
from urbanist.engine.perft import divide, perft

AKROPOLIS = GAMES["akropolis"]
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "perft" / "akropolis.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]

#: The counts at depths 1, 2 and 3 from the start, by the number of players; they do not depend on the tiles.
KNOWN = {2: (180, 48_600, 8_310_600), 3: (180, 48_600, 13_122_000), 4: (180, 48_600, 17_496_000)}

#: A depth is quick, or checked by the oracle too, if the count of the depth before is at most this.
QUICK_BEFORE, BY_ORACLE = 200_000, 200


def position(row: dict[str, Any]) -> State:
    return replay(AKROPOLIS.read_deal(row["deal"]), row["events"])[-1]


def row_name(row: dict[str, Any]) -> str:
    words = dict(token.split("=") for token in row["deal"].split(" "))
    return "-".join([words["players"], words["options"], str(len(row["events"]))])


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


@pytest.mark.parametrize("players", KNOWN)
@pytest.mark.parametrize("seed", range(2))
def test_the_counts_that_the_rules_name(players: int, seed: int) -> None:
    state = AKROPOLIS.deal(seats=players, seed=seed)
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == KNOWN[players]


def assert_counts(row: dict[str, Any], *, quick: bool) -> None:
    state = position(row)
    for depth in range(1, len(row["nodes"])):
        if (row["nodes"][depth - 1] <= QUICK_BEFORE) == quick:
            assert perft(state, depth) == row["nodes"][depth]


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_recorded_counts_at_quick_depths(row: dict[str, Any]) -> None:
    assert_counts(row, quick=True)


@pytest.mark.nightly
@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_recorded_counts_at_great_depths(row: dict[str, Any]) -> None:
    assert_counts(row, quick=False)


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_recorded_counts_agree_with_the_oracle(row: dict[str, Any]) -> None:
    oracle = Oracle(row["deal"])
    for event in row["events"]:
        oracle.play(event)
    for depth in range(1, len(row["nodes"])):
        if row["nodes"][depth - 1] <= BY_ORACLE:
            assert oracle_perft(oracle, depth) == row["nodes"][depth]


class TestChance:
    """With two players, a refill comes before the fourth choice."""

    @staticmethod
    def before_the_refill() -> State:
        state = AKROPOLIS.deal(seats=2, seed=1)
        return state.play(state.legal()[0]).play(state.legal()[100])

    def test_a_sequence_that_meets_chance_ends_there_and_counts_once(self) -> None:
        state = self.before_the_refill()
        choices = len(state.legal())
        assert [perft(state, depth) for depth in (0, 1, 2, 3, 9)] == [1, *[choices] * 4]
        after = state.play(state.legal()[0])
        assert after.due
        assert [perft(after, depth) for depth in (0, 1, 2)] == [1, 1, 1]
        assert set(divide(state, 3).values()) == {1}
        assert divide(after, 2) == {}

    def test_a_refill_leads_on(self) -> None:
        state = self.before_the_refill()
        state = state.play(state.legal()[0])
        event = state.chance()
        assert event is not None
        assert perft(state.play(event), 1) == len(state.play(event).legal()) > 100
