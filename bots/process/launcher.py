"""A program that limits itself, then becomes a shell command: CPU-SECONDS FILES PROCESSES MEBIBYTES COMMAND.

It is run by its path, apart from the rest, so that nobody runs code between fork and exec.
"""

import contextlib
import ctypes
import resource
import sys
from os import execv

SHELL = "/bin/sh"
#: Linux: whoever loses its parent becomes a child of the nearest process above that has asked for it.
PR_SET_CHILD_SUBREAPER = 36


def limit(kind: int, most: int) -> None:
    """Lower a limit of this process; one that is lower already stays."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


def adopt() -> None:
    """Let orphans among its descendants come to this process, where they are found; nothing where that cannot be."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def become(cpu: int, files: int, processes: int, mebibytes: int, command: str) -> None:
    """Limit this process and let it be the command."""
    adopt()
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_NOFILE, files)
    limit(resource.RLIMIT_NPROC, processes)
    # A system that has the name alone, as macOS, refuses.
    with contextlib.suppress(ValueError, OSError):
        limit(resource.RLIMIT_AS, mebibytes << 20)
    execv(SHELL, [SHELL, "-c", command])


if __name__ == "__main__":
    cpu, files, processes, mebibytes = map(int, sys.argv[1:5])
    become(cpu, files, processes, mebibytes, sys.argv[5])
