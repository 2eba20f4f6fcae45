"""Ending a bot's process with all its descendants, also those that left its session."""

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator

import psutil

#: Seconds between two looks.
PAUSE = 0.02


def address_space(process: psutil.Process) -> int:
    """Return the size of the address space of a process, in bytes; 0 if it has ended."""
    with contextlib.suppress(psutil.Error):
        return int(process.memory_info().vms)
    return 0


def cpu_seconds(process: psutil.Process) -> float:
    """Return the processor time of a process and of its children that have ended, in seconds."""
    try:
        used = process.cpu_times()
    except psutil.Error:
        return 0.0
    return float(used.user + used.system + used.children_user + used.children_system)


def outliving(find: Callable[[], Iterable[psutil.Process]], seconds: float) -> str:
    """Return the command of a process that still runs after `seconds`; empty if none does."""
    until = time.perf_counter() + seconds
    while left := list(filter(alive, find())):
        if time.perf_counter() >= until:
            with contextlib.suppress(psutil.Error):
                return " ".join(left[0].cmdline())
        time.sleep(PAUSE)
    return ""


#: Environment variable that tags every descendant of a bot; a bot started by a bot appends its own tag.
TAG = "URBANIST_BOT"
#: The most searches for the processes of a bot: each search finds the ones that were forked during the last.
SWEEPS = 20
#: Seconds to wait until killed processes are gone; a busy machine needs some time for that.
DYING = 1.0


def tagged(beginning: str) -> Iterator[psutil.Process]:
    """Yield every process with a word in its tag that begins with `beginning`."""
    return (process for process in psutil.process_iter() if is_tagged(process, beginning))


def end_bots_of(referee: int) -> None:
    """End all bots that a referee process has started, also after that process has died."""
    end(lambda: tagged(f"{referee}."))


def is_tagged(process: psutil.Process, beginning: str) -> bool:
    """Return whether a process has a word in its tag that begins with `beginning`."""
    try:
        words = process.environ().get(TAG, "").split()
    except psutil.Error:
        return False
    return any(word.startswith(beginning) for word in words)


def alive(process: psutil.Process) -> bool:
    """Return whether a process is still running."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def end(find: Callable[[], Iterable[psutil.Process]]) -> None:
    """Send SIGSTOP to all processes that `find` returns, then SIGKILL: one that forks meanwhile cannot escape."""
    held = set[psutil.Process]()
    for _ in range(SWEEPS):
        before = len(held)
        for process in find():
            if process not in held:
                held.add(process)
                with contextlib.suppress(psutil.Error):
                    process.suspend()
        if len(held) == before:
            break
    for process in held:
        with contextlib.suppress(psutil.Error):
            process.kill()
    until = time.monotonic() + DYING
    while any(map(alive, held)) and time.monotonic() < until:
        time.sleep(0.001)
