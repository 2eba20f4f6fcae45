"""The script that starts programs, watches and ends them, and a referee that goes away."""

import contextlib
import ctypes
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from urbanist.bots.process import launcher
from urbanist.bots.process.launcher import NUMBER, PLACE, PLACES, STREAMS
from urbanist.bots.process.process_pool import LAUNCHER, Child, ProcessPool, StartRequest
from urbanist.bots.process.resource_limits import ResourceLimits

#: Seconds in which a launcher ends, on a busy machine too.
PATIENCE = 60
#: Of the system: seconds, open files, bytes; and of all processes together: MiB, processes, processors.
SYSTEM = {"cpu": 100, "nofile": 50, "as": 1 << 32, "core": 0}
TOGETHER = {"memory": 200.0, "processes": 20.0, "processors": 1.0}


def begun(pool: ProcessPool, words: Sequence[str | int], **more: Any) -> Child:
    """Return a program that a pool has started."""
    given = {"folder": "/", "tag": "1.a", "limits": TOGETHER, "system": SYSTEM} | more
    return pool.start(StartRequest(words, {"GREETING": "good day", "URBANIST_BOT": "1.a"}, **given))


def ran(words: Sequence[str | int], **more: Any) -> tuple[int | None, str]:
    """Return the status of a program and what it wrote to its output and errors."""
    pool = ProcessPool()
    try:
        child = begun(pool, words, **more)
        child.stdin.close()
        said = child.stdout.read() + child.stderr.read()
        status = ended(child)
        child.release()
        return status, said.decode()
    finally:
        pool.close()


def ended(child: Child) -> int | None:
    """Return the status of a program that ends soon."""
    until = time.monotonic() + PATIENCE
    while (status := child.status()) is None and time.monotonic() < until:
        time.sleep(0.01)
    return status


def shell(script: str, **more: Any) -> tuple[int | None, str]:
    """Return the status and the output of a script."""
    return ran(["/bin/sh", "-c", script], **more)


def test_a_program_has_its_words_environment_folder_and_streams(tmp_path: Path) -> None:
    done = shell('echo "$0 $GREETING"; pwd; cat; echo to errors >&2; exit 3', folder=str(tmp_path))
    assert done == (3, f"/bin/sh good day\n{tmp_path}\nto errors\n")


def test_it_leads_a_session_and_has_its_limits() -> None:
    # The limits come a moment after the program, one after the other.
    limits = "$(ulimit -t) $(ulimit -n) $(ulimit -v) $(ulimit -c)"
    wait = f'tries=0; while [ "{limits}" != "100 50 4194304 0" ] && [ $((tries += 1)) -le {10 * PATIENCE} ]'
    script = f'{wait}; do sleep 0.1; done; [ "$(ps -o sid= -p $$)" -eq $$ ] && echo "{limits}"'
    assert shell(script) == (0, "100 50 4194304 0\n")


def test_a_limit_that_is_lower_already_stays() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert ResourceLimits(files=1 << 24).system(apart=True)["nofile"] == min(most, 1 << 24)


@pytest.mark.skipif(launcher.KEYCTL is None, reason="keyrings are of Linux")
def test_each_program_has_a_keyring_of_its_own() -> None:
    """As a login shell this process has a session keyring, which its programs inherit unless they get another one."""
    libc, keyctl, add_key = ctypes.CDLL(None), launcher.KEYCTL, {250: 248}.get(launcher.KEYCTL or 0, 217)
    if libc.syscall(keyctl, launcher.JOIN_SESSION_KEYRING, None) < 0:
        pytest.skip("no keyrings here")
    assert libc.syscall(add_key, b"user", b"of-test", b"a card", 6, -3) > 0
    search = f"import ctypes; print(ctypes.CDLL(None).syscall({keyctl}, 10, -3, b'user', b'NAME', 0) > 0)"
    add = f"; ctypes.CDLL(None).syscall({add_key}, b'user', b'left', b'a card', 6, -3)"
    keyrings = [
        ran([sys.executable, "-I", "-c", search.replace("NAME", name) + add])[1]
        for name in ("of-test", "left", "left")
    ]
    assert keyrings == ["False\n"] * 3


@pytest.mark.parametrize("free", [8, 2, 0])
def test_a_referee_may_have_thousands_of_open_files(free: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 1200
    if hard != resource.RLIM_INFINITY and hard < most:
        pytest.skip(f"no process may have {most} open files here")
    pool = ProcessPool()
    begun(pool, ["true"]).release()  # its launcher has room of its own
    files: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    try:
        with contextlib.suppress(OSError):
            while True:
                files.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(free):
            os.close(files.pop())
        if free >= STREAMS * 2:
            child = begun(pool, ["/bin/sh", "-c", "exit 3"])
            assert child.line > 1023
            assert ended(child) == 3
            child.release()
        else:
            with pytest.raises(OSError, match="Too many open files"):
                begun(pool, ["true"])
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    pool.close()


def test_a_file_is_passed_by_its_descriptor_and_a_script_needs_no_format(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text('echo it runs $1; cat "/dev/fd/$2"\n', encoding="utf-8")
    script.chmod(0o755)
    (tmp_path / "file").write_text("and reads\n", encoding="utf-8")
    done = ran([str(script), "well", 0], files=[str(tmp_path / "file")])
    assert done == (0, "it runs well\nand reads\n")


@pytest.mark.parametrize(
    ("words", "more", "said"),
    [
        (["/no/such"], {}, "No such file or directory: /no/such\n"),
        (["/"], {}, "Permission denied: /\n"),
        (["/bin/sh"], {"folder": "/no/folder"}, "No such file or directory: /no/folder\n"),
        (["/bin/cat", 0], {"files": ["/no/file"]}, "No such file or directory: /no/file\n"),
    ],
)
def test_a_program_that_cannot_run_says_why(words: list[str | int], more: dict[str, Any], said: str) -> None:
    assert ran(words, **more) == (127, said)


@pytest.mark.parametrize(
    "part", [b"", NUMBER.pack(100)[:2], NUMBER.pack(100), NUMBER.pack(100) + b'{"words"']
)
def test_it_ends_with_a_referee_that_is_killed_while_it_asks(part: bytes) -> None:
    ours, its = socket.socketpair()
    with tempfile.TemporaryFile() as board:
        board.truncate(PLACES * PLACE.size)
        words = [sys.executable, "-I", "-S", str(LAUNCHER), str(its.fileno()), str(board.fileno())]
        with subprocess.Popen(words, pass_fds=[its.fileno(), board.fileno()]) as launcher:
            its.close()
            if part:
                streams = [os.open(os.devnull, os.O_RDWR) for _ in range(STREAMS)]
                socket.send_fds(ours, [part], streams)
                for stream in streams:
                    os.close(stream)
            ours.close()
            try:
                assert launcher.wait(PATIENCE) == 0
            finally:
                launcher.kill()
