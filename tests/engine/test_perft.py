"""Perft of every game: recorded counts, the recursion of the oracles, ends, divisions, interrupts and threads."""

import copy
import json
import signal
import threading
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.engine.tables import PLAIN_TABLES, played
from urbanist.engine import GAMES, State
from urbanist.engine.history import replay
from urbanist.engine.perft import divide, perft

FOLDER = Path(__file__).parents[1] / "data" / "perft"
#: Each row is a game, a deal, events, and `nodes`: the perft by depth.
ROWS = [
    {"game": path.stem, **json.loads(line)}
    for path in sorted(FOLDER.iterdir())
    for line in path.read_text(encoding="utf-8").splitlines()
]
#: A depth is quick if the count of the depth before is at most this; it takes some hundredths of a second.
QUICK_BEFORE = defaultdict(lambda: 1_000_000, akropolis=50_000)
#: A depth is also counted by the oracle if the count of the depth before is at most this, and quickly to that.
ORACLE_BEFORE = defaultdict(lambda: 30, akropolis=200, metropolys=720)
ORACLE_QUICK = 100

METROPOLYS = GAMES["metropolys"]


def values(row: dict[str, Any], *keys: str) -> tuple[str, ...]:
    """Return what the deal of a row says for some keys."""
    words = (word.partition("=") for word in row["deal"].split(" "))
    return tuple(value for key, _, value in words if key in keys)


def row_name(row: dict[str, Any]) -> str:
    return "-".join([*values(row, "game", "variant", "players", "options"), f"ply{len(row['events'])}"])


every_row = pytest.mark.parametrize("row", ROWS, ids=row_name)


def position(row: dict[str, Any]) -> State:
    return replay(GAMES[row["game"]].read_deal(row["deal"]), row["events"])[-1]


def depths(row: dict[str, Any], most: int) -> list[int]:
    """Return the recorded depths whose depth before has at most so many sequences."""
    return [depth for depth in range(1, len(row["nodes"])) if row["nodes"][depth - 1] <= most]


def oracle_perft(oracle: Any, depth: int) -> int:
    """Return the perft by an oracle; a sequence ends at a chance event and counts once."""
    if getattr(oracle, "due", False):
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


@every_row
def test_recorded_counts_at_quick_depths(row: dict[str, Any]) -> None:
    state = position(row)
    for depth in depths(row, QUICK_BEFORE[row["game"]]):
        assert perft(state, depth) == row["nodes"][depth]


@pytest.mark.nightly
@every_row
def test_recorded_counts_at_great_depths(row: dict[str, Any]) -> None:
    state, quick = position(row), depths(row, QUICK_BEFORE[row["game"]])
    for depth in set(range(1, len(row["nodes"]))) - set(quick):
        assert perft(state, depth) == row["nodes"][depth]


@pytest.mark.parametrize("most", [ORACLE_QUICK, pytest.param(None, marks=pytest.mark.nightly)])
@every_row
def test_recorded_counts_agree_with_the_oracle(row: dict[str, Any], most: int | None) -> None:
    oracle = import_module(f"tests.oracle.{row['game']}").Oracle(row["deal"])
    for event in row["events"]:
        oracle.play(event)
    before = ORACLE_BEFORE[row["game"]]
    for depth in depths(row, before if most is None else min(most, before)):
        assert oracle_perft(oracle, depth) == row["nodes"][depth]


def test_every_variant_and_number_of_players_has_rows() -> None:
    for name in {row["game"] for row in ROWS}:
        tables = {values(row, "variant", "players") for row in ROWS if row["game"] == name}
        assert len(tables) == sum(table.game.name == name for table in PLAIN_TABLES)


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
    @pytest.mark.parametrize("row", [row for row in ROWS if row["game"] == "metropolys"][:2], ids=row_name)
    def test_it_splits_perft_by_first_move_in_text_order(self, row: dict[str, Any]) -> None:
        state = position(row)
        for depth in (1, 2, 3):
            counts = divide(state, depth)
            assert tuple(counts) == state.legal()
            assert sum(counts.values()) == row["nodes"][depth]
            assert all(count == perft(state.play(move), depth - 1) for move, count in counts.items())

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
    assert monotonic() - started < 20  # the count takes days


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
