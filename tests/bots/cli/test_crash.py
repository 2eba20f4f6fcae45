"""Applications that a fault ends, and windows that are too small for them, on real terminals."""

import os
import re
import sys
import time
from itertools import chain, repeat
from pathlib import Path

import pexpect
import pytest

from tests.bots.cli.using import PATIENCE, killed

MAIN = "from urbanist.bots.cli.main import main; main()"
#: What makes a part of an application fail when it is shown.
FAULTS = {
    "play": "from urbanist.bots.table.application.frame import Frame as Part; name = 'guide'",
    "puzzles": "from urbanist.bots.table.application.frame import Frame as Part; name = 'tell'",
    "home": "from urbanist.bots.table.application.home import Home as Part; name = '_show'",
}
FAIL = "def fail(*_, **__): raise ValueError('a fault [red]of ours')\nsetattr(Part, name, fail)"
WORDS = {
    "play": ["play", "metropolys", "--seats", "human,random"],
    "home": ["play"],
    "puzzles": ["puzzles", "metropolys"],
}


def opened(
    folder: Path, words: list[str], size: tuple[int, int] = (24, 80), before: str = ""
) -> "pexpect.spawn[str]":
    """Start the program on a terminal of some lines and columns."""
    # The window itself says how large it is.
    known = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LINES"}}
    folders = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "TERM": "xterm-256color"}
    return pexpect.spawn(
        sys.executable,
        ["-c", f"{before}\n{MAIN}", *words],
        env={**known, **folders, "LC_ALL": "C.UTF-8"},
        dimensions=size,
        encoding="utf-8",
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[pytest.mark.nightly] * (name != "play")) for name in FAULTS]
)
def test_a_fault_ends_an_application_with_one_line_and_status_1(command: str, tmp_path: Path) -> None:
    child = opened(tmp_path, WORDS[command], before=f"{FAULTS[command]}\n{FAIL}")
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == (1, None)
    # What is printed after the terminal has left the alternate screen.
    shown = (child.before or "").rpartition("\x1b[?1049l")[2]
    plain = re.sub(r"\x1b(\[[0-9;?<>]*[a-zA-Z]|\][^\x07]*\x07)", "", shown).replace("\r", "")
    kept, _, line = plain.strip().rpartition("\n")
    assert line.startswith(
        "urbanist: internal error, --debug shows the traceback: Crash: ValueError: a fault [red]of"
    )
    assert "Traceback" not in plain
    assert kept == ("no move was made, so no game is saved" if command == "play" else "")


#: What terminals send beside keys that are understood, each with what it is.
NOISE = {
    "an old report of the mouse, right of column 95": b"\x1b[M \xa9!\x1b[M#\xa9\xf0",
    "a letter of Latin-2": b"\xb1",
    "Alt with eight bits": b"\xf1",
    "half a character": b"\xd0",
    "a key of kitty with alternates": b"\x1b[97:65:97;2:1;65u",
    "a key of no character": b"\x1b[1114112;1u",
    "a window without pixels, and the mouse": b"\x1b[48;24;80;0;0t\x1b[<35;10;10M",
    "a reply that nobody asked for": b"\x1bP1+r\x1b\\\x1b]11;rgb:0/0/0\x1b\\",
}


def test_no_byte_ends_an_application(tmp_path: Path) -> None:
    child = opened(tmp_path, WORDS["home"])
    try:
        child.expect_exact("\x1b[?1049h")
        child.expect(r"\S\x1b\[")
        for noise in NOISE.values():
            os.write(child.child_fd, noise)
            time.sleep(0.3)  # as nobody types faster: what comes at once may be one key
            assert child.isalive()
        while child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=0.3) == 1:
            child.send("q")
        child.close()
        assert (child.exitstatus, child.signalstatus) == (0, None)
    finally:
        killed(child)


def test_a_fault_in_the_thread_that_reads_keys_is_no_success(tmp_path: Path) -> None:
    fault = "from urbanist.bots.table.application.keyboard import Keyboard as Part; name = 'run_input_thread'"
    child = opened(tmp_path, WORDS["home"], before=f"{fault}\n{FAIL}")
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == (1, None)
    assert "Crash: ValueError: a fault [red]of ours" in (child.before or "").replace("\r\n", " ")


@pytest.mark.nightly
@pytest.mark.parametrize(
    "columns", [1, *(pytest.param(columns, marks=pytest.mark.nightly) for columns in (2, 3))]
)
@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[pytest.mark.nightly] * (name != "home")) for name in WORDS]
)
def test_a_window_that_is_too_small_is_no_fault(command: str, columns: int, tmp_path: Path) -> None:
    child = opened(tmp_path, WORDS[command], (24, columns))
    try:
        child.expect_exact("\x1b[?1049h")
        child.expect(r"\S\x1b\[")
        # A person gives up, sees the page of the end, and leaves; on a busy machine a key may come before its page.
        keys, until = chain("xy", repeat("q")), time.monotonic() + PATIENCE
        while child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=0.3) == 1:
            assert time.monotonic() < until
            child.send(next(keys))
        child.close()
        assert (child.exitstatus, child.signalstatus) == (0, None)
    finally:
        killed(child)
