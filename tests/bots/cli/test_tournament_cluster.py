"""`urbanist tournament` with a real scheduler and real workers, some of which are killed."""

import os
import re
import signal
import socket
import sqlite3
import sys
import time
from contextlib import suppress
from pathlib import Path

import pexpect
import psutil
import pytest

from tests.bots.cli.using import PATIENCE, awaited, descendants, good, ids, killed, refused, started
from tests.bots.contest.plans import SMALL, TWO, written


def scheduler_in(folder: Path) -> "tuple[pexpect.spawn[str], str]":
    """Start a scheduler on loopback; return it and its address."""
    command = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    http = ["--dashboard-address", "127.0.0.1:0"]
    scheduler = pexpect.spawn(sys.executable, [*command, *http], encoding="utf-8", cwd=folder)
    scheduler.expect(r"Scheduler at: +(tcp://127\.0\.0\.1:\d+)", timeout=PATIENCE)
    assert isinstance(scheduler.match, re.Match)
    return scheduler, scheduler.match[1]


def worker_of(address: str, folder: Path) -> "pexpect.spawn[str]":
    """Start a nanny of a scheduler in a folder and return it; it starts a worker, and another one when that ends."""
    command = ["-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard"]
    more = ["--nanny", "--local-directory", str(folder)]
    return pexpect.spawn(sys.executable, [*command, *more], encoding="utf-8", cwd=folder)


@pytest.mark.nightly
def test_a_cluster_replaces_a_worker_and_is_one_line_where_it_cannot_play_or_is_lost(tmp_path: Path) -> None:
    """A scheduler and a worker run on loopback. First the worker is killed, and at the end the scheduler."""
    far, alone = tmp_path / "far", tmp_path / "alone"
    far.mkdir()
    alone.mkdir()
    scheduler, address = scheduler_in(far)
    nanny = worker_of(address, far)
    asked = ["--scheduler", address]
    try:
        plan = SMALL.replace("nodes=60", "nodes=200").replace("deals = 5", "deals = 6")
        running = started("tournament", written(far, plan), *asked, "--records", far / "games")
        awaited(far / "cup.sqlite", 4)
        for child in psutil.Process(nanny.pid).children(recursive=True):
            child.kill()
        _, errors = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, errors
        good("tournament", written(alone, plan), "--records", alone / "games")
        assert (far / "games").read_bytes() == (alone / "games").read_bytes()

        bot = 'echo games metropolys; echo ugiok; while read -r line; do [ "$line" = isready ] && echo readyok; done'
        (tmp_path / "mine.sh").write_text(bot, encoding="utf-8")
        path = written(tmp_path, f'{TWO}[[bot]]\ncommand = "sh mine.sh"\n')
        running = started("tournament", path, *asked, cwd=tmp_path)
        _, errors = running.communicate(timeout=PATIENCE)
        assert re.fullmatch(r"urbanist: worker tcp://.*: bot 'sh mine.sh': .*\n", errors)
        assert not (tmp_path / "cup.sqlite").exists()

        path = written(tmp_path, SMALL.replace("deals = 5", "deals = 200"))
        running = started("tournament", path, *asked)
        awaited(tmp_path / "cup.sqlite", 5)
        scheduler.kill(signal.SIGKILL)
        output, errors = running.communicate(timeout=PATIENCE)
    finally:
        for process in (nanny, scheduler):
            killed(process)
    assert running.returncode == 1
    assert errors.startswith(f"urbanist: scheduler '{address}': ")
    assert errors.count("\n") == 1
    assert f"{len(ids(tmp_path / 'cup.sqlite'))} of 1200 games" in output


@pytest.mark.nightly
def test_a_local_cluster_plays_the_same_games_beside_a_server_on_its_usual_port(tmp_path: Path) -> None:
    cluster, alone = tmp_path / "cluster", tmp_path / "alone"
    cluster.mkdir()
    alone.mkdir()
    with socket.socket() as taken:
        # If another cluster of this machine has the port already, this test needs no socket of its own.
        with suppress(OSError):
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        local = ["--scheduler", "local", "--workers", 1, "--records", cluster / "games"]
        running = started("tournament", written(cluster, SMALL), *local)
        _, errors = running.communicate(timeout=PATIENCE)
    assert (running.returncode, errors) == (0, "")
    good("tournament", written(alone, SMALL), "--records", alone / "games")
    assert (cluster / "games").read_bytes() == (alone / "games").read_bytes()


