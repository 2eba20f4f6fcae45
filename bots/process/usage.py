"""What a process uses, and which processes run on after another one."""

import contextlib
import time
from collections.abc import Callable, Iterable

import psutil

from urbanist.bots.process.cleanup import alive

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
    """Return the command of one of the processes that still run after so many seconds; empty if none does."""
    until = time.perf_counter() + seconds
    while found := list(filter(alive, find())):
        if time.perf_counter() >= until:
            with contextlib.suppress(psutil.Error):
                return " ".join(found[0].cmdline())
        time.sleep(PAUSE)
    return ""
