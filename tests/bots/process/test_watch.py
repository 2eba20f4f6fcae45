"""What a program may take of the machine with all its processes, and that it costs nobody else anything."""

import os
import re
import signal
import sys
import textwrap
import time
from pathlib import Path

import pytest

from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.launcher import AROUND, family, stats_of, taken
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.sandbox import Sandbox, fault
from urbanist.bots.process.transport import ReadTimeout, StreamClosed

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process takes")
BWRAP = pytest.mark.skipif(bool(fault()), reason=f"no sandbox here: {fault()}")
BOXES = pytest.mark.parametrize(
    "sandbox", [None, pytest.param(Sandbox(), marks=BWRAP)], ids=["bare", "bwrap"]
)
#: Seconds in which a program does what it is told, on a busy machine too.
PATIENCE = 60


def program(folder: Path, code: str) -> str:
    """Return the command of a program."""
    path = folder / "bot.py"
    path.write_text(f"import os, sys, time\n{code}\n", encoding="utf-8")
    return f"{sys.executable} -I {path}"


@LINUX
@BOXES
def test_memory_is_counted_over_all_processes(sandbox: Sandbox | None, tmp_path: Path) -> None:
    code = "for _ in range(5): os.fork() or (bytearray(b'x' * (80 << 20)), time.sleep(600))\ntime.sleep(600)"
    command = program(tmp_path, code.replace("(bytearray", "[bytearray").replace("600))", "600)]"))
    process = EngineProcess(command, ResourceLimits(memory=250), sandbox=sandbox)
    with pytest.raises(StreamClosed, match=r"^it took more memory than it may"):
        process.read(PATIENCE)
    process.kill()


@LINUX
@BOXES
def test_memory_that_processes_share_counts_once(sandbox: Sandbox | None, tmp_path: Path) -> None:
    code = "shared = b'x' * (80 << 20)\nfor _ in range(5): os.fork() or time.sleep(600)\nprint('there', flush=True)\n"
    process = EngineProcess(
        program(tmp_path, f"{code}time.sleep(600)"), ResourceLimits(memory=250), sandbox=sandbox
    )
    assert process.read(PATIENCE) == "there"
    process.send("still there?")
    with pytest.raises(ReadTimeout):
        process.read(0.5)
    process.kill()


@LINUX
def test_a_program_with_too_many_processes_is_ended(tmp_path: Path) -> None:
    code = "for _ in range(60): os.fork() or time.sleep(600)\ntime.sleep(600)"
    process = EngineProcess(program(tmp_path, code), ResourceLimits(processes=30))
    with pytest.raises(StreamClosed, match=r"^it started more processes than it may"):
        process.read(PATIENCE)
    process.kill()


@BWRAP
def test_the_processes_of_a_program_are_not_counted_with_those_of_others(tmp_path: Path) -> None:
    code = """
started = 0
try:
    for _ in range(60):
        os.fork() or time.sleep(600)
        started += 1
except OSError:
    pass
print(started, flush=True)
time.sleep(600)
"""
    command, limits = program(tmp_path, code), ResourceLimits(processes=30)
    both = [EngineProcess(command, limits, sandbox=Sandbox()) for _ in range(2)]
    try:
        # The program itself counts, and for an ordinary user the first process of the sandbox.
        assert all(int(process.read(PATIENCE)) in (28, 29) for process in both)
    finally:
        for process in both:
            process.kill()


#: How the processes of a program try to work while others are to move: by many, under the name of the sandbox, without
#: their first thread, and by children that nobody waits for.
WORKERS = {
    "many": "spin()",
    "as the sandbox": "libc.prctl(15, b'bwrap', 0, 0, 0); spin()",
    "without a first thread": "threading.Thread(target=spin).start(); libc.pthread_exit(None)",
    "unseen": """
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        while True:
            if os.fork() == 0:
                spin(0.12)
                os._exit(0)
            time.sleep(0.06)
    """,
}


def working(folder: Path, way: str) -> str:
    """Return the command of a program whose children work in a way, and which answers every line."""
    code = f"""
import ctypes, signal, threading
libc = ctypes.CDLL(None)
def spin(seconds=1e9):
    until = time.monotonic() + seconds
    while time.monotonic() < until: pass
def work():
{textwrap.indent(textwrap.dedent(way), "    ")}
for _ in range(4):
    if os.fork() == 0:
        os.setsid()
        work()
for line in sys.stdin:
    print(line, end="", flush=True)
"""
    return program(folder, code)


@BWRAP
@pytest.mark.parametrize("way", WORKERS)
def test_who_works_without_being_asked_is_stopped_until_it_is_asked(way: str, tmp_path: Path) -> None:
    process = EngineProcess(working(tmp_path, WORKERS[way]), sandbox=Sandbox())
    try:
        for _ in range(2):
            process.ask(asked=True)
            process.send("asked")
            assert process.read(PATIENCE) == "asked"
            process.ask(asked=False)
            wait_for_rest(process)
        # One that another process lets go on is stopped again.
        for each in family(process.pid, AROUND):
            os.kill(each, signal.SIGCONT)
        wait_for_rest(process)
    finally:
        process.kill()


def wait_for_rest(process: EngineProcess) -> None:
    """Wait until a program in the sandbox is stopped with all its descendants."""
    until = time.monotonic() + PATIENCE
    while not stopped(process) or used_in(process, 0.5):
        assert time.monotonic() < until, "it works on"


def stopped(process: EngineProcess) -> bool:
    """Return whether a program in the sandbox is stopped with all its descendants that have not ended."""
    return all(words[0] in (b"T", b"Z") for _, words in stats_of(family(process.pid, AROUND)))


def used_in(process: EngineProcess, seconds: float) -> float:
    """Return the processor time that a program uses in the next seconds."""
    before = taken(family(process.pid))[0]
    time.sleep(seconds)
    return taken(family(process.pid))[0] - before


@BWRAP
def test_what_a_program_writes_is_bounded(tmp_path: Path) -> None:
    code = """
def fill(folder):
    written = 0
    try:
        for number in range(100):
            with open(f"{folder}/{number}", "wb", buffering=0) as file:
                written += file.write(bytes(50 << 20))
    except OSError as error:
        return f"{folder}: {written >> 20} MiB, {error.strerror}"
for folder in ("/", "/dev", "/dev/shm", "/tmp", "/usr", os.getcwd(), "/proc/sys/kernel"):
    print(fill(folder), flush=True)
"""
    process = EngineProcess(program(tmp_path, code), sandbox=Sandbox())
    said = [process.read(PATIENCE) for _ in range(7)]
    process.kill()
    refused = "0 MiB, Read-only file system"
    assert said[:2] == [f"/: {refused}", f"/dev: {refused}"]
    for line, folder in zip(said[2:4], ("/dev/shm", "/tmp"), strict=True):
        assert re.fullmatch(rf"{folder}: 25\d MiB, No space left on device", line)
    assert said[4] == f"/usr: {refused}"
    assert all(": 0 MiB, " in line for line in said[5:])


@BWRAP
def test_no_setting_of_the_system_can_be_written(tmp_path: Path) -> None:
    settings = ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger")
    code = f"print([path for path in {settings} if os.access(path, os.W_OK)])"
    process = EngineProcess(program(tmp_path, code), sandbox=Sandbox())
    assert process.read(PATIENCE) == "[]"
    process.kill()
