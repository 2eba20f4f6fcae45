"""Files that earlier versions wrote still open: `tests/data/formats` has a folder for each, named by its commit.

docs/versions.md says what is promised. `tests/data/formats/make.sh` makes the files of one more version.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.bots.cli.using import PROGRAM, ROOT, call, good, refused
from urbanist.bots import parse_bot, play_game
from urbanist.bots.contest import export
from urbanist.bots.contest import store as tournament
from urbanist.bots.contest.league import store as league
from urbanist.bots.table.puzzles import store as puzzles
from urbanist.bots.table.session import logbook
from urbanist.engine import GAMES, History, Record, record
from urbanist.search.network import network_of

FORMATS = Path(__file__).parent / "data/formats"
PROMISES = (FORMATS.parents[2] / "docs/versions.md").read_text(encoding="utf-8")
VERSIONS = sorted(path.name for path in FORMATS.iterdir() if path.is_dir())


@pytest.fixture(params=VERSIONS)
def old(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the files of a version, which is the current folder and the home of the data."""
    folder = shutil.copytree(FORMATS / request.param, tmp_path / "old")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    return folder


def there(name: str) -> None:
    """Skip the test if that version had no such file."""
    if not Path(name).exists():
        pytest.skip(f"that version had no {name}")


def test_deals_and_events_are_read(old: Path) -> None:
    for line in Path("deals.txt").read_text(encoding="utf-8").splitlines():
        game = GAMES[line.split()[0].removeprefix("game=")]
        assert History.read(game, line).deal == line


def test_records_are_good(old: Path) -> None:
    assert good("verify", "records.jsonl") == "3 good records\n"
    lines = Path("records.jsonl").read_text(encoding="utf-8").splitlines()
    assert [len(Record.from_json(line).seats) for line in lines] == [2, 2, 3]


def test_a_tournament_shows_its_standings_and_grows(old: Path) -> None:
    shown = good("tournament", "cup.toml", "--standings")
    assert "4 of 4 games on 2 deals" in shown
    plan = Path("cup.toml")
    plan.write_text(plan.read_text(encoding="utf-8").replace("deals = 2", "deals = 3"), encoding="utf-8")
    assert "6 of 6 games on 3 deals" in good("tournament", "cup.toml", "--extend")


def test_a_saved_game_goes_on(old: Path) -> None:
    done = call("play", "metropolys", "--plain", "--resume", "save.jsonl", given="q\n")
    assert done.exit_code == 0
    assert "To move: you, seat 0 (human)." in done.stdout


def test_what_a_person_left_in_the_data_folder_is_there(old: Path) -> None:
    there("data/urbanist/results.sqlite")
    assert "over: resigned" in good("saves")
    assert re.search(r"metropolys, family, 2 players\s+random\s+1\s+0", good("stats"))
    there("data/urbanist/puzzles.sqlite")
    assert re.search(r"metropolys\s+100\s+0\s+0\s+1653 ± 520", good("puzzles"))


def test_puzzles_are_set(old: Path) -> None:
    there("puzzles.jsonl")
    shown = call("puzzles", "metropolys", "--file", "puzzles.jsonl", "--plain", given="q\n").output
    assert "puzzle 2 of 2" in shown


def test_a_file_of_cards_is_dealt(old: Path) -> None:
    """In a process of its own, which forgets the cards when it ends."""
    there("cards.json")
    command = [*PROGRAM, "deal", "warszawa", "--cards", "cards.json", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert " data=mine " in done.stdout


def test_a_training_goes_on_or_is_refused_in_one_line(old: Path) -> None:
    there("training")
    same = ["--games", 6, "--nodes", 8, "--test-deals", 1, "--test-nodes", 4, "--seed", 1, "--workers", 1]
    Path("own.toml").write_text("noise = 0.25")
    same += ["--hyperparameters", "own.toml"]
    shown = good("train", "metropolys", "--out", "training", "--generations", 1, *same)
    assert re.search(r"0 +6 +548 .* no ", shown)
    other = refused("train", "metropolys", "--out", "training", status=1)
    assert "noise = 0.25, and 0.0 was asked for" in other


def test_weights_judge_positions(old: Path) -> None:
    there("weights.npz")
    assert network_of(GAMES["metropolys"], "weights.npz") is not None
    bots = [parse_bot(text) for text in ("ismcts:nodes=30:weights=weights.npz", "random")]
    start = History.start(GAMES["metropolys"].deal(seats=2, seed=1))
    played = play_game(start, bots, seeds=[1, 2])
    assert played.record.ended == "played out"


def test_a_program_that_spoke_the_protocol_plays(old: Path) -> None:
    table = call(
        *("match", "metropolys", "--seat", f"{sys.executable} bot.py", "--seat", "random", "--games", 2)
    )
    assert (table.exit_code, table.stderr.replace(ROOT, "").count("forfeit")) == (0, 0)
    assert "bot.py" in table.stdout


def test_a_file_of_a_later_version_is_refused_in_one_line(old: Path) -> None:
    text = Path("records.jsonl").read_text(encoding="utf-8")
    Path("later.jsonl").write_text(text.replace("urbanist-record/1", "urbanist-record/2"), encoding="utf-8")
    done = call("verify", "later.jsonl")
    assert done.exit_code == 1
    assert '"format":"urbanist-record/1"' in done.output
    assert "Traceback" not in done.output


def test_the_guide_says_the_numbers_of_the_formats() -> None:
    texts = [record.FORMAT, puzzles.FORMAT, export.FORMAT]
    assert re.findall(r"`\"format\":\"(.*?)\"`", PROMISES) == [texts[0], *texts[1:]]
    databases = re.findall(r"^\| .* \| `PRAGMA user_version` \| (\d) \|", PROMISES, re.MULTILINE)
    assert list(map(int, databases)) == [form.FORM.version for form in (tournament, logbook, league)]


def test_weights_have_the_number_that_the_guide_says(tmp_path: Path) -> None:
    game = GAMES["metropolys"]
    network = network_of(game)
    assert network is not None
    network.save(tmp_path / "weights.npz", game)
    [told] = re.findall(r"^\| weights .* \| the array `version` \| (\d) \|", PROMISES, re.MULTILINE)
    with np.load(tmp_path / "weights.npz") as arrays:
        assert int(arrays["version"]) == int(told)
        older = {**arrays, "version": int(told) - 1}
    np.savez(tmp_path / "older.npz", **older)
    with pytest.raises(ValueError, match=r"older\.npz: weights of version 1, expected 2: train them again"):
        network_of(game, str(tmp_path / "older.npz"))