@pytest.mark.parametrize("wait", [pytest.param(wait, marks=pytest.mark.nightly) for wait in (0.0, 1.0, 3.0)])
def test_ctrl_c_ends_a_local_cluster_without_a_traceback(tmp_path: Path, wait: float) -> None:
    """A terminal sends Ctrl-C to the workers, too; here they may still be starting."""
    path = written(tmp_path, SMALL.replace("deals = 5", "deals = 20000"))
    local = ["--scheduler", "local", "--workers", 2]
    running = started("tournament", path, *local, start_new_session=True)
    workers = descendants(running, 2)
    time.sleep(wait)
    os.killpg(running.pid, signal.SIGINT)
    _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    again = f"urbanist tournament {path} --resume --scheduler local"
    assert re.fullmatch(
        rf"interrupted after \d+ of 120000 games; continue with: {re.escape(again)}\n", errors
    )
    _, left = psutil.wait_procs(workers, timeout=PATIENCE)
    assert not left


@pytest.mark.nightly
def test_a_worker_that_ends_while_it_starts_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DASK_DISTRIBUTED__WORKER__PRELOAD", '["import os; os._exit(3)"]')
    path = written(tmp_path, f"players = 2\ndeals = 1\n{TWO}")
    running = started("tournament", path, "--scheduler", "local")
    _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 1
    assert errors.startswith("urbanist: scheduler 'local': a worker ended while it started (")
    assert errors.endswith(f"; continue with: urbanist tournament {path} --resume --scheduler local\n")
    assert errors.count("\n") == 1


def test_a_tournament_that_has_ended_needs_no_scheduler_and_no_bots(tmp_path: Path) -> None:
    path = written(tmp_path, f"players = 2\ndeals = 1\n{TWO}")
    shown = good("tournament", path)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # a port on which nobody listens
        asked = ["--resume", "--scheduler", f"tcp://127.0.0.1:{nobody.getsockname()[1]}"]
        assert good("tournament", path, *asked) == shown
        with sqlite3.connect(tmp_path / "cup.sqlite") as connection:
            connection.execute("DELETE FROM games WHERE id = '1.1.1.2'")
        connection.close()
        assert "no connection" in refused("tournament", path, *asked, status=1)
    assert good("tournament", path, "--resume").splitlines()[-1] == shown.splitlines()[-1]


@pytest.mark.nightly
def test_a_training_and_an_export_of_two_workers_of_which_one_dies_have_the_same_bytes(
    tmp_path: Path,
) -> None:
    (far := tmp_path / "far").mkdir()
    scheduler, address = scheduler_in(far)
    nannies = [worker_of(address, far) for _ in range(2)]
    words = "metropolys --games 40 --nodes 30 --generations 1 --test-deals 1 --test-nodes 8 --device numpy".split()
    export = [
        "metropolys",
        "--players",
        2,
        "--positions",
        3000,
        "--seat",
        "ismcts:nodes=20",
        "--seed",
        1,
        "--out",
    ]
    try:
        running = started("train", *words, "--out", far / "net", "--scheduler", address)
        until = time.monotonic() + PATIENCE
        lines = far / "net" / "games-000.jsonl"
        while not lines.exists() or lines.read_bytes().count(b"\n") < 4:
            assert time.monotonic() < until
            time.sleep(0.02)
        dying = psutil.Process(nannies[1].pid)
        for process in (dying, *dying.children(recursive=True)):
            process.kill()
        _, errors = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, errors
        good("export", *export, far / "rows.npz", "--scheduler", address)
    finally:
        for child in (*nannies, scheduler):
            killed(child)
    alone = started("train", *words, "--out", tmp_path / "net")
    alone.communicate(timeout=PATIENCE)
    assert alone.returncode == 0
    good("export", *export, tmp_path / "rows.npz")
    assert (far / "net" / "weights-000.npz").read_bytes() == (
        tmp_path / "net" / "weights-000.npz"
    ).read_bytes()
    assert (far / "rows.npz").read_bytes() == (tmp_path / "rows.npz").read_bytes()
    played = [
        sorted((folder / "net" / "games-000.jsonl").read_text().splitlines()) for folder in (far, tmp_path)
    ]
    assert played[0] == played[1]
