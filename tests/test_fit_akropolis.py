"""The program that fits Akropolis' numbers reads games of a training, fits and prints them."""

import subprocess
import sys
from pathlib import Path

from urbanist.bots.training import Folder, Settings
from urbanist.engine import GAMES
from urbanist.search import SearchOptions
from urbanist.search.training import Exploration, Table, play

TABLES = ["VALUE_TURN", "STARS_TURN", "IDLE", "STONE", "STONE_TURN", "QUARRY", "QUARRY_TURN"]


def fit(folder: Path, players: int) -> "subprocess.CompletedProcess[str]":
    """Run the program on the folder of a training."""
    command = [sys.executable, "-m", "bench.fit_akropolis", "--players", str(players), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1], timeout=120)


def test_the_fit_prints_every_number_and_its_error(tmp_path: Path) -> None:
    search = SearchOptions(nodes=4, memory=4)
    games = [
        play(GAMES["akropolis"], Table(None, 3, options), [search] * 3, search, Exploration(), seed=1)
        for options in ((), ("houses",))
    ]
    folder = Folder.open(tmp_path / "net", Settings(game="akropolis"))
    for number, game in enumerate(games):
        folder.add(0, number, game)
    done = fit(folder.path, 3)
    assert (done.returncode, done.stderr) == (0, "")
    first, *lines = done.stdout.splitlines()
    assert first == "1 games of 3"
    assert [line.split()[0] for line in lines] == [*TABLES, "standard", *TABLES]
    numbers = [
        float(word.strip("[],")) for line in lines if "standard" not in line for word in line.split()[1:]
    ]
    assert len(numbers) == 2 * 19
    assert max(map(abs, numbers)) < 10
    none = fit(folder.path, 2)
    assert (none.returncode, none.stdout) == (2, "")
    assert none.stderr.splitlines()[-1].endswith("net: no game of 2 players without options")


def test_what_is_no_training_of_akropolis_is_refused_in_one_line(tmp_path: Path) -> None:
    other = Folder.open(tmp_path / "other", Settings(game="metropolys")).path
    for path, reason in (
        (tmp_path, "settings.json: No such file or directory; expected the folder of a training"),
        (other, "other: a training of metropolys, expected one of akropolis"),
    ):
        done = fit(path, 2)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.splitlines()[-1].endswith(reason)
        assert "Traceback" not in done.stderr
