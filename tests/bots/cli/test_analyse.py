"""`urbanist analyse`: real records as text, in a terminal and as JSON, and records that cannot be analysed."""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bots.cli.using import GAMES_FILE, PATIENCE, PROGRAM, call, good, refused

GAMES = [json.loads(line) for line in GAMES_FILE.read_text(encoding="utf-8").splitlines()]
QUICK = ["--nodes", 20]
WEIGHTS = Path(__file__).parents[3] / "search" / "weights"


def cut(plies: int, number: int = 0, **changes: Any) -> dict[str, Any]:
    """Return the first events of a recorded game as the record of an unfinished game."""
    game = GAMES[number]
    left = {"events": game["events"][:plies], "scores": None, "ranks": None, "ended": "aborted"}
    return {**game, **left, **changes}


def written(folder: Path, *records: dict[str, Any]) -> Path:
    file = folder / "games.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


@pytest.fixture
def short(tmp_path: Path) -> Path:
    return written(tmp_path, cut(6))


def test_a_game_move_by_move(short: Path) -> None:
    output = good("analyse", short, *QUICK)
    lines = output.splitlines()
    assert lines[0] == "metropolys, 2 players, 6 events, aborted"
    assert lines[1] == "20 visits a search, seed 0"
    assert re.fullmatch(r"event +seat +played +best +win +lost +points +lost +card", lines[3])
    for event, row in enumerate(lines[4:10], 1):
        assert re.match(rf" +{event}  +[01]  {GAMES[0]['events'][event - 1]}\b", row)
        assert re.search(r"\d\.\d%.* \d+% #\d$", row)
    assert re.search(r"^   0  random +3 +\d+%", output, re.MULTILINE)
    assert re.search(r"^seat 1 \(random\): lakes, \d+% likely, rank \d of 3", output, re.MULTILINE)
    assert max(map(len, lines)) <= 80
    assert not any(line.endswith(" ") for line in lines)
    assert "\x1b" not in output


def test_a_whole_game_with_its_end(tmp_path: Path) -> None:
    shortest = min(range(len(GAMES)), key=lambda number: len(GAMES[number]["events"]))
    game = GAMES[shortest]
    output = good("analyse", f"{GAMES_FILE}:{shortest + 1}", "--nodes", 5)
    assert f"{len(game['events'])} events, played out\nSeat " in output
    assert "The moves that cost most:\nevent " in output
    for seat, (rank, score) in enumerate(zip(game["ranks"], game["scores"], strict=True)):
        assert re.search(rf"^   {seat}  random +{rank} +{score} ", output, re.MULTILINE)
    assert max(map(len, output.splitlines())) <= 80


def test_the_same_seed_gives_the_same_analysis(short: Path) -> None:
    first = good("analyse", short, *QUICK, "--seed", 5)
    assert good("analyse", short, *QUICK, "--seed", 5) == first
    assert good("analyse", short, *QUICK, "--seed", 6) != first


def test_one_object_as_json(short: Path) -> None:
    told = json.loads(good("analyse", short, *QUICK, "--seed", 5, "--json"))
    assert told["limits"] == {"nodes": 20, "seconds": None, "seed": 5, "weights": None}
    weights = WEIGHTS / "metropolys.npz"  # those that it asks anyway
    named = json.loads(good("analyse", short, *QUICK, "--seed", 5, "--json", "--weights", weights))
    assert named["limits"].pop("weights") == str(weights)
    assert named["decisions"] == told["decisions"]
    other = WEIGHTS / "akropolis.npz"
    assert refused("analyse", short, "--weights", other).endswith(
        "akropolis.npz: weights of akropolis, expected metropolys"
    )
    assert [decision["event"] for decision in told["decisions"]] == [1, 2, 3, 4, 5, 6]
    for decision, event in zip(told["decisions"], GAMES[0]["events"], strict=False):
        assert decision["played"]["move"] == event
        assert decision["played"]["visits"] == 20
        difference = decision["best"]["win_share"] - decision["played"]["win_share"]
        assert decision["lost"] in (0, difference)
    assert [summary["decisions"] for summary in told["accounts"]] == [3, 3]
    assert {reason["event"] for reason in told["reasons"]} <= set(told["decisive"])
    assert told["scores"] is None


def test_what_a_record_tells_of_its_moves_stands_beside_the_judgement(tmp_path: Path) -> None:
    moves = {"score": [0.5, None, 0.75], "seconds": [1.25, 0.0, None]}
    file = written(tmp_path, cut(3, meta={"moves": moves}))
    lines = good("analyse", file, *QUICK).splitlines()
    assert re.fullmatch(r"event .* card +own +s", lines[3])
    assert [re.search(r" #\d(.*)", line)[1].split() for line in lines[4:7]] == [  # type: ignore[index]
        ["50%", "1.2"],
        ["0.0"],
        ["75%"],
    ]
    assert "own: the share of the win that the player itself expected when it moved" in lines
    told = [decision["told"] for decision in json.loads(good("analyse", file, *QUICK, "--json"))["decisions"]]
    assert told[0] == {"nodes": None, "score": 0.5, "seconds": 1.25}


