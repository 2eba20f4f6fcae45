"""`urbanist tournament`: played to the end, killed, interrupted and resumed, on processes and on a cluster."""

import csv
import json
import os
import random
import re
import signal
import sqlite3
import sys
import time
from pathlib import Path

import pexpect
import psutil
import pytest

from tests.bots.cli.using import PROGRAM, good, refused, started
from tests.bots.hostile import HOSTILE, program
from tests.bots.tournament.plans import TWO, written

SMALL = f'players = 2\ndeals = 5\n{TWO}[[bot]]\nplay = "ismcts:nodes=60"\n'


def ids(database: Path) -> list[str]:
    """Return the ids of the games that a database holds; none where there is no database yet."""
    if not database.exists():
        return []
    connection = sqlite3.connect(database)
    try:
        return [game for (game,) in connection.execute("SELECT id FROM games ORDER BY id")]
    except sqlite3.OperationalError:
        return []
    finally:
        connection.close()


def awaited(database: Path, games: int) -> None:
    """Return when a database holds so many games."""
    until = time.monotonic() + 60
    while len(ids(database)) < games:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_tournament_and_all_that_is_told_of_it(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL)
    names = {kind: tmp_path / f"cup.{kind}" for kind in ("json", "csv", "html")}
    records = tmp_path / "cup.jsonl"
    asked = [f"--{kind}={file}" for kind, file in names.items()]
    said = good("tournament", path, "--workers", 2, "--records", records, *asked)
    rows = said.splitlines()
    assert re.search(r"bot +rating +games +points +win % +ms a move", said)
    assert re.search(
        r"\d +ismcts:nodes=60 +\d+ \[\d+, \d+\] +20 +\d+\.\d ± \d+\.\d +\d+\.\d ± \d+\.\d +\d+\.\d", said
    )
    assert "metropolys, round robin, tables of 2, seed 0, 30 of 30 games on 5 deals" in rows[-1]
    assert json.loads(names["json"].read_text(encoding="utf-8"))["games"] == 30
    with names["csv"].open(encoding="utf-8") as file:
        assert {row["name"] for row in csv.DictReader(file)} == {"greedy", "ismcts:nodes=60", "random"}
    page = names["html"].read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "<svg" in page
    assert good("verify", records) == "30 good records\n"
    assert good("tournament", path, "--standings") == said
    assert good("tournament", path, "--resume") == said


def test_any_number_of_workers_and_a_cluster_give_the_same_records(tmp_path: Path) -> None:
    found = []
    for place, more in enumerate(
        (["--workers", 1], ["--workers", 2], ["--scheduler", "local", "--workers", 2])
    ):
        folder = tmp_path / str(place)
        folder.mkdir()
        running = started("tournament", written(folder, SMALL), "--records", folder / "games", *more)
        _, errors = running.communicate(timeout=120)
        assert (running.returncode, errors) == (0, "")
        found.append((folder / "games").read_bytes())
    assert found[0] == found[1] == found[2]
    assert found[0].count(b"\n") == 30


def test_killed_ten_times_it_comes_to_the_same_games(tmp_path: Path) -> None:
    """The process that hands games out is killed at random moments, and goes on where it was."""
    chance = random.Random(5)
    plan = SMALL.replace("deals = 5", "deals = 30").replace("nodes=60", "nodes=150")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
    uninterrupted = started("tournament", written(whole, plan), "--workers", 2, "--records", whole / "games")
    path, database = written(broken, plan), broken / "cup.sqlite"
    for kill in range(10):
        resume = ["--resume"] if database.exists() else []
        running = started("tournament", path, "--workers", 2, *resume)
        before = ids(database)
        awaited(database, min(len(before) + chance.randrange(12), 170))
        time.sleep(chance.random() * 0.02)
        os.kill(running.pid, signal.SIGKILL)
        running.communicate(timeout=20)
        after = ids(database)
        assert set(before) <= set(after), f"kill {kill} lost games"
    assert len(ids(database)) < 180
    running = started("tournament", path, "--resume", "--records", broken / "games")
    _, errors = running.communicate(timeout=120)
    assert (running.returncode, errors) == (0, "")
    uninterrupted.communicate(timeout=120)
    assert ids(database) == ids(whole / "cup.sqlite")
    assert len(ids(database)) == 180
    assert (broken / "games").read_bytes() == (whole / "games").read_bytes()


def test_no_worker_outlives_the_process_that_handed_it_games(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL.replace("nodes=60", "nodes=2000000"))
    running = started("tournament", path, "--workers", 2)
    until = time.monotonic() + 60
    while len(workers := psutil.Process(running.pid).children()) < 2:
        assert time.monotonic() < until
    time.sleep(1.0)
    os.kill(running.pid, signal.SIGKILL)
    _, left = psutil.wait_procs(workers, timeout=20)
    assert not left
    running.communicate(timeout=20)


