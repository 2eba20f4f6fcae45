"""A script that limits its own resources, then executes a shell command.

Arguments: CPU-SECONDS FILES PROCESSES MEBIBYTES COMMAND. It runs as a script of its own, so that no Python code has to
run between fork and exec in the referee.
"""

import contextlib
import ctypes
import resource
import signal
import sys
from os import execv

SHELL = "/bin/sh"
#: Linux: an orphan becomes a child of its nearest ancestor that has set this flag.
PR_SET_CHILD_SUBREAPER = 36


def limit(kind: int, most: int) -> None:
    """Lower a limit of this process; keep a limit that is already lower."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


def adopt() -> None:
    """Make this process adopt orphans among its descendants; do nothing on systems without this feature."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def become(cpu: int, files: int, processes: int, mebibytes: int, command: str) -> None:
    """Limit this process and replace it by the shell command."""
    adopt()
    # Some workers block it.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_NOFILE, files)
    limit(resource.RLIMIT_NPROC, processes)
    # macOS knows this limit but refuses to set it.
    with contextlib.suppress(ValueError, OSError):
        limit(resource.RLIMIT_AS, mebibytes << 20)
    execv(SHELL, [SHELL, "-c", command])


if __name__ == "__main__":
    cpu, files, processes, mebibytes = map(int, sys.argv[1:5])
    become(cpu, files, processes, mebibytes, sys.argv[5])
