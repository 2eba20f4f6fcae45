"""Runs of games that are broken off by what goes wrong around them: bots that vanish or change."""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import ROOT, call, good, refused
from tests.bots.contest.plans import TWO, written
from urbanist.bots.contest.plan import read_plan
from urbanist.bots.process.resource_limits import LONGEST_LOG
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine.record import Record

#: The sound program, which forfeits from the moment on when its folder has a file `broken`.
BREAK = '    if __import__("os").path.exists("broken") and word == "go":\n        raise SystemExit(3)\n'
FALTERING = SOUND.read_text(encoding="utf-8").replace(
    '    if word == "ugi":', f'{BREAK}    if word == "ugi":'
)


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a tournament in which the program `mine.py` plays, broken."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(FALTERING, encoding="utf-8")
    (tmp_path / "broken").touch()
    mine = f'[[bot]]\nname = "mine"\ncommand = "{sys.executable} -I mine.py"\n'
    return written(tmp_path, f"players = 2\ndeals = 5\nrest_after = 3\n{TWO}{mine}")


def told(database: Path, query: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(database)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_a_bot_that_forfeits_again_and_again_rests_and_the_others_play_on(cup: Path) -> None:
    done = call("tournament", cup)
    assert done.exit_code == 1
    rests, waits = done.stderr.removeprefix(ROOT).splitlines()
    assert rests.startswith("bot 'mine' rests after 3 forfeits in a row: crash in game 1.")
    assert waits.startswith("urbanist: 17 games wait for 'mine'; mend what is wrong, and --replay-forfeits")
    assert waits.endswith(f"; continue with: urbanist tournament {cup} --resume")
    assert "13 of 30 games" in done.stdout
    assert "forfeits of mine: 3 crash" in done.stdout
    assert "seed" not in done.stdout


def test_a_bot_that_was_mended_is_named_and_plays_its_forfeits_again(cup: Path) -> None:
    call("tournament", cup)
    Path("broken").unlink()
    Path("mine.py").write_text(FALTERING.replace("id name sound", "id name sounder"), encoding="utf-8")
    assert "goes with --resume" in refused("tournament", cup, "--replay-forfeits")
    done = call("tournament", cup, "--resume", "--replay-forfeits", "--records", "games")
    assert done.exit_code == 0
    assert done.stderr.removeprefix(ROOT).replace(ROOT, "").splitlines() == [
        "3 games with forfeits are played again",
        "bot 'mine' has changed: mine.py has changed; it is 'sounder', it was 'sound'",
    ]
    assert "30 of 30 games" in done.stdout
    assert "forfeits" not in done.stdout
    database = cup.with_suffix(".sqlite")
    assert told(database, "SELECT count(*) FROM replayed") == [(3,)]
    kept = {
        (bot, games): json.loads(text)
        for bot, games, text in told(database, "SELECT bot, games, fingerprint FROM fingerprints")
    }
    assert kept[0, 0]["text"] == "greedy"
    assert kept[2, 10]["version"] == "sounder"
    assert "mine.py" in kept[2, 0]["files"]
    assert kept[2, 0]["files"].keys() == kept[2, 10]["files"].keys()
    # Nothing has changed any more, and the records name the program that played each game.
    good("tournament", cup, "--resume")
    records = [Record.from_json(line) for line in Path("games").read_text(encoding="utf-8").splitlines()]
    marks = {mark for record in records for mark in record.meta.get("bots", ())}
    assert len(marks) == 2
    assert None in marks
    assert all(("mine" in record.seats) == ("bots" in record.meta) for record in records)


def test_rounds_that_follow_from_others_wait_for_a_bot_that_rests(cup: Path) -> None:
    cup.write_text(
        cup.read_text(encoding="utf-8").replace("deals = 5", 'deals = 3\nformat = "swiss"\nrounds = 2')
        + '[[bot]]\nplay = "random:seed=3"\n',
        encoding="utf-8",
    )
    done = call("tournament", cup)
    assert done.exit_code == 1
    assert "3 games wait for 'mine'" in done.stderr
    Path("broken").unlink()
    done = call("tournament", cup, "--resume", "--replay-forfeits")
    assert (done.exit_code, done.stderr.splitlines()[0]) == (0, "3 games with forfeits are played again")
    assert "24 of 24 games" in done.stdout


def test_a_match_waits_for_a_bot_that_rests_and_plays_its_forfeits_again(cup: Path) -> None:
    asked = ["match", "metropolys", "--seat", f"{sys.executable} -I mine.py", "--seat", "greedy", "--seed", 1]
    asked += ["--games", 6, "--rest-after", 2, "--out", "games.jsonl"]
    done = call(*asked)
    assert done.exit_code == 1
    assert "4 games wait for" in done.stderr
    assert done.stderr.endswith("; continue with the same command and --resume\n")
    Path("broken").unlink()
    done = call(*asked, "--resume", "--replay-forfeits")
    assert (done.exit_code, "forfeits of" in done.stderr) == (0, False), done.stderr
    assert done.stderr.removeprefix(ROOT).startswith("2 games with forfeits are played again\n")
    # What was played again counts also when the file is read once more, and nothing is left to play.
    Path("mine.py").write_text(FALTERING + "\n", encoding="utf-8")
    again = call(*asked, "--resume")
    assert again.stdout == done.stdout
    assert "has changed: its command or a file of it" in again.stderr
    numbers = [
        json.loads(line)["meta"]["game"]
        for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert numbers == ["1", "2", "1", "2", "3", "4", "5", "6"]


def test_where_no_bot_may_rest_all_games_are_played(cup: Path) -> None:
    plan = cup.read_text(encoding="utf-8").replace("rest_after = 3", "rest_after = 0")
    cup.write_text(plan.replace("deals = 5", "deals = 1"), encoding="utf-8")
    done = call("tournament", cup)
    assert (done.exit_code, done.stderr.removeprefix(ROOT)) == (0, "")
    assert "6 of 6 games" in done.stdout
    assert "forfeits of mine: 4 crash" in done.stdout


def test_the_logs_of_all_bots_share_a_total(tmp_path: Path) -> None:
    programs = "".join(f'[[bot]]\nname = "{number}"\ncommand = "sh -c true"\n' for number in range(8))
    for size, most in (("", LONGEST_LOG), ("logs_size = 16\n", 1 << 20)):
        bots = read_plan(written(tmp_path, f"players = 2\n{size}{programs}")).bots
        assert {bot.limits.log for bot in bots if isinstance(bot, CommandBot)} == {most}
