"""The program that fits Akropolis' numbers reads games of a training, fits and prints them."""

import subprocess
import sys
from pathlib import Path

from msgspec.json import encode

from urbanist.bots.training.folder import Numbered
from urbanist.engine import GAMES
from urbanist.search import SearchOptions
from urbanist.search.training import Straying, Table, play

TABLES = ["VALUE_TURN", "STARS_TURN", "IDLE", "STONE", "STONE_TURN", "QUARRY", "QUARRY_TURN"]


def fit(file: Path, players: int) -> "subprocess.CompletedProcess[str]":
    """Run the program on a file of games."""
    command = [sys.executable, "-m", "bench.fit_akropolis", "--players", str(players), str(file)]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1], timeout=120)


def test_the_fit_prints_every_number_and_its_error(tmp_path: Path) -> None:
    search = SearchOptions(nodes=4, memory=4)
    games = [
        play(GAMES["akropolis"], Table(None, 3, options), [search] * 3, search, Straying(), seed=1)
        for options in ((), ("houses",))
    ]
    file = tmp_path / "games-000.jsonl"
    file.write_bytes(b"".join(encode(Numbered(number, game)) + b"\n" for number, game in enumerate(games)))
    done = fit(file, 3)
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first == "1 games of 3"
    assert [line.split()[0] for line in lines] == [*TABLES, "standard", *TABLES]
    numbers = [
        float(word.strip("[],")) for line in lines if "standard" not in line for word in line.split()[1:]
    ]
    assert len(numbers) == 2 * 19
    assert max(map(abs, numbers)) < 10
    none = fit(file, 2)
    assert (none.returncode, none.stdout) == (2, "")
    assert none.stderr.splitlines()[-1].endswith("no game of 2 players without options in these files")
