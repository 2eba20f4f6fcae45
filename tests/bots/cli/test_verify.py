"""`urbanist verify`: good records and bad records."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.bots.cli.using import GAMES_FILE, call, good

LINES = GAMES_FILE.read_text(encoding="utf-8").splitlines()
GOOD = json.loads(LINES[0])


def spoilt(**changes: Any) -> str:
    """Return the good record with some keys changed."""
    return json.dumps({**GOOD, **changes})


def complaints(file: Path) -> list[str]:
    """Return the error lines about a bad file."""
    done = call("verify", file)
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    return done.stderr.splitlines()


def test_good_records_are_counted() -> None:
    assert good("verify", GAMES_FILE) == f"{len(LINES)} good records\n"
    assert good("verify", GAMES_FILE, GAMES_FILE) == f"{2 * len(LINES)} good records\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (spoilt(scores=[1, 2]), f"event {len(GOOD['events'])}: scores [1, 2], by the rules {GOOD['scores']}"),
        (spoilt(ranks=[1, 1]), f"event {len(GOOD['events'])}: ranks [1, 1], by the rules {GOOD['ranks']}"),
        (spoilt(events=["8@N2", "8@N1", *GOOD["events"][2:]]), "event 2: '8@N1' is not legal for seat 1"),
        (
            spoilt(events=["8@N2", "eight"]),
            "event 2: 'eight' is not a move of metropolys: expected one such as 7@N3",
        ),
        (spoilt(events=GOOD["events"][:-1]), "but the game is not over"),
        (spoilt(deal=GOOD["deal"].replace("=C8", "=C12")), "deal key 'trendy': C12 is a dead end"),
        (spoilt(deal="game=chess"), "deal token 'game=chess'"),
        (spoilt(seats=["one"]), "1 seats are named for 2 players"),
        (spoilt(format="other"), 'expected an object with "format":"urbanist-record/1"'),
        (spoilt(events="8@N2"), '"events" is missing or not of the form ["...", ...]'),
        (spoilt(score=[1, 2]), "unknown field 'score'; did you mean 'scores'?"),
        (
            spoilt(deal=re.sub(r"=\S*$", "=?,?", GOOD["deal"])),
            "'cards=?,?' is masked: a record has everything",
        ),
        ("{", "not a line of JSON"),
        ("[]", "expected an object with"),
        ("[" * 100000, "not a line of JSON"),
        (LINES[0][: len(LINES[0]) // 2], "not a line of JSON"),
    ],
)
def test_the_first_error_is_named_with_its_line(line: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{LINES[0]}\n{line}\n{LINES[1]}\n", encoding="utf-8")
    told = complaints(file)
    assert len(told) == 1
    assert told[0].startswith(f"{file}:2: ")
    assert message in told[0]
    assert call("verify", file).stdout == "2 good records, 1 bad\n"


def test_every_bad_record_of_every_file_is_named(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_text(spoilt(ranks=[1, 1]) + "\n" + spoilt(scores=[0, 0]) + "\n", encoding="utf-8")
    second.write_text(LINES[0], encoding="utf-8")
    done = call("verify", first, tmp_path / "none", second)
    assert done.stdout == "1 good record, 3 bad\n"
    assert done.stderr.count("\n") == 3
    assert f"{tmp_path / 'none'}: No such file or directory" in done.stderr


def test_files_that_are_no_record_files(tmp_path: Path) -> None:
    binary, empty, large = tmp_path / "binary", tmp_path / "empty", tmp_path / "large"
    binary.write_bytes(b"\xff\xfe\n")
    empty.touch()
    with large.open("wb") as file:
        file.truncate(1 << 30)
    assert f"{binary}:1: not UTF-8 at byte 0" in complaints(binary)[0]
    assert "the file has no record" in complaints(empty)[0]
    assert f"{large}:1: too long: at most " in complaints(large)[0]
    assert "Is a directory" in complaints(tmp_path)[0]


def test_no_file_is_wrong_use() -> None:
    done = call("verify")
    assert done.exit_code == 2
    assert done.stderr == "urbanist: Missing argument 'FILE...'.\n"
