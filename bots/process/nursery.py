"""The nursery: the launcher of a referee, and the children that it starts."""

import atexit
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

from urbanist.bots.process.launcher import NUMBER
from urbanist.cext import spawn

LAUNCHER = Path(__file__).with_name("launcher.py")
#: Seconds that the launcher has to start a program, and to end what is left of one.
STARTING, RELEASING = 60.0, 2.0


class Child:
    """A process that the launcher has started: its number and our ends of its streams."""

    def __init__(self, line: socket.socket, stdin: int, stdout: int, stderr: int) -> None:
        self._line = line
        self._status: int | None = None
        self.stdin = open(stdin, "wb", buffering=0)  # noqa: SIM115  # closed by `release`
        self.stdout = open(stdout, "rb", buffering=0)  # noqa: SIM115
        self.stderr = open(stderr, "rb", buffering=0)  # noqa: SIM115
        self._line.settimeout(STARTING)
        told = line.recv(NUMBER.size)
        if not told:
            raise ChildProcessError("the process that starts programs was killed")
        self.pid: int = NUMBER.unpack(told)[0]

    @property
    def line(self) -> int:
        """The descriptor that can be read when it has ended."""
        return self._line.fileno()

    def status(self) -> int | None:
        """Return how it ended: its status, or a signal as a negative number; None while it runs."""
        if self._status is None and select.select([self._line], [], [], 0)[0]:
            told = self._line.recv(NUMBER.size)
            # Without its launcher nobody can know, but all its children have been killed.
            self._status = int(NUMBER.unpack(told)[0]) if told else -signal.SIGKILL
        return self._status

    def release(self) -> None:
        """Let the launcher kill what is left of it, wait for that, and close the streams."""
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)
            self._line.settimeout(RELEASING)
            while self._line.recv(NUMBER.size):
                continue
        for stream in (self.stdin, self.stdout, self.stderr, self._line):
            stream.close()


class Nursery:
    """The launcher of this process, which starts with the first program and ends with this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._launcher: tuple[socket.socket, subprocess.Popen[bytes]] | None = None
        atexit.register(self.close)

    def start(
        self,
        words: list[str],
        environment: dict[str, str],
        limits: tuple[int, ...],
        folder: Path,
        group: str | None = None,
    ) -> Child:
        """Return a process that runs a program with its arguments in a folder, under limits.

        It enters a control group by its file `group`, if one is given.
        """
        request = {
            "words": words,
            "environment": environment,
            "limits": limits,
            "folder": str(folder),
            "group": group,
        }
        pipes = [os.pipe() for _ in range(3)]
        line, end = socket.socketpair()
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1], end.fileno()]
        try:
            self._send(json.dumps(request).encode(), theirs)
        finally:
            for stream in theirs[:-1]:
                os.close(stream)
            end.close()
        return Child(line, pipes[0][1], pipes[1][0], pipes[2][0])

    def close(self) -> None:
        """End the launcher and all programs that it has started."""
        with self._lock:
            if self._launcher is not None:
                opened, process = self._launcher
                self._launcher = None
                opened.close()
                process.wait()

    def _send(self, request: bytes, streams: list[int]) -> None:
        with self._lock:
            # A launcher that somebody has killed is replaced.
            if self._launcher is None or self._launcher[1].poll() is not None:
                self._launcher = _launched()
            socket.send_fds(self._launcher[0], [NUMBER.pack(len(request))], streams)
            self._launcher[0].sendall(request)


def _launched() -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(  # noqa: S603  # words of ours
            [sys.executable, "-I", "-S", str(LAUNCHER), str(theirs.fileno()), spawn.__file__],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[theirs.fileno()],
        )
    return ours, process


@cache
def nursery_of(_referee: int) -> Nursery:
    """Return the nursery of the process with this number, which is this process."""
    return Nursery()
