"""The process pool: the launcher of a referee, and the children that it starts."""

import atexit
import contextlib
import json
import mmap
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from functools import cache
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from urbanist.bots.process.launcher import (
    ASKED,
    ENDED,
    HELD,
    HOLD,
    MEMORY,
    NUMBER,
    PLACE,
    PLACES,
    PROCESSES,
    RESUME,
)

LAUNCHER = Path(__file__).with_name("launcher.py")
#: Seconds that the launcher has to start a program, and to end what is left of one.
STARTING, RELEASING = 60.0, 2.0
#: Why the launcher has killed a program.
KILL_REASONS = {MEMORY: "it took more memory than it may", PROCESSES: "it started more processes than it may"}


class StartRequest(NamedTuple):
    """The arguments of a start; a number among its words stands for the file descriptor of one of its `files`.

    `limits` are what it may take with all its processes, `system` are the limits of the system for its first one.
    """

    words: Sequence[str | int]
    environment: dict[str, str]
    folder: str
    tag: str
    limits: dict[str, float]
    system: dict[str, int]
    files: Sequence[str] = ()


class Child:
    """A process that the launcher has started: its PID and our ends of its pipes."""

    def __init__(
        self, line: socket.socket, streams: tuple[int, int, int], pool: "ProcessPool", place: int
    ) -> None:
        self._line, self._pool, self._place = line, pool, place
        self._at = place * PLACE.size
        #: The file descriptor that becomes readable when it has ended.
        self.line = line.fileno()
        self._status: int | None = None
        self._asked, self._since = 0.0, 0.0
        # Closed by `release`.
        self.stdin = FileIO(streams[0], "wb")
        self.stdout, self.stderr = FileIO(streams[1]), FileIO(streams[2])
        self._line.settimeout(STARTING)
        told = line.recv(NUMBER.size)
        if not told:
            raise ChildProcessError("the process that starts programs was killed")
        self.pid: int = NUMBER.unpack(told)[0]
        # From now on nobody waits for it: `select` would refuse a descriptor above 1,023.
        self._line.setblocking(False)

    @property
    def kill_reason(self) -> str:
        """The reason for which the launcher has killed it; empty if it has not."""
        return KILL_REASONS.get(NUMBER.unpack_from(self._pool.board, self._at + ENDED)[0], "")

    def ask(self, *, asked: bool) -> None:
        """Note whether an answer is asked of it now: meanwhile it may use the processor."""
        if asked is bool(self._since):
            return
        now = time.monotonic()
        self._asked += 0.0 if asked else now - self._since
        self._since = now if asked else 0.0
        ASKED.pack_into(self._pool.board, self._at, self._asked, self._since)
        if NUMBER.unpack_from(self._pool.board, self._at + HELD)[0]:
            # It was held before, because it used the processor without being asked.
            with contextlib.suppress(OSError):
                self._line.send(RESUME if asked else HOLD)

    def status(self) -> int | None:
        """Return its exit status, or a signal as a negative number; None while it runs."""
        if self._status is None:
            with contextlib.suppress(BlockingIOError):
                told = self._told()
                # Without its launcher nobody can know, but all its children have been killed.
                self._status = int(NUMBER.unpack(told)[0]) if told else -signal.SIGKILL
        return self._status

    def _told(self) -> bytes:
        """Return a number of the launcher; empty without it, and `BlockingIOError` if it has said nothing."""
        try:
            return self._line.recv(NUMBER.size)
        except ConnectionResetError:
            return b""

    def release(self) -> None:
        """Let the launcher kill what is left of it, wait for that, and close the streams."""
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)
            self._line.settimeout(RELEASING)
            while self._line.recv(NUMBER.size):
                continue
        for stream in (self.stdin, self.stdout, self.stderr, self._line):
            stream.close()
        self._pool.free(self._place)


class ProcessPool:
    """The launcher of this process, which starts with the first program and ends with this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._launcher: tuple[socket.socket, subprocess.Popen[bytes]] | None = None
        with tempfile.TemporaryFile() as file:
            file.truncate(PLACES * PLACE.size)
            self._file = os.dup(file.fileno())
        #: Shared memory with the launcher: a slot for each program, where both write what the other must know.
        self.board = mmap.mmap(self._file, PLACES * PLACE.size)
        self._places = list(range(PLACES))
        atexit.register(self.close)

    def start(self, start: StartRequest) -> Child:
        """Return a process that runs a program with its arguments in a folder, under limits.

        Raise `OSError` if there are too many.
        """
        if not self._places:
            raise OSError(f"more than {PLACES} programs at once")
        place = self._places.pop()
        PLACE.pack_into(self.board, place * PLACE.size, 0.0, 0.0, 0, 0)
        ends: list[int] = []
        try:
            for _ in range(3):
                ends += os.pipe()
            line, its = socket.socketpair()
        except OSError:
            # No file can be opened any more: what was taken until then is given back.
            for end in ends:
                os.close(end)
            self.free(place)
            raise
        stdin, to, out, stdout, error, stderr = ends
        theirs = [stdin, stdout, stderr, its.fileno()]
        try:
            self._send(json.dumps({**start._asdict(), "place": place}).encode(), theirs)
        finally:
            for stream in theirs[:-1]:
                os.close(stream)
            its.close()
        return Child(line, (to, out, error), self, place)

    def free(self, place: int) -> None:
        """Free a slot of the board."""
        self._places.append(place)

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
                self._launcher = _launched(self._file)
            socket.send_fds(self._launcher[0], [NUMBER.pack(len(request))], streams)
            self._launcher[0].sendall(request)


def _launched(board: int) -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(  # noqa: S603  # words of ours
            [sys.executable, "-I", "-S", str(LAUNCHER), str(theirs.fileno()), str(board)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[theirs.fileno(), board],
        )
    return ours, process


@cache
def process_pool_of(_referee: int) -> ProcessPool:
    """Return the pool of the process with this PID, which is this process: a fork gets its own."""
    return ProcessPool()
