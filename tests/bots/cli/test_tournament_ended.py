"""`urbanist tournament` killed, interrupted and resumed: it loses and repeats no game and leaves no process."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil
import pytest

from tests.bots.cli.using import PATIENCE, PROGRAM, ROOT, awaited, descendants, good, ids, refused, started
from tests.bots.contest.plans import SMALL, TWO, written
from tests.bots.hostile import HOSTILE, program


def test_a_tournament_is_looked_at_while_it_is_played_and_ctrl_c_shows_how_it_goes_on(tmp_path: Path) -> None:
    text = SMALL.replace("deals = 5", 'deals = 20000\ndatabase = "games.sqlite"')
    one, other = written(tmp_path, text, "one.toml"), written(tmp_path, text, "other.toml")
    database = tmp_path / "games.sqlite"
    running = started("tournament", one, "--workers", 2, start_new_session=True)
    awaited(database, 3)
    # Many editors write a new file and give it the name of the old one.
    written(tmp_path, text, "new.toml").replace(one)
    for path, more in ((other, ["--resume"]), (one, ["--resume"]), (other, [])):
        message = refused("tournament", path, *more)
        assert message == f"{database}: another process is playing this tournament"
    assert "of 120000 games" in good("tournament", other, "--standings")
    os.killpg(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=PATIENCE)
    count = len(ids(database))
    assert running.returncode == 130
    again = f"continue with: urbanist tournament {one} --resume"
    assert errors == f"interrupted after {count} of 120000 games; {again}\n"
    assert f"{count} of 120000 games" in output


@pytest.mark.nightly
def test_the_standings_of_a_tournament_are_shown_from_a_folder_that_is_read_only(tmp_path: Path) -> None:
    # Root may write in every folder, unless it gives this up.
    humble = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] if os.getuid() == 0 else []
    if humble and shutil.which("setpriv") is None:
        pytest.skip("no setpriv here")
    path = written(tmp_path, SMALL)
    output = good("tournament", path)
    before = sorted(tmp_path.iterdir())
    tmp_path.chmod(0o555)
    asked = [*humble, *PROGRAM, "tournament", str(path), "--standings"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    tmp_path.chmod(0o755)
    assert (done.returncode, done.stdout, done.stderr) == (0, output, "")
    assert sorted(tmp_path.iterdir()) == before


def test_no_worker_outlives_the_main_process(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL.replace("nodes=60", "nodes=2000000"))
    running = started("tournament", path, "--workers", 2)
    workers = descendants(running, 3)  # one of them is the resource tracker of multiprocessing
    time.sleep(0.5)
    os.kill(running.pid, signal.SIGKILL)
    _, left = psutil.wait_procs(workers, timeout=PATIENCE)
    assert not left
    running.communicate(timeout=PATIENCE)


def test_a_signal_ends_it_without_a_process_left(tmp_path: Path) -> None:
    command = json.dumps(program(tmp_path, HOSTILE["sleeps"].code))
    path = written(tmp_path, f"players = 2\n{TWO}[[bot]]\ncommand = {command}\n")
    running = started("tournament", path)
    awaited(tmp_path / "cup.sqlite", 2)
    programs = descendants(running)
    running.send_signal(signal.SIGTERM)
    _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert errors.removeprefix(ROOT).startswith("interrupted after ")
    _, left = psutil.wait_procs(programs, timeout=PATIENCE)
    assert not left


def test_ctrl_c_while_workers_start_shows_no_traceback(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL.replace("deals = 5", "deals = 20000"))
    running = started("tournament", path, "--workers", 2, start_new_session=True)
    descendants(running)
    os.killpg(running.pid, signal.SIGINT)
    _, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert re.fullmatch(r"interrupted after \d+ of 120000 games; continue with: .*\n", errors)
