"""Who has no folder that can be written plays and solves puzzles, and one line says that nothing is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.bots.cli.test_crash import MAIN, opened
from tests.bots.cli.using import call, good, killed, refused

#: A user that no system knows, with an environment that names no home.
UNKNOWN = 54321
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can have another real user")
#: What a person does, each with what is typed; what is only looked at says nothing of what is kept.
PLAYED = {
    "play": (
        ["play", "metropolys", "--seats", "human,random", "--options", "first=0", "--plain"],
        "7@N3\nresign\nyes\nquit\n",
    ),
    "puzzles": (["puzzles", "metropolys", "--plain"], "solution\nquit\n"),
}
LOOKED = (["puzzles"], ["stats"], ["saves"])


HOMES = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name folders that cannot be made."""
    for name in HOMES:
        monkeypatch.setenv(name, "/dev/null/home")


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize("what", PLAYED)
def test_a_folder_that_cannot_be_made_is_one_line(what: str) -> None:
    arguments, typed = PLAYED[what]
    done = call(*arguments, given=typed)
    assert (done.exit_code, done.stderr.count("\n")) == (0, 1), done.stderr
    assert done.stderr.startswith("Nothing is kept: /dev/null")
    assert done.stderr.endswith("; XDG_DATA_HOME can name a folder that can be written\n")


@pytest.mark.usefixtures("nowhere")
def test_who_only_looks_needs_no_folder() -> None:
    for arguments in LOOKED:
        good(*arguments)
    assert refused("play", "--plain", "--resume", status=1).startswith(
        "--resume: no game to continue in /dev"
    )


@AS_ROOT
@pytest.mark.parametrize("arguments", [("stats",), PLAYED["play"][0]], ids=str)
def test_an_unknown_user_without_a_home_is_no_fault(arguments: list[str]) -> None:
    code = f"import os; os.setresuid({UNKNOWN}, 0, 0)\n{MAIN}"
    known = {key: value for key, value in os.environ.items() if key not in HOMES}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, input="", capture_output=True, text=True, env=known, check=False)
    assert done.returncode == 0, done.stderr
    said = done.stderr.splitlines()
    assert len(said) == ("--plain" in arguments)
    assert all(line.startswith("Nothing is kept: ") for line in said)


@pytest.mark.usefixtures("nowhere")
def test_what_is_named_is_kept_all_the_same(tmp_path: Path) -> None:
    arguments, _ = PLAYED["play"]
    file = tmp_path / "game.jsonl"
    assert call(*arguments, "--record", file, given="7@N3\nquit\n").exit_code == 0
    assert "7@N3" in file.read_text(encoding="utf-8")
    assert call("play", "--resume", file, "--plain", given="resign\nyes\nquit\n").exit_code == 0
    assert '"resigned":0' in file.read_text(encoding="utf-8")


@pytest.mark.nightly
def test_the_screen_says_it_too() -> None:
    child = opened(Path("/dev/null/home"), ["play", "metropolys", "--seats", "human,random"], (40, 120))
    try:
        child.expect_exact("\x1b[?1049h")
        child.expect("Nothing")  # as the screen paints it: word by word
        child.send("q")
        child.expect_exact("the game is not saved")
        child.expect(pexpect.EOF)
        child.close()
        assert (child.exitstatus, child.signalstatus) == (0, None)
    finally:
        killed(child)
