"""The program that fits Akropolis' numbers plays, fits and prints them."""

import subprocess
import sys
from pathlib import Path

TABLES = ["VALUE_TURN", "STARS_TURN", "IDLE", "STONE", "STONE_TURN", "QUARRY", "QUARRY_TURN"]


def test_the_fit_prints_every_number_and_its_error() -> None:
    command = [sys.executable, "-m", "bench.fit_akropolis", "--players", "3", "--games", "1", "--nodes", "4"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1], timeout=120
    )
    first, *lines = done.stdout.splitlines()
    assert first == "1 games of 3 at 4 visits for each move"
    assert [line.split()[0] for line in lines] == [*TABLES, "standard", *TABLES]
    numbers = [
        float(word.strip("[],")) for line in lines if "standard" not in line for word in line.split()[1:]
    ]
    assert len(numbers) == 2 * 19
    assert max(map(abs, numbers)) < 10
