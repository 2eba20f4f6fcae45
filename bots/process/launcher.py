"""A script that limits its own resources and rights, then executes a program with its arguments.

Arguments: CPU-SECONDS FILES PROCESSES MEBIBYTES PROGRAM ARGUMENT... It runs as a script of its own, so that no Python
code has to run between fork and exec in the referee.
"""

import contextlib
import ctypes
import resource
import signal
import sys
from os import close, execvp

#: The program of the sandbox.
SANDBOX = "bwrap"
#: Linux: an orphan becomes a child of its nearest ancestor that has set this flag.
PR_SET_CHILD_SUBREAPER = 36
#: Linux: no program that it executes gets more rights; and the two calls of Landlock, on all processors.
PR_SET_NO_NEW_PRIVS = 38
LANDLOCK_CREATE_RULESET, LANDLOCK_RESTRICT_SELF = 444, 446
#: Linux 6.12: no signals to processes outside, and no abstract sockets of theirs. Older kernels refuse the ruleset.
LANDLOCK_SCOPES = 0b11


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


def confine() -> None:
    """Forbid this process and its descendants to signal or trace other processes, where the kernel can do that."""
    if sys.platform == "linux":
        libc = ctypes.CDLL(None)
        # The rights to files and to the network, which it leaves as they are, and the scopes.
        rules = (ctypes.c_uint64 * 3)(0, 0, LANDLOCK_SCOPES)
        ruleset = libc.syscall(LANDLOCK_CREATE_RULESET, rules, ctypes.c_size_t(ctypes.sizeof(rules)), 0)
        if ruleset >= 0:
            libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            libc.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0)
            close(ruleset)


def become(cpu: int, files: int, processes: int, mebibytes: int, words: list[str]) -> None:
    """Limit this process and replace it by a program; a sandbox confines it better than this can."""
    adopt()
    if words[0] != SANDBOX:
        confine()
    # Some workers block it.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_NOFILE, files)
    limit(resource.RLIMIT_NPROC, processes)
    # macOS knows this limit but refuses to set it.
    with contextlib.suppress(ValueError, OSError):
        limit(resource.RLIMIT_AS, mebibytes << 20)
    execvp(words[0], words)


if __name__ == "__main__":
    cpu, files, processes, mebibytes = map(int, sys.argv[1:5])
    become(cpu, files, processes, mebibytes, sys.argv[5:])
