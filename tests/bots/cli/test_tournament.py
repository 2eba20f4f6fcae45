"""`urbanist tournament`: its games, output, files and errors."""

import csv
import json
import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import PATIENCE, PROGRAM, good, refused
from tests.bots.contest.plans import SMALL, TWO, written
from tests.bots.html_reader import read


def test_a_tournament_and_its_output(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL)
    names = {kind: tmp_path / f"cup.{kind}" for kind in ("json", "csv", "html")}
    records = tmp_path / "cup.jsonl"
    asked = [f"--{kind}={file}" for kind, file in names.items()]
    output = good("tournament", path, "--records", records, *asked)
    rows = output.splitlines()
    assert re.search(r"bot +rating +games +points +win % +ms a move", output)
    assert re.search(
        r"\d +ismcts:nodes=60 +\d+ \[\d+, \d+\] +20 +\d+\.\d ± \d+\.\d +\d+\.\d \[\d+\.\d, \d+\.\d\] +\d+\.\d",
        output,
    )
    assert "metropolys, round robin, tables of 2, seed 0, 30 of 30 games on 5 deals" in rows[-1]
    assert json.loads(names["json"].read_text(encoding="utf-8"))["games"] == 30
    with names["csv"].open(encoding="utf-8") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"greedy", "ismcts:nodes=60", "random"}
    page = names["html"].read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "<svg" in page
    assert good("verify", records) == "30 good records\n"
    assert good("tournament", path, "--standings") == output
    assert good("tournament", path, "--resume") == output


PROGRAMMED = f"{sys.executable} -I -S {SOUND}"
DECLARING = f"deals = 1\n[[bot]]\nplay = 'random'\n[[bot]]\ncommand = '{PROGRAMMED}'\noptions = "


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("{ levle = 3 }", "no option 'levle'; there are legal, ponder, level, style, motto, seed"),
        ("{ level = 10 }", "option 'level=10': expected a whole number from 1 to 9"),
        ("{ level = 3.0 }", "option 'level=3.0': expected a whole number from 1 to 9"),
        ("{ ponder = 'maybe' }", "option 'ponder=maybe': expected true or false"),
        ("{ style = 'rude' }", "option 'style=rude': expected one of calm, bold"),
    ],
)
def test_options_that_a_program_did_not_declare_are_refused_before_the_first_game(
    options: str, complaint: str, tmp_path: Path
) -> None:
    path = written(tmp_path, DECLARING + options)
    assert refused("tournament", path) == f"{path}: bot '{PROGRAMMED}': {complaint}"
    assert not path.with_suffix(".sqlite").exists()


def test_options_that_a_program_declared_are_accepted(tmp_path: Path) -> None:
    right = "{ level = 9, style = 'bold', ponder = true, motto = 'one two' }"
    good("tournament", written(tmp_path, DECLARING + right))


def test_a_file_that_cannot_be_written_is_an_error_before_the_first_game(tmp_path: Path) -> None:
    path = written(tmp_path, TWO)
    assert "the folder of this file does not exist" in refused(
        "tournament", path, "--html", tmp_path / "none" / "x.html", status=1
    )
    assert "this is a folder; expected the name of a file" in refused(
        "tournament", path, "--json", tmp_path, status=1
    )
    assert not (tmp_path / "cup.sqlite").exists()


def test_an_output_file_that_is_a_link_or_pipe_stays_one(tmp_path: Path) -> None:
    path = written(tmp_path, f"deals = 1\n{TWO}")
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to("target")
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    good("tournament", path, "--csv", link, "--json", pipe)
    assert json.loads(os.read(reader, 1 << 16))["games"] == 2
    os.close(reader)
    assert link.is_symlink()
    assert pipe.is_fifo()
    assert (tmp_path / "target").read_text(encoding="utf-8").startswith("rank,name,")


@pytest.mark.nightly
@pytest.mark.parametrize(
    "columns", [40, *(pytest.param(columns, marks=pytest.mark.nightly) for columns in (60, 100))]
)
def test_a_narrow_terminal_cuts_no_number(columns: int, tmp_path: Path) -> None:
    path = written(
        tmp_path, f'deals = 2\n{TWO}[[bot]]\nplay = "random:seed=2"\nname = "[red]long[/red] 漢字"\n'
    )
    good("tournament", path)
    unset = ("COLUMNS", "LINES")  # a parallel test run sets them
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], "tournament", str(path), "--standings"],
        dimensions=(40, columns),
        encoding="utf-8",
        env={key: value for key, value in os.environ.items() if key not in unset} | {"TERM": "xterm"},
        timeout=PATIENCE,  # other processes may be busy
    )
    output = child.read()
    child.close()
    assert child.exitstatus == 0
    assert "…" not in output
    assert "[red]long" in output
    assert "rating" in output
    assert ("ms a move" in output) is (columns == 100)


