"""A script that starts programs for a referee, each in a child process that first limits its own resources and rights.

It runs as a script of its own, so that no Python code has to run between fork and exec in the referee, and a start
costs no start of Python. Its argument is the number of a socket. Each request there is a length, a JSON object of that
length, and four descriptors: the streams of the program, and a line. On the line the launcher writes the number of the
process, and when that has ended its status; when the referee closes the line, it ends what is left of the program.
"""

import contextlib
import ctypes
import errno
import gc
import json
import os
import resource
import select
import signal
import socket
import struct
import sys
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None)
SHELL = "/bin/sh"
#: The program of the sandbox.
SANDBOX = "bwrap"
#: Linux: an orphan becomes a child of its nearest ancestor that has set this flag.
PR_SET_CHILD_SUBREAPER = 36
#: Linux: no program that it executes gets more rights; and the two calls of Landlock, on all processors.
PR_SET_NO_NEW_PRIVS = 38
LANDLOCK_CREATE_RULESET, LANDLOCK_RESTRICT_SELF = 444, 446
#: Linux 6.12: no signals to processes outside, and no abstract sockets of theirs. Older kernels refuse the ruleset.
LANDLOCK_SCOPES = 0b11
#: How a number is written to the line, and before a request.
NUMBER = struct.Struct("<i")
#: The descriptors of a request.
STREAMS = 4
#: The status of a child that could not execute its program.
NOT_EXECUTED = 127


def limit(kind: int, most: int) -> None:
    """Lower a limit of this process; keep a limit that is already lower."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(kind, (most, most))


def adopt() -> None:
    """Make this process adopt orphans among its descendants; do nothing on systems without this feature."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def confine() -> None:
    """Forbid this process and its descendants to signal or trace other processes, where the kernel can do that."""
    if sys.platform == "linux":
        # The rights to files and to the network, which it leaves as they are, and the scopes.
        rules = (ctypes.c_uint64 * 3)(0, 0, LANDLOCK_SCOPES)
        ruleset = LIBC.syscall(LANDLOCK_CREATE_RULESET, rules, ctypes.c_size_t(ctypes.sizeof(rules)), 0)
        if ruleset >= 0:
            LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            LIBC.syscall(LANDLOCK_RESTRICT_SELF, ruleset, 0)
            os.close(ruleset)


def become(request: dict[str, Any], streams: list[int]) -> None:
    """Limit this process and replace it by the program of a request; a sandbox confines it better than this can."""
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    words = request["words"]
    cpu, files, processes, mebibytes = request["limits"]
    os.chdir(request["folder"])
    if request["group"] is not None:
        Path(request["group"]).write_text("0", encoding="ascii")
    adopt()
    if words[0] != SANDBOX:
        confine()
    for number in (signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)
    # Some workers block it.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    limit(resource.RLIMIT_CORE, 0)
    limit(resource.RLIMIT_CPU, cpu)
    limit(resource.RLIMIT_NOFILE, files)
    limit(resource.RLIMIT_NPROC, processes)
    # macOS knows this limit but refuses to set it.
    with contextlib.suppress(ValueError, OSError):
        limit(resource.RLIMIT_AS, mebibytes << 20)
    try:
        os.execvpe(words[0], words, request["environment"])
    except OSError as error:
        if error.errno != errno.ENOEXEC:
            raise
        # A script that does not name its interpreter.
        os.execve(SHELL, [SHELL, *words], request["environment"])


class Launcher:
    """The children that run, by the descriptors of their lines."""

    def __init__(self, referee: socket.socket) -> None:
        self._referee = referee
        self._lines: dict[int, tuple[int, socket.socket]] = {}
        self._told: set[int] = set()

    def serve(self) -> None:
        """Follow requests until the referee closes the socket; then end all programs."""
        awake, wake = os.pipe()
        for end in (awake, wake):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        poll = select.poll()
        poll.register(self._referee, select.POLLIN)
        poll.register(awake, select.POLLIN)
        while True:
            for stream, _ in poll.poll():
                if stream == awake:
                    os.read(awake, 1 << 12)
                    self._tell()
                elif stream != self._referee.fileno():
                    poll.unregister(stream)
                    self._end(stream)
                elif (line := self._start()) is not None:
                    poll.register(line, select.POLLIN)
                else:
                    for open_line in list(self._lines):
                        self._end(open_line)
                    return

    def _start(self) -> socket.socket | None:
        """Start the program of the next request and return its line; None if there are no more requests."""
        head, given, _, _ = socket.recv_fds(self._referee, NUMBER.size, STREAMS)
        if not head:
            return None
        for stream in given:
            os.set_inheritable(stream, False)
        *streams, line = given
        (left,) = NUMBER.unpack(head)
        parts = []
        while left:
            parts.append(self._referee.recv(left))
            left -= len(parts[-1])
        request = json.loads(b"".join(parts))
        pid = os.fork()
        if pid == 0:
            try:
                become(request, streams)
            except OSError as error:
                os.write(2, f"{error.strerror}: {error.filename or request['words'][0]}\n".encode())
            finally:
                os._exit(NOT_EXECUTED)
        for stream in streams:
            os.close(stream)
        opened = socket.socket(fileno=line)
        self._lines[line] = (pid, opened)
        self._send(opened, pid)
        return opened

    def _tell(self) -> None:
        """Write the status of each program that has ended to its line."""
        for pid, line in self._lines.values():
            if pid not in self._told:
                # Not reaped: its number stays its own until the referee closes the line.
                found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if found is not None:
                    exited = found.si_code == os.CLD_EXITED
                    self._told.add(pid)
                    self._send(line, found.si_status if exited else -found.si_status)

    def _end(self, stream: int) -> None:
        """Kill what is left of a program, reap it, and close its line."""
        pid, line = self._lines.pop(stream)
        self._told.discard(pid)
        kill(pid)
        # Its children without a parent have become ours; those of a program that still runs are with that.
        while left := self._orphans():
            for orphan in left:
                kill(orphan)
        line.close()

    def _orphans(self) -> list[int]:
        """Return our children that are no programs."""
        try:
            words = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split()
        except OSError:
            return []
        return sorted(set(map(int, words)) - {pid for pid, _ in self._lines.values()})

    def _send(self, line: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError):
            line.send(NUMBER.pack(number))


def kill(pid: int) -> None:
    """Kill a child and its process group, and reap it."""
    for end in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            end(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)


if __name__ == "__main__":
    adopt()
    # A child shares the memory of this process until one of them writes to it.
    gc.disable()
    referee = socket.socket(fileno=int(sys.argv[1]))
    referee.set_inheritable(False)
    Launcher(referee).serve()
