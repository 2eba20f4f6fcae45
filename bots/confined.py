"""A program that limits itself, then becomes a shell command: CPU-SECONDS FILES PROCESSES MEBIBYTES COMMAND.

It is run by its path, apart from the rest, so that nobody runs code between fork and exec.
"""

import resource
import sys
from os import execv

SHELL = "/bin/sh"


def limit(kind: int, most: int) -> None:
    """Lower a limit of this process; one that is lower already stays."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


def become(cpu: int, files: int, processes: int, mebibytes: int, command: str) -> None:
    """Limit this process and let it be the command."""
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_NOFILE, files)
    limit(resource.RLIMIT_NPROC, processes)
    limit(resource.RLIMIT_AS, mebibytes << 20)
    execv(SHELL, [SHELL, "-c", command])


if __name__ == "__main__":
    cpu, files, processes, mebibytes = map(int, sys.argv[1:5])
    become(cpu, files, processes, mebibytes, sys.argv[5])
