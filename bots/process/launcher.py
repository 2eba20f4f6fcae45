"""A script that starts programs for a referee, each in a child process that first limits its own resources and rights.

It runs as a script of its own, because whoever starts a program adopts what that leaves behind. Its arguments are the
number of a socket and the file of the module `spawn`. Each request there is a length, a JSON object of that
length, and four descriptors: the streams of the program, and a line. On the line the launcher writes the number of the
process, and when that has ended its status; when the referee closes the line, it ends what is left of the program.
"""

import contextlib
import ctypes
import json
import os
import select
import signal
import socket
import struct
import sys
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

#: The program of the sandbox.
SANDBOX = "bwrap"
#: Linux: an orphan becomes a child of its nearest ancestor that has set this flag.
PR_SET_CHILD_SUBREAPER = 36
#: How a number is written to the line, and before a request.
NUMBER = struct.Struct("<i")
#: The descriptors of a request.
STREAMS = 4


def adopt() -> None:
    """Make this process adopt orphans among its descendants; do nothing on systems without this feature."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def loaded(path: str) -> ModuleType:
    """Return the compiled module in a file, without the package around it."""
    loader = ExtensionFileLoader("spawn", path)
    spec = ModuleSpec("spawn", loader, origin=path)
    module = loader.create_module(spec)
    loader.exec_module(module)
    return module


def places(word: str, environment: dict[str, str]) -> list[bytes]:
    """Return where the program of a word may be: in the folders of the search path, unless the word names one."""
    folders = [""] if os.sep in word else environment.get("PATH", os.defpath).split(os.pathsep)
    return [os.fsencode(os.path.join(folder, word)) for folder in folders]  # noqa: PTH118  # a `./` must stay


class Launcher:
    """The children that run, by the descriptors of their lines."""

    def __init__(self, referee: socket.socket, spawning: ModuleType) -> None:
        self._referee, self._spawning = referee, spawning
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
        head += self._received(NUMBER.size - len(head))
        length = NUMBER.unpack(head)[0] if len(head) == NUMBER.size else 0
        text = self._received(length)
        # A referee that is killed while it asks leaves a part of a request.
        if not length or len(text) < length:
            return None
        request = json.loads(text)
        for stream in given:
            os.set_inheritable(stream, False)
        *streams, line = given
        pid = self._spawned(request, streams)
        for stream in streams:
            os.close(stream)
        opened = socket.socket(fileno=line)
        self._lines[line] = (pid, opened)
        self._send(opened, pid)
        return opened

    def _received(self, length: int) -> bytes:
        """Return so many bytes from the referee, fewer if it closes the socket before."""
        parts = []
        while length and (part := self._referee.recv(length)):
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def _spawned(self, request: dict[str, Any], streams: list[int]) -> int:
        """Return the number of a process that runs the program of a request."""
        words, environment, group = request["words"], request["environment"], request["group"]
        cpu, files, processes, mebibytes = request["limits"]
        pid: int = self._spawning.spawn(
            places(words[0], environment),
            list(map(os.fsencode, words)),
            [os.fsencode(f"{name}={value}") for name, value in environment.items()],
            streams,
            os.fsencode(request["folder"]),
            None if group is None else os.fsencode(group),
            (cpu, files, processes, mebibytes << 20),
            words[0] != SANDBOX,  # which confines it better
        )
        return pid

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
    referee = socket.socket(fileno=int(sys.argv[1]))
    referee.set_inheritable(False)
    Launcher(referee, loaded(sys.argv[2])).serve()