def test_ctrl_c_tells_how_to_go_on(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL.replace("deals = 5", "deals = 20000"))
    running = started("tournament", path, "--workers", 2, start_new_session=True)
    awaited(tmp_path / "cup.sqlite", 5)
    os.killpg(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=30)
    count = len(ids(tmp_path / "cup.sqlite"))
    assert running.returncode == 130
    assert (
        errors
        == f"interrupted after {count} of 120000 games; go on with: urbanist tournament {path} --resume\n"
    )
    assert f"{count} of 120000 games" in output


def test_a_terminal_shows_how_it_goes(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL.replace("deals = 5", "deals = 20000"))
    child = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], "tournament", str(path)], encoding="utf-8", dimensions=(40, 100)
    )
    child.expect(r"win %", timeout=60)
    child.expect(r"round 1 .*\d+/120000.*games/s", timeout=60)
    child.sendintr()
    child.expect("go on with: urbanist tournament .*--resume", timeout=60)
    child.expect(pexpect.EOF, timeout=60)
    child.close()
    assert child.exitstatus == 130


def test_hostile_programs_lose_their_own_games_and_no_other_changes(tmp_path: Path) -> None:
    peaceful = f"players = 2\ndeals = 1\nclock = {{ move = 0.4, grace = 0.1 }}\n{TWO}"
    plan = peaceful
    wrongs = {name: HOSTILE[name] for name in ("raises", "sleeps", "makes a move up")}
    for name, wrong in wrongs.items():
        command = json.dumps(program(tmp_path, wrong.deed))
        plan += f'[[bot]]\nname = "{name}"\ncommand = {command}\n'
    records = tmp_path / "games"
    said = good("tournament", written(tmp_path, plan), "--workers", 2, "--records", records)
    for name, wrong in wrongs.items():
        assert f"forfeits of {name}: " in said
        assert re.search(rf"forfeits of {name}: \d+ {wrong.reason}\n", said)
    games = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    alone = tmp_path / "alone"
    alone.mkdir()
    good("tournament", written(alone, peaceful), "--records", alone / "games")
    expected = (alone / "games").read_text(encoding="utf-8").splitlines()
    assert [game for game in games if game["ended"] == "played out"] == [
        json.loads(line) for line in expected
    ]
    assert good("verify", records) == f"{len(games)} good records\n"


def test_a_killed_worker_of_a_real_scheduler_is_replaced(tmp_path: Path) -> None:
    """A scheduler and two workers on loopback, one of which is killed in the middle of it."""
    plan = SMALL.replace("nodes=60", "nodes=600").replace("deals = 5", "deals = 10")
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    folder = tmp_path / "cluster"
    folder.mkdir()
    scheduler = pexpect.spawn(
        dask[0],
        [*dask[1:], "--host", "127.0.0.1", "--port", "0", "--no-dashboard"],
        encoding="utf-8",
        cwd=folder,
    )
    scheduler.expect(r"Scheduler at: +(tcp://127\.0\.0\.1:\d+)", timeout=60)
    assert isinstance(scheduler.match, re.Match)
    address = scheduler.match[1]
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-dashboard",
    ]
    workers = [
        pexpect.spawn(worker[0], [*worker[1:], "--nanny", "--local-directory", str(folder)], encoding="utf-8")
        for _ in range(2)
    ]
    try:
        path = written(folder, plan)
        running = started("tournament", path, "--scheduler", address, "--records", folder / "games")
        awaited(folder / "cup.sqlite", 4)
        for child in psutil.Process(workers[0].pid).children(recursive=True):
            child.kill()
        _, errors = running.communicate(timeout=180)
        assert running.returncode == 0, errors
    finally:
        for process in (*workers, scheduler):
            process.close(force=True)
    alone = tmp_path / "alone"
    alone.mkdir()
    good("tournament", written(alone, plan), "--records", alone / "games")
    assert (folder / "games").read_bytes() == (alone / "games").read_bytes()


@pytest.mark.parametrize(
    ("text", "said"),
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
def test_what_cannot_be_held_is_one_line_and_leaves_nothing(text: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    assert said in refused("tournament", path)
    assert [file.name for file in tmp_path.iterdir()] == ["cup.toml"]


def test_what_is_missing_or_foreign_is_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, TWO)
    assert "none.toml: No such file" in refused("tournament", tmp_path / "none.toml", status=1)
    assert "nothing to resume" in refused("tournament", path, "--resume")
    (tmp_path / "cup.sqlite").write_text("dear diary\n" * 100, encoding="utf-8")
    assert "holds a tournament already" in refused("tournament", path)
    assert "no database of a tournament" in refused("tournament", path, "--resume")
    far = ["tournament", written(tmp_path, TWO, "far.toml"), "--scheduler"]
    assert "scheduler 'tcp://127.0.0.1:9': nobody answers there" in refused(
        *far, "tcp://127.0.0.1:9", status=1
    )
    assert not (tmp_path / "far.sqlite").exists()