def test_the_verdict_of_a_sequential_test_is_in_the_output_the_json_and_the_page(tmp_path: Path) -> None:
    path = written(tmp_path, f"format = 'sprt'\ndeals = 12\n{TWO}[sprt]\nelo1 = 100\nbatch = 4\n")
    files = [tmp_path / f"cup.{kind}" for kind in ("json", "html")]
    output = good("tournament", path, "--json", files[0], "--html", files[1])
    conclusion = json.loads(files[0].read_text(encoding="utf-8"))["conclusion"]
    assert output.splitlines()[-1] == conclusion["text"]
    assert (conclusion["verdict"], conclusion["elo0"], conclusion["elo1"], conclusion["model"]) == (
        "H1",
        0,
        100,
        "logistic",
    )
    assert conclusion["llr"] > conclusion["upper"] == -conclusion["lower"] == 2.944439
    assert conclusion["groups"] in (4, 8, 12)
    assert conclusion["elo"]["low"] > 0
    assert 0.99 < conclusion["los"] <= 1
    texts = read(files[1].read_text(encoding="utf-8")).texts
    assert {"Conclusion", "verdict", "greedy is 100 Elo better than random (H1)", conclusion["text"]} <= set(
        texts
    )
    assert {"log-likelihood ratio", "groups", "Elo", "likelihood of superiority"} <= set(texts)


def test_the_conclusion_of_a_format_is_in_the_json_and_the_page(tmp_path: Path) -> None:
    path = written(tmp_path, f"format = 'swiss'\nrounds = 1\ndeals = 2\nplayers = 2\n{TWO}")
    files = [tmp_path / f"cup.{kind}" for kind in ("json", "html")]
    output = good("tournament", path, "--json", files[0], "--html", files[1])
    conclusion = json.loads(files[0].read_text(encoding="utf-8"))["conclusion"]
    assert output.splitlines()[-1] == conclusion["text"]
    assert "win_shares" in conclusion
    assert conclusion["text"] in read(files[1].read_text(encoding="utf-8")).texts


def test_a_terminal_shows_the_progress_and_how_a_sequential_test_stands(tmp_path: Path) -> None:
    path = written(tmp_path, f"format = 'sprt'\n{TWO}[sprt]\nelo0 = 999\nelo1 = 1000\nbatch = 5000\n")
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], "tournament", str(path)],
        encoding="utf-8",
        dimensions=(40, 200),
        timeout=PATIENCE,
    )
    child.expect(r"win %")
    child.expect(r"round 1 .*\d+/\d+.*games/s")
    child.expect(r"sprt: not decided; log-likelihood ratio .* groups; Elo .* likelihood of superiority")
    child.sendintr()
    child.expect("continue with: urbanist tournament .*--resume")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("deal = 3\n" + TWO, "cup.toml: unknown key 'deal'; did you mean 'deals'?"),
        (
            "players = 4\n" + TWO + '[[bot]]\nplay = "mcts"\n',
            "players = 4: 3 bots cannot fill a table of 4 seats",
        ),
        (
            TWO + '[[bot]]\ncommand = "nothing --at-all"\n',
            "bot 3: command = 'nothing --at-all': no program 'nothing'",
        ),
        (TWO + '[[bot]]\ncommand = "exit 7"\n', "bot 'exit 7': it ended with status 7"),
    ],
)
def test_an_invalid_tournament_is_one_line_and_leaves_no_file(
    text: str, message: str, tmp_path: Path
) -> None:
    path = written(tmp_path, text)
    assert message in refused("tournament", path)
    assert [file.name for file in tmp_path.iterdir()] == ["cup.toml"]


def test_a_missing_file_or_a_foreign_database_is_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, TWO)
    assert "none.toml: No such file" in refused("tournament", tmp_path / "none.toml", status=1)
    assert "no tournament to resume" in refused("tournament", path, "--resume")
    (tmp_path / "cup.sqlite").write_text("dear diary\n" * 100, encoding="utf-8")
    assert "exists already; --resume continues" in refused("tournament", path)
    assert "not a database of a tournament" in refused("tournament", path, "--resume")
    far = ["tournament", written(tmp_path, TWO, "far.toml"), "--scheduler"]
    assert "scheduler 'tcp://127.0.0.1:9': no connection" in refused(*far, "tcp://127.0.0.1:9", status=1)
    assert not (tmp_path / "far.sqlite").exists()
