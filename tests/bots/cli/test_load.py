"""Many short games of programs in three languages: nobody loses on time, and nothing grows."""

import shutil
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.bots.cli.using import ROOT, awaited, started

EXAMPLES = Path(__file__).parents[3] / "examples"
GAMES = 504
PLAN = f"""game = "metropolys"
variant = "family"
players = 2
deals = {GAMES // 6}
seed = 20
clock = {{ time = 0.02, increment = 0.002 }}
[[bot]]
name = "C"
command = "./bot"
[[bot]]
name = "Python"
command = "{sys.executable} -I -S {EXAMPLES}/quick.py"
[[bot]]
name = "shell"
command = "sh {EXAMPLES}/bot.sh"
"""
#: A process may become so much larger, in bytes: Python gives memory back in large pieces.
GROWTH = 4 << 20


def used(running: "subprocess.Popen[str]") -> dict[int, tuple[int, int]]:
    """Return the memory and the descriptors of the main process and of its workers, by their numbers."""
    main = psutil.Process(running.pid)
    workers = [process for process in main.children() if "spawn_main" in " ".join(process.cmdline())]
    return {each.pid: (each.memory_info().rss, each.num_fds()) for each in (main, *workers)}


@pytest.mark.nightly
@pytest.mark.skipif(not shutil.which("cc"), reason="needs a compiler")
def test_many_short_games_cost_nobody_time_and_leave_nothing(tmp_path: Path) -> None:
    subprocess.run(["cc", "-O2", "-o", tmp_path / "bot", EXAMPLES / "bot.c"], check=True)
    (tmp_path / "cup.toml").write_text(PLAN, encoding="utf-8")
    running = started("tournament", "cup.toml", "--workers", 2, cwd=tmp_path)
    counts: list[dict[int, tuple[int, int]]] = []
    for games in (GAMES // 4, GAMES * 3 // 4):
        awaited(tmp_path / "cup.sqlite", games, seconds=1200)
        counts.append(used(running))
    output, errors = running.communicate(timeout=1200)
    assert (running.returncode, errors.removeprefix(ROOT)) == (0, "")
    assert f"{GAMES} of {GAMES} games" in output
    assert "forfeit" not in output
    before, after = counts
    assert before.keys() == after.keys()
    assert len(before) == 3
    for process, (memory, _) in after.items():
        assert memory - before[process][0] < GROWTH
    # Besides those of the games that are played just now: a line and three streams for each program.
    assert max(files for _, files in after.values()) <= max(files for _, files in before.values()) + 8
