"""`--trace FILE` of the commands in which programs play."""

import gc
import shlex
import sys
from pathlib import Path

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import call, good, refused
from tests.bots.scribe import scribe

TWO = """
game = "metropolys"
seed = 1
deals = 1
[[bot]]
name = "scribe"
command = {command!r}
[[bot]]
play = "greedy"
"""


def traced(file: Path) -> list[list[str]]:
    """Return the lines of a trace: program, game, seat, and the line with its direction."""
    return [line.split("\t")[2:] for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_match_and_a_tournament_trace_all_lines_by_game_and_seat(tmp_path: Path) -> None:
    command, book = scribe(tmp_path)
    plan = tmp_path / "cup.toml"
    plan.write_text(TWO.format(command=command), encoding="utf-8")
    table = ["metropolys", "--seat", command, "--seat", "greedy", "--games", 2, "--seed", 1]
    cases = [
        (command, ["match", *table], ["1", "2"]),
        ("scribe", ["tournament", plan], ["1.1.1.1", "1.1.1.2"]),
    ]
    for name, asked, games in cases:
        book.unlink(missing_ok=True)
        file = tmp_path / f"{asked[0]}.trace"
        assert call(*asked, "--trace", file).exit_code == 0
        lines = traced(file)
        told = [line.removeprefix("> ") for *_, line in lines if line.startswith("> ")]
        assert told == book.read_text(encoding="utf-8").splitlines()
        assert {line[0] for line in lines} == {name}
        played = [(game, seat) for game, seat in zip(games, "01", strict=True)]
        assert {(game, seat) for _, game, seat, _ in lines} == {("-", "-"), *played}
        for game, seat in played:
            own = [line for _, *where, line in lines if where == [game, seat]]
            assert any(line.startswith(f"> uginewgame seat {seat} ") for line in own)
            assert sum(line.startswith("> go") for line in own) == sum("< bestmove" in line for line in own)


def test_play_adds_to_a_trace(tmp_path: Path) -> None:
    command, _ = scribe(tmp_path)
    file = tmp_path / "trace"
    file.write_text("before\n", encoding="utf-8")
    asked = ["play", "metropolys", "--plain", "--seed", 1, "--seat", "human", "--seat", command]
    call(*asked, "--record", tmp_path / "game.jsonl", "--trace", file, given="1\nquit\n")
    gc.collect()  # a player ends its process with itself
    before, *lines = file.read_text(encoding="utf-8").splitlines()
    assert before == "before"
    assert [line.split("\t")[5] for line in lines].count("> ugi") == 2


def test_a_check_traces_each_check_by_its_name(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(SOUND))}"
    file = tmp_path / "trace"
    good("check-bot", command, "--only", "handshake", "--only", "isready", "--trace", file)
    lines = traced(file)
    assert [game for _, game, _, line in lines if line == "> ugi"] == ["handshake"]
    assert {game for _, game, _, _ in lines} == {"handshake", "isready"}


@pytest.mark.parametrize("command", ["match", "tournament", "play", "check-bot"])
def test_a_trace_that_cannot_be_written_is_refused_before_anything_starts(
    command: str, tmp_path: Path
) -> None:
    asked: dict[str, list[object]] = {
        "match": ["metropolys", "--seats", "greedy,greedy", "--games", 1],
        "tournament": [tmp_path / "none.toml"],
        "play": ["metropolys"],
        "check-bot": [shlex.quote("cat")],
    }
    said = refused(command, *asked[command], "--trace", tmp_path)
    assert said == f"--trace {tmp_path}: Is a directory; expected a file to write to"
