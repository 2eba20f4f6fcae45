"""What a signal leaves of a terminal: its modes are as before, the game is saved, and the status is that of shells."""

import os
import shutil
import signal
import sys
import termios
import time
from pathlib import Path

import pexpect
import psutil
import pytest

from tests.bots.cli.using import PATIENCE, PROGRAM, killed

#: A game in which a bot has moved first, so that there is something to save.
GAME = tuple("play metropolys --players 2 --options first=0 --seats random,human --seed 1".split())
#: What fills the screen, and what talks in lines, with a text that says that it waits for a person.
FULL = {
    "game": (GAME, "Leave"),
    "home": (("play",), "leaves"),
    "puzzle": (("puzzles", "metropolys"), "Leave"),
}
LINES = {
    "game in lines": ((*GAME, "--plain"), r"your move \("),
    "home in lines": (("play", "--plain"), r"\[metropolys\]: "),
    "puzzle in lines": (("puzzles", "metropolys", "--plain"), r"the best move \("),
}
ALL = {**FULL, **LINES}
#: What a day looks at; the others wait for the night.
DAILY = ("puzzle in lines",)
#: What makes a terminal leave its second screen, report no mouse, and show the cursor.
LEFT = ("\x1b[?1049l", "\x1b[?1000l", "\x1b[?1003l", "\x1b[?25h")


def environment(folder: Path) -> "os._Environ[str]":
    unset = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    known = {key: value for key, value in os.environ.items() if key not in unset}
    told = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return {**known, **told}  # type: ignore[return-value]


def begun(folder: Path, command: list[str], *, deaf: bool = False) -> "pexpect.spawn[str]":
    """Start a command on a terminal of its own; if it is deaf it ignores SIGHUP, as under nohup."""

    def heard() -> None:
        """Undo what a shell does to its background jobs, and nohup: signals that are ignored stay so in a child."""
        for number in (signal.SIGINT, signal.SIGQUIT, *([] if deaf else [signal.SIGHUP])):
            signal.signal(number, signal.SIG_DFL)

    return pexpect.spawn(
        command[0],
        command[1:],
        env=environment(folder),
        dimensions=(40, 120),
        encoding="utf-8",
        timeout=PATIENCE,
        ignore_sighup=deaf,
        preexec_fn=heard,
    )


def is_cooked(child: "pexpect.spawn[str]") -> bool:
    """Return whether a terminal shows what is typed, and passes it on by lines."""
    modes = termios.tcgetattr(child.child_fd)[3]
    return bool(modes & termios.ECHO) and bool(modes & termios.ICANON)


@pytest.mark.parametrize(
    ("what", "number"),
    [
        *(
            pytest.param(what, signal.SIGTERM, marks=[pytest.mark.nightly] * (what not in DAILY))
            for what in ALL
        ),
        ("game", signal.SIGHUP),
        pytest.param("game in lines", signal.SIGHUP, marks=pytest.mark.nightly),
        pytest.param("home", signal.SIGQUIT, marks=pytest.mark.nightly),
    ],
)
def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was(
    what: str, number: signal.Signals, tmp_path: Path
) -> None:
    arguments, awaited = ALL[what]
    child = begun(tmp_path, [*PROGRAM, *arguments])
    try:
        child.expect(awaited)
        until = time.monotonic() + PATIENCE
        # Between the modes of a line and the wait for a key, Python does not notice a signal.
        while is_cooked(child) or psutil.Process(child.pid).status() != psutil.STATUS_SLEEPING:
            assert time.monotonic() < until
            time.sleep(0.1)
        child.kill(number)
        output = str(child.read())
        assert is_cooked(child)
    finally:
        killed(child)
    # Who sends SIGQUIT wants the program to end by it.
    by_signal = number == signal.SIGQUIT
    assert (child.exitstatus, child.signalstatus) == ((None, number) if by_signal else (128 + number, None))
    assert "Traceback" not in output
    if what in FULL:
        assert all(code in output for code in LEFT)
    if "game" in what:
        assert [path for path in tmp_path.rglob("metropolys*") if path.stat().st_size]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "deaf", [pytest.param(False, marks=pytest.mark.nightly), True], ids=["at once", "without a signal"]
)
def test_a_terminal_that_is_closed_ends_it(tmp_path: Path, *, deaf: bool) -> None:
    child = begun(tmp_path, [*PROGRAM, *GAME], deaf=deaf)
    child.expect("Leave")
    assert child.pid is not None
    os.close(child.child_fd)
    ended, status = os.waitpid(child.pid, 0)
    child.closed = child.terminated = True
    assert ended == child.pid
    assert os.waitstatus_to_exitcode(status) == -signal.SIGHUP


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs a shell with job control")
@pytest.mark.parametrize(
    "what",
    [
        "puzzle",
        *(
            pytest.param(what, marks=pytest.mark.nightly)
            for what in ALL
            if what not in ("puzzle", "home in lines")
        ),
    ],
)
def test_ctrl_z_goes_back_to_the_shell_and_fg_paints_everything_again(what: str, tmp_path: Path) -> None:
    arguments, awaited = ALL[what]
    child = begun(tmp_path, ["bash", "--norc", "--noprofile", "-i"])
    try:
        child.sendline("bind 'set enable-bracketed-paste off'; PS1='shell> '")
        child.expect("[\r\n]shell> ")
        child.sendline(f"{sys.executable} -c '{PROGRAM[2]}' {' '.join(arguments)}")
        child.expect(awaited)
        child.send("\x1a")
        child.expect("Stopped")
        if what in FULL:
            assert all(code in str(child.before) for code in LEFT)
        child.expect("shell> ")
        child.sendline("fg")
        child.expect("fg\r\n")
        child.expect(awaited)
        child.send("\x04" if what in LINES else "q")
        child.expect("shell> ")
    finally:
        killed(child)
