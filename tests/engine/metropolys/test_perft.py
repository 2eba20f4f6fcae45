"""Tests of Metropolys perft: recorded counts, counts found by hand, and the recursion of the oracle."""

import copy
import json
import signal
import threading
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.engine.tables import PLAIN_TABLES, played
from tests.oracle.metropolys import Oracle
from tests.oracle.metropolys_board import ADJACENT, NAMES
from urbanist.engine import GAMES, State
from urbanist.engine.history import replay
from urbanist.engine.perft import divide, perft

METROPOLYS = GAMES["metropolys"]
ROWS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "perft" / "metropolys.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]

#: A depth is quick if the count of the depth before is at most this; it takes some tenths of a second.
QUICK_BEFORE = 5_000_000


def position(row: dict[str, Any]) -> State:
    return replay(METROPOLYS.read_deal(row["deal"]), row["events"])[-1]


def depths(row: dict[str, Any], *, quick: bool) -> list[int]:
    return [
        depth for depth in range(1, len(row["nodes"])) if (row["nodes"][depth - 1] <= QUICK_BEFORE) == quick
    ]


def row_name(row: dict[str, Any]) -> str:
    words = dict(token.split("=") for token in row["deal"].split(" "))
    return "-".join([words["variant"], words["players"], words["districts"], f"ply{len(row['events'])}"])


def oracle_perft(oracle: Oracle, depth: int) -> int:
    """Return the perft by the oracle."""
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
def test_recorded_counts_at_quick_depths(row: dict[str, Any]) -> None:
    state = position(row)
    assert [perft(state, depth) for depth in depths(row, quick=True)] == [
        row["nodes"][d] for d in depths(row, quick=True)
    ]


@pytest.mark.nightly
@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_recorded_counts_at_great_depths(row: dict[str, Any]) -> None:
    state = position(row)
    assert [perft(state, depth) for depth in depths(row, quick=False)] == [
        row["nodes"][d] for d in depths(row, quick=False)
    ]


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_recorded_counts_agree_with_the_oracle(row: dict[str, Any]) -> None:
    late = bool(row["events"])
    oracle = Oracle(row["deal"])
    for event in row["events"]:
        oracle.play(event)
    for depth in range(1, len(row["nodes"]) if late else 3):
        if row["nodes"][depth - 1] <= (30 if late else 1000):
            assert oracle_perft(oracle, depth) == row["nodes"][depth]


def test_every_variant_and_number_of_players_has_two_deals() -> None:
    tables = {(row["deal"].split(" ")[1], row["deal"].split(" ")[2]) for row in ROWS}
    assert len(tables) == sum(table.game is METROPOLYS for table in PLAIN_TABLES)
    assert len({row["deal"] for row in ROWS}) == 2 * len(tables)


def test_first_moves_counted_by_hand() -> None:
    """Thirteen values on each neighbourhood: 15 in the Centre, and 10 in each of two, three or four others."""
    assert [perft(METROPOLYS.deal(seats=seats), 1) for seats in (2, 3, 4)] == [13 * 35, 13 * 45, 13 * 55]


def test_second_moves_counted_by_hand() -> None:
    """After an opening with 13 the same seat opens again; after a lower one the next seat passes or raises."""
    adjacent = sum(name[0] in "CNE" for place in NAMES if place[0] in "CNE" for name in ADJACENT[place])
    openings_again = 35 * 12 * 34
    passes = 35 * 12
    raises = adjacent * sum(13 - value for value in range(1, 13))
    assert perft(METROPOLYS.deal(seats=2), 2) == openings_again + passes + raises


class TestEnds:
    def test_no_move_is_one_sequence(self) -> None:
        states, _ = played(PLAIN_TABLES[0], 0)
        assert [perft(state, 0) for state in states] == [1] * len(states)

    def test_a_sequence_that_meets_the_end_earlier_is_not_counted(self) -> None:
        states, _ = played(PLAIN_TABLES[0], 0)
        assert [perft(states[-1], depth) for depth in (1, 2, 9)] == [0, 0, 0]
        for state in states[-8:-1]:
            below = [state.play(move) for move in state.legal()]
            assert perft(state, 1) == len(below)
            assert perft(state, 2) == sum(len(after.legal()) for after in below)

    @pytest.mark.parametrize("depth", [-1, -5])
    def test_a_depth_below_zero_is_refused(self, depth: int) -> None:
        with pytest.raises(ValueError, match=f"depth {depth}: at least 0"):
            perft(METROPOLYS.deal(seats=2), depth)
        with pytest.raises(ValueError, match=f"depth {depth}: at least 1"):
            divide(METROPOLYS.deal(seats=2), depth)


class TestDivide:
    @pytest.mark.parametrize("row", ROWS[:2], ids=row_name)
    def test_it_splits_perft_by_first_move_in_text_order(self, row: dict[str, Any]) -> None:
        state = position(row)
        for depth in (1, 2, 3):
            found = divide(state, depth)
            assert tuple(found) == state.legal()
            assert sum(found.values()) == row["nodes"][depth]
            assert all(count == perft(state.play(move), depth - 1) for move, count in found.items())

    def test_there_is_no_first_move_at_depth_zero(self) -> None:
        with pytest.raises(ValueError, match="depth 0: at least 1"):
            divide(METROPOLYS.deal(seats=2), 0)

    def test_a_finished_game_has_no_first_moves(self) -> None:
        assert divide(played(PLAIN_TABLES[0], 0)[0][-1], 2) == {}


def test_an_interrupt_ends_a_long_count_at_once() -> None:
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    started = monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        perft(METROPOLYS.deal(seats=4), 9)
    assert monotonic() - started < 3


def test_another_thread_runs_during_a_count() -> None:
    state, ticks, done = METROPOLYS.deal(seats=4), [], threading.Event()

    def count() -> None:
        perft(state, 4)
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    while not done.wait(0.001):
        ticks.append(monotonic())
    thread.join()
    assert len(ticks) >= 10
