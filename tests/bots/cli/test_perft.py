"""`urbanist perft`: numbers of sequences of moves."""

import json
from pathlib import Path

import pytest

from tests.bots.cli.using import DEAL, good, refused

ROWS = Path(__file__).parents[2] / "data" / "perft" / "metropolys.jsonl"


def test_the_total_is_the_last_line_of_the_division() -> None:
    lines = good("perft", "--deal", DEAL, "--depth", 2, "--divide").splitlines()
    numbers = [int(line.split()[1]) for line in lines[:-1]]
    assert lines[:-1] == sorted(lines[:-1], key=lambda line: line.split()[0])
    assert lines[-1] == f"total {sum(numbers)}"
    assert good("perft", "--deal", DEAL, "--depth", 2) == lines[-1] + "\n"


def test_the_counts_are_those_of_the_table() -> None:
    for line in ROWS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        asked = ["perft", "--deal", row["deal"], "--events", " ".join(row["events"]), "--depth"]
        assert [good(*asked, depth) for depth in range(3)] == [f"total {n}\n" for n in row["nodes"][:3]]


def test_depth_one_counts_the_legal_moves() -> None:
    moves = good("legal", "--deal", DEAL).split()
    assert good("perft", "--deal", DEAL, "--depth", 1) == f"total {len(moves)}\n"
    assert good("perft", "--deal", DEAL, "--depth", 0) == "total 1\n"
    assert good("perft", "--deal", DEAL, "--depth", 0, "--divide") == "total 1\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--deal", DEAL], "Missing option '--depth'"),
        (["--deal", DEAL, "--depth", -1], "-1 is not in the range"),
        (["--deal", DEAL, "--depth", "deep"], "'deep' is not a valid integer"),
        (["--deal", DEAL, "--depth", 10**12], "is not in the range"),
        (["--deal", DEAL, "--events", "7@X1", "--depth", 1], "event 1: '7@X1' is not a move"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[object], message: str) -> None:
    assert message in refused("perft", *arguments)