def test_a_page_of_the_game(short: Path, tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    assert good("analyse", short, *QUICK, "--html", target) == ""
    text = target.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert "<title>Metropolys: aborted</title>" in text
    assert text.count('data-event="') == 6
    again = tmp_path / "again.html"
    told = json.loads(good("analyse", short, *QUICK, "--html", again, "--json"))
    assert again.read_bytes() == target.read_bytes()
    assert len(told["decisions"]) == 6


def test_time_may_limit_a_search(short: Path) -> None:
    output = good("analyse", short, "--time", 0.01)
    assert "0.01 seconds a search" in output


def test_a_forfeit_and_a_game_without_moves(tmp_path: Path) -> None:
    file = written(tmp_path, cut(4, number=2, ended="forfeit 2 time"), cut(0))
    assert "3 players, 4 events, forfeit 2 time\n" in good("analyse", f"{file}:1", *QUICK)
    output = good("analyse", f"{file}:2", *QUICK)
    assert "2 players, 0 events, aborted\n" in output
    assert re.search(r"^   0  random +0 +0 +0 +0 +0\.0$", output, re.MULTILINE)


def test_long_names_keep_the_width_of_the_page(tmp_path: Path) -> None:
    file = written(tmp_path, cut(4, seats=["python " + "long/" * 30 + "bot.py", "random"]))
    output = good("analyse", file, *QUICK)
    assert "python long/lon..." in output
    rows = [line for line in output.splitlines() if not line.lstrip().startswith("long/")]
    assert max(map(len, rows)) <= 80


def on_terminal(*arguments: object, pager: str = "cat") -> Any:
    """Start the command in a terminal of 80 columns and return it."""
    pexpect = pytest.importorskip("pexpect")
    unset = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    environment = {key: value for key, value in os.environ.items() if key not in unset}
    return pexpect.spawn(
        sys.executable,
        [*PROGRAM[1:], "analyse", *map(str, arguments)],
        env={**environment, "TERM": "xterm-256color", "PAGER": pager},
        dimensions=(40, 80),
        encoding="utf-8",
        timeout=PATIENCE,
    )


def ended(child: Any) -> tuple[str, int]:
    """Return the rest of the output and the exit status."""
    output = child.read()
    child.close()
    return str(output), int(child.exitstatus)


def test_a_terminal_gets_a_bar_and_a_page_of_80_columns_with_a_plot_in_a_pager(short: Path) -> None:
    output, status = ended(on_terminal(short, *QUICK, pager="sed s/^/paged:/"))
    assert status == 0
    bar, _, page = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output).rpartition("6/6")
    assert "5/6" in bar or "━" in bar
    assert "paged:metropolys, 2 players, 6 events, aborted" in page
    assert "paged:100%" in page
    assert re.search(r"paged: +1  ●0 +Opens with \d+ on [CNE]\d+", page)
    assert re.search(r"event \d: [^,]+, seat [01]", page)
    assert "─" in page
    assert max(len(line.rstrip()) for line in page.splitlines()) <= len("paged:") + 80


def test_a_page_that_fits_needs_no_pager(tmp_path: Path) -> None:
    output, status = ended(on_terminal(written(tmp_path, cut(1)), *QUICK, pager="sed s/^/paged:/"))
    assert status == 0
    assert "1 event, aborted" in output
    assert "paged:" not in output


def test_ctrl_c_ends_it_during_a_search(tmp_path: Path) -> None:
    child = on_terminal(written(tmp_path, cut(40)), "--time", 1000)
    child.expect("0/40")
    child.sendintr()
    output, status = ended(child)
    assert status == 130
    assert "Traceback" not in output


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([], 2, "Missing argument 'FILE[:GAME]'"),
        ([GAMES_FILE, "--time", 1, "--nodes", 5], 2, "--time and --nodes exclude each other: give only one"),
        ([GAMES_FILE, "--nodes", 0], 2, "0 is not in the range"),
        ([GAMES_FILE, "--nodes", 10**12], 2, "nodes=1000000000000: expected a whole number from 1"),
        ([GAMES_FILE, "--time", 0], 2, "0.0 is not in the range"),
        ([GAMES_FILE, "--time", "nan"], 2, "nan is not in the range x>0."),
        ([GAMES_FILE, "--seed", -1], 2, "-1 is not in the range"),
        ([GAMES_FILE, "--html", "/no/such/folder/a.html"], 1, "the folder of this file does not exist"),
        ([f"{GAMES_FILE}:999"], 1, "no game 999; it holds "),
        (["/no/such/file"], 1, "/no/such/file: No such file or directory"),
        ([__file__], 1, "test_analyse.py:1: not a line of JSON"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[object], status: int, message: str) -> None:
    assert message in refused("analyse", *arguments, status=status)


def test_a_bad_record_and_a_hidden_deal_are_one_line(tmp_path: Path) -> None:
    file = written(tmp_path, cut(3, events=["8@N2", "8@N1"]), cut(3, deal=masked(GAMES[0]["deal"])))
    assert f"{file}:1: event 2: '8@N1' is not legal" in refused("analyse", file, status=1)
    output = refused("analyse", f"{file}:2", status=1)
    assert output == f"{file}:2: 'cards=?,lakes' is masked: a record has everything in full, without '?'"


def masked(deal: str) -> str:
    """Return a deal line without the card of seat 0."""
    return re.sub(r"cards=\w+,", "cards=?,", deal)


def test_the_largest_seed_works(short: Path) -> None:
    assert call("analyse", short, "--nodes", 2, "--seed", 2**63 - 1).exit_code == 0
