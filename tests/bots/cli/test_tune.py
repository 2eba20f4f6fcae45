"""`urbanist tune`: its steps, its journal, its page and its errors."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import call, good, refused
from tests.bots.html_reader import read

HEAD = 'game = "metropolys"\nvariant = "family"\nplayers = 2\niterations = 4\ndeals = 1\n'
ISMCTS = 'seed = 3\n[bot]\nplay = "ismcts:nodes=3:eval=playout"\n'
WIDEN = "[tune.widen]\nstart = 3\nmin = 1\nmax = 9\n"
PLIES = "[tune.plies]\nstart = 1\nmin = 0\nmax = 4\n"
PROGRAM = f"[bot]\ncommand = {f'{shlex.quote(sys.executable)} -I {shlex.quote(str(SOUND))}'!r}\n"


def written(folder: Path, text: str) -> Path:
    """Write a file and return it."""
    path = folder / "tune.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def test_steps_are_kept_and_go_on_after_an_interruption_on_any_number_of_workers(tmp_path: Path) -> None:
    path, html = written(tmp_path, ISMCTS + WIDEN + PLIES), tmp_path / "tune.html"
    output = good("tune", path, "--workers", 2, "--html", html)
    journal = tmp_path / "tune.jsonl"
    whole = journal.read_bytes()
    head, *steps = map(json.loads, whole.splitlines())
    assert head["format"] == "urbanist-tuning/1"
    assert [step["iteration"] for step in steps] == [0, 1, 2, 3]
    assert all(step["games"] == 2 and 0 <= step["score"] <= 1 for step in steps)
    assert output.splitlines()[-2] == "4 iterations, 8 games, 0 forfeits, seed 3"
    assert output.splitlines()[-1].startswith("tuned: ismcts:nodes=3:")
    shown = read(html.read_text(encoding="utf-8"))
    assert {"Values", "Paths", "widen", "plies", "4 of 4"} <= set(shown.texts)
    assert "polyline" in shown.tags
    lines = whole.splitlines(keepends=True)
    # A process that is killed leaves part of a line.
    journal.write_bytes(b"".join(lines[:3]) + lines[3][:50])
    assert good("tune", path, "--resume") == output
    assert journal.read_bytes() == whole


def test_an_option_of_a_program_is_tuned_within_its_declaration(tmp_path: Path) -> None:
    path = written(tmp_path, f"seed = 1\n{PROGRAM}nodes = 5\n[tune.level]\n")
    path.write_text(path.read_text().replace("iterations = 4", "iterations = 1"))
    output = call("tune", path).stdout
    assert " 1 to 9\n" in output
    steps = [json.loads(line) for line in (tmp_path / "tune.jsonl").read_text().splitlines()[1:]]
    assert all(1 <= int(step[side]["level"]) <= 9 for step in steps for side in ("plus", "minus"))


def test_a_journal_is_never_overwritten_and_belongs_to_one_tuning(tmp_path: Path) -> None:
    path = written(tmp_path, ISMCTS + WIDEN)
    journal = tmp_path / "tune.jsonl"
    assert f"{journal}: no such file, so there is no tuning to resume" in refused("tune", path, "--resume")
    good("tune", path)
    before = journal.read_bytes()
    assert "exists already; --resume continues the tuning in it" in refused("tune", path)
    for text, said in (
        (ISMCTS.replace("seed = 3", "seed = 4") + WIDEN, "another tuning: seed is 3 there, 4 here"),
        (ISMCTS + WIDEN.replace("9", "8"), "another tuning: tune is {"),
    ):
        assert said in refused("tune", written(tmp_path, text), "--resume")
    assert journal.read_bytes() == before
    journal.write_text("{}\n")
    assert "not the journal of a tuning" in refused("tune", path, "--resume")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ISMCTS, "'tune' is missing"),
        (f"{ISMCTS}[tune]\n", "[tune.OPTION] is missing"),
        (f"{ISMCTS}[tune.widn]\n", "tune.widn: no such option of ismcts; did you mean 'widen'?"),
        (f"{ISMCTS}[tune.widen]\n", "tune.widen: min is missing, and the bot declares none"),
        (f"{ISMCTS}[tune.widen]\nmin = 1\nmax = 9\n", "tune.widen: start is missing"),
        (f"{ISMCTS}[tune.utility]\n", "tune.utility: the option is no number"),
        (ISMCTS + WIDEN.replace("start = 3", "start = 30"), "start = 30: expected a number from 1 to 9"),
        (ISMCTS + WIDEN.replace("max = 9", "max = 1"), "min = 1, max = 1: expected numbers, min below max"),
        (f"{ISMCTS}{WIDEN}step = 5\n", "step = 5: expected at most half of the range, 4"),
        (f"{ISMCTS}{WIDEN}stp = 1\n", "tune.widen: unknown key 'stp'; did you mean 'step'?"),
        (f"{ISMCTS}{WIDEN}step = 'x'\n", "tune.widen: step: expected a number, got a text"),
        (
            f"{ISMCTS}{PLIES.replace('min = 0', 'min = -5')}",
            "tune.plies: option 'plies=-5' of ismcts: expected",
        ),
        (f"rate = 0\n{ISMCTS}{WIDEN}", "rate: expected a number > 0.0"),
        (f"iterating = 3\n{ISMCTS}{WIDEN}", "unknown key 'iterating'; did you mean 'iterations'?"),
        (f"[bot]\nplay = 'nobody'\n{WIDEN}", "play = 'nobody': no such built-in"),
        (
            f"{PROGRAM}restart = false\n[tune.level]\n",
            "bot: restart = false: each iteration has other options",
        ),
        (f"{PROGRAM}[tune.style]\n", "tune.style: the option is a combo, which has no order"),
        (f"{PROGRAM}[tune.levle]\n", "tune.levle: the program declares no such option"),
        (
            f"{PROGRAM}[tune.level]\nmax = 12\n",
            "tune.level: 12: the program expects a whole number from 1 to 9",
        ),
    ],
)
def test_a_wrong_file_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    said = refused("tune", path)
    assert said.startswith(f"{path}: ")
    assert message in said
    assert not (tmp_path / "tune.jsonl").exists()
