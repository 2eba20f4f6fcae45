"""A script that starts programs for a referee, watches what each takes of the machine, and ends what it leaves behind.

It runs as a script of its own: it adopts the processes that programs leave, and ends all programs when the referee
ends, however that happens. Its arguments are the number of a socket and that of the board. Each request on the socket
is a length, a JSON object of that length, and four descriptors: the streams of the program, and a line. On the line
the launcher writes the number of the process, and when that has ended its status; there the referee asks it to hold
or to resume the program, and by closing the line to end what is left of it.

A start takes as long as one by `vfork` in a module of C, which stood here before: 1.38 and 1.39 ms to the first answer
of a bot in C, 3.58 and 3.86 ms on a busy machine. By `prlimit` as a program it takes 0.7 ms more, by a function before
`exec` 5 ms more. `subprocess` in the referee itself would save 0.5 ms, but nobody would end what outlives the referee.
"""

import contextlib
import ctypes
import errno
import json
import mmap
import os
import platform
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

#: Linux: an orphan becomes a child of its nearest ancestor that has set this flag.
PR_SET_CHILD_SUBREAPER = 36
#: Linux: the number of `keyctl` on machines that we know, and its command for a new session keyring.
KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "loongarch64": 219}.get(platform.machine())
JOIN_SESSION_KEYRING = 1
#: How a number is written to the line, and before a request.
NUMBER = struct.Struct("<i")
#: The descriptors of a request.
STREAMS = 4
SHELL = "/bin/sh"
#: What the referee writes to the line.
HOLD, RESUME = b"h", b"r"
#: The board is memory of both. In its place each program has the seconds for which it was asked, the time since when
#: it is asked now (0 if it is not), whether it was held, and why it was ended.
PLACE = struct.Struct("<ddii")
PLACES = 1024
ASKED, HELD, ENDED = struct.Struct("<dd"), 16, 20
#: Why a program was ended.
MEMORY, PROCESSES = 1, 2
#: Seconds between two looks at the programs.
LOOK = 0.1
#: Seconds of the processor that a program may save up, and its share of one while it is not asked.
BURST, IDLE = 0.3, 0.1
#: The most looks for the processes of a program while they are stopped: each finds what was forked during the last.
SWEEPS = 50
TICK, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
#: Processes of the sandbox and of the shell, beside those of a program.
OURS = 8
#: Above a program in the sandbox are two processes of bubblewrap: the one started first, and one that adopts orphans.
AROUND = 2


class Process(NamedTuple):
    """A process: a number that is given again is another one, and a name is what a program says."""

    pid: int
    started: int


class RunningProgram:
    """A program that runs, with its place on the board and what it may take."""

    def __init__(self, pid: int, line: socket.socket, request: dict[str, Any]) -> None:
        self.pid, self.line = pid, line
        self.tag: bytes = request["tag"].encode()
        self.said = False
        limits = request["limits"]
        self._memory, self._processes = int(limits["memory"]) << 20, limits["processes"] + OURS
        self._share: float = limits["processors"]
        self._at = request["place"] * PLACE.size
        self._around = AROUND if self._share else 0
        self._seen, self._asked, self._used, self._credit = time.monotonic(), 0.0, ProcessorTime(), BURST
        self._held: set[Process] = set()

    def look(self, board: mmap.mmap) -> None:
        """End the program if it takes too much; hold or resume it as its use of the processor demands."""
        pids = family(self.pid)
        _, resident, threads = taken(pids)
        if threads > self._processes:
            self._end(board, PROCESSES)
        elif resident > self._memory and proportional(pids) > self._memory:
            self._end(board, MEMORY)
        if self._share:
            self._charge(self._used.since_the_last_look(pids), board)

    def _charge(self, used: float, board: mmap.mmap) -> None:
        """Suspend the program if it has used more CPU time than its quota, or continue it."""
        now = time.monotonic()
        asked, since = ASKED.unpack_from(board, self._at)
        asked += now - since if since else 0.0
        for_it, idle = asked - self._asked, now - self._seen - (asked - self._asked)
        earned = self._share * for_it + IDLE * max(idle, 0.0)
        self._credit = min(self._credit + earned - used, BURST)
        self._seen, self._asked = now, asked
        if self._credit < 0 or (self._held and not since):
            struct.pack_into("<i", board, self._at + HELD, 1)
            self.hold()
        elif self._held:
            self._go_on()

    def hold(self) -> None:
        """Send SIGSTOP to the processes of the program that run, but not to those of the sandbox around it.

        Also to those that were held before: a timer or another process may have let them go on.
        """
        signed = set[Process]()
        for _ in range(SWEEPS):
            running = {each for each, words in stats_of(family(self.pid, self._around)) if words[0] != b"T"}
            if running <= signed:
                break
            for each in running - signed:
                signalled(each.pid, signal.SIGSTOP)
            signed |= running
        self._held |= signed

    def resume(self) -> None:
        """Let the program run, which is asked again: what it took meanwhile is forgiven."""
        self._credit = max(self._credit, 0.0)
        self._go_on()

    def _go_on(self) -> None:
        for each, _ in stats_of(held.pid for held in self._held):
            if each in self._held:
                signalled(each.pid, signal.SIGCONT)
        self._held.clear()

    def _end(self, board: mmap.mmap, why: int) -> None:
        """Kill the program and all its processes."""
        struct.pack_into("<i", board, self._at + ENDED, why)
        self.hold()
        for pid in (*family(self.pid, self._around), self.pid):
            signalled(pid, signal.SIGKILL)


class ProcessorTime:
    """The CPU time that processes use, also those that nobody waits for at their end."""

    def __init__(self) -> None:
        self._before: dict[Process, tuple[int, int]] = {}

    def since_the_last_look(self, pids: Iterable[int]) -> float:
        """Return the seconds that processes have used since the last call, with those of their ended children."""
        now = {
            each: (sum(map(int, words[11:13])), sum(map(int, words[13:15]))) for each, words in stats_of(pids)
        }
        own, waited_for = 0, 0
        for each, (used, of_children) in now.items():
            before = self._before.get(each, (0, 0))
            own, waited_for = own + used - before[0], waited_for + of_children - before[1]
        # Who was waited for is counted a second time in the time of its parent.
        counted = sum(sum(used) for each, used in self._before.items() if each not in now)
        self._before = now
        return (own + max(waited_for - counted, 0)) / TICK


class Launcher:
    """The programs that run, by the descriptors of their lines."""

    def __init__(self, referee: socket.socket, board: mmap.mmap) -> None:
        self._referee, self._board = referee, board
        self._programs: dict[int, RunningProgram] = {}

    def serve(self) -> None:
        """Follow requests until the referee closes the socket."""
        awake, wake = os.pipe()
        for end in (awake, wake):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        poll = select.poll()
        poll.register(self._referee, select.POLLIN)
        poll.register(awake, select.POLLIN)
        next_look = 0.0
        while True:
            left = max(next_look - time.monotonic(), 0.0) * 1000 if self._programs else None
            for stream, _ in poll.poll(left):
                if stream == awake:
                    os.read(awake, 1 << 12)
                elif stream in self._programs:
                    self._obey(stream, poll)
                elif (line := self._start()) is not None:
                    poll.register(line, select.POLLIN)
                else:
                    return
                # Also after a start: the program may have ended before it was noted here.
                self._tell()
            if time.monotonic() >= next_look:
                for program in self._programs.values():
                    if not program.said:
                        program.look(self._board)
                next_look = time.monotonic() + LOOK

    def close(self) -> None:
        """End all programs."""
        for number in list(self._programs):
            self._end(number)

    def _start(self) -> socket.socket | None:
        """Follow a request and return its line; None if there are no more requests."""
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
        pid = started(request, streams)
        for stream in streams:
            os.close(stream)
        opened = socket.socket(fileno=line)
        self._programs[line] = RunningProgram(pid, opened, request)
        self._send(opened, pid)
        return opened

    def _received(self, length: int) -> bytes:
        """Return `length` bytes from the referee, fewer if it closes the socket before."""
        parts = []
        while length and (part := self._referee.recv(length)):
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def _obey(self, stream: int, poll: "select.poll") -> None:
        """Do what the referee has written to a line."""
        program = self._programs[stream]
        try:
            words = program.line.recv(1 << 8)
        except ConnectionResetError:
            words = b""
        if not words:
            poll.unregister(stream)
            self._end(stream)
        elif words.endswith(HOLD):
            program.hold()
        else:
            program.resume()

    def _tell(self) -> None:
        """Write the status of each program that has ended to its line."""
        for program in self._programs.values():
            if not program.said:
                # Not reaped: its number stays its own until the referee closes the line.
                status = os.waitid(os.P_PID, program.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
                if status is not None:
                    exited = status.si_code == os.CLD_EXITED
                    program.said = True
                    self._send(program.line, status.si_status if exited else -status.si_status)

    def _end(self, stream: int) -> None:
        """Kill what is left of a program, reap it, and close its line."""
        program = self._programs.pop(stream)
        kill(program.pid)
        # Its children without a parent have become ours.
        while left := self._orphans():
            for orphan in left:
                kill(orphan)
        program.line.close()

    def _orphans(self) -> list[int]:
        """Return our children that are no programs, without those that programs that still run have left."""
        others = {program.pid: program.tag for program in self._programs.values()}
        pids = [pid for pid in children_of(os.getpid()) if pid not in others]
        return [pid for pid in pids if not any(tag in told_of(pid, "environ") for tag in others.values())]

    def _send(self, line: socket.socket, number: int) -> None:
        with contextlib.suppress(OSError):
            line.send(NUMBER.pack(number))


def started(request: dict[str, Any], streams: list[int]) -> int:
    """Return the PID of a new process that runs the program of a request, as the leader of its own session.

    A number among its words stands for the descriptor of that file of the request. If the program cannot run, the
    process says so on its third stream and ends with status 127.
    """
    files: list[int] = []
    try:
        for path in request["files"]:
            # Without waiting: somebody may have put a pipe there.
            files += [os.open(path, os.O_RDONLY | os.O_NONBLOCK)]
        words = [str(files[word]) if isinstance(word, int) else word for word in request["words"]]
        try:
            return spawned(words, request, streams, files)
        except OSError as error:
            if error.errno != errno.ENOEXEC:
                raise
            # The shell runs a file without a format.
            return spawned([SHELL, "-c", 'exec "$0" "$@"', *words], request, streams, files)
    except OSError as error:
        name = error.filename if isinstance(error.filename, str) else os.fsdecode(error.filename or b"")
        said = f"{error.strerror}: {name or request['words'][0]}"
        words = [SHELL, "-c", 'echo "$0" >&2; exit 127', said]
        return spawned(words, {**request, "folder": "/"}, streams, [])
    finally:
        for file in files:
            os.close(file)


def spawned(words: list[str], request: dict[str, Any], streams: list[int], files: list[int]) -> int:
    """Return the PID of a new process with the resource limits (rlimits) of its request."""
    limits = {getattr(resource, f"RLIMIT_{name.upper()}"): most for name, most in request["system"].items()}
    # Linux limits a process from outside; the others have no threads here, and let a function run before the program.
    outside = sys.platform == "linux"
    if outside and KEYCTL is not None:
        # What an earlier program has put into the keyring of the session is not to be read by this one.
        ctypes.CDLL(None).syscall(KEYCTL, JOIN_SESSION_KEYRING, None)
    child = subprocess.Popen(  # noqa: S603  # what the user asks for
        words,
        env=request["environment"],
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        cwd=request["folder"],
        start_new_session=True,
        pass_fds=files,
        preexec_fn=None if outside else lambda: limit(limits, resource.setrlimit),  # noqa: PLW1509
    )
    child.returncode = 0  # else its object would wait for it
    if outside:
        limit(limits, partial(resource.prlimit, child.pid))
        with contextlib.suppress(OSError):
            # The system takes memory from programs before it takes any from a referee.
            Path(f"/proc/{child.pid}/oom_score_adj").write_text("500", encoding="ascii")
    return child.pid


def limit(limits: dict[int, int], put: Callable[[int, tuple[int, int]], object]) -> None:
    """Set resource limits by `resource.setrlimit`, or a function like it."""
    for kind, most in limits.items():
        # The process may have ended. macOS knows the limit of the address space but refuses to set it.
        with contextlib.suppress(ValueError, ProcessLookupError):
            put(kind, (most, most))


def told_of(pid: int, what: str) -> bytes:
    """Return the content of a file of a process in /proc; empty if the process has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/{what}").read_bytes()
    return b""


def children_of(pid: int) -> list[int]:
    """Return the children of a process; none where the system does not tell them."""
    children: list[bytes] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            children += (task / "children").read_bytes().split()
    return list(map(int, children))


def family(pid: int, above: int = 0) -> list[int]:
    """Return a process and its descendants, without the first generations of them that are `above` a program."""
    members: list[int] = []
    following = [pid]
    while following:
        members += following if above <= 0 else []
        following = [child for parent in following for child in children_of(parent)]
        above -= 1
    return members


def stats_of(pids: Iterable[int]) -> Iterator[tuple[Process, list[bytes]]]:
    """Yield the processes that have not ended, each with what `/proc/PID/stat` tells of it from its state on."""
    for pid in pids:
        if words := told_of(pid, "stat").rpartition(b")")[2].split():
            yield Process(pid, int(words[19])), words


def taken(pids: Iterable[int]) -> tuple[float, int, int]:
    """Return the CPU seconds, the bytes of memory and the threads of processes."""
    seconds, resident, threads = 0.0, 0, 0
    for _, words in stats_of(pids):
        # Its children that have ended are counted too.
        seconds += sum(map(int, words[11:15])) / TICK
        resident += int(words[21]) * PAGE
        threads += int(words[17])
    return seconds, resident, threads


def proportional(pids: list[int]) -> int:
    """Return the proportional set size (PSS) of processes in bytes: memory that several share counts once."""
    lines = (line for pid in pids for line in told_of(pid, "smaps_rollup").splitlines())
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(b"Pss:"))


def signalled(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process, if it still runs."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def kill(pid: int) -> None:
    """Kill a child and its process group, and reap it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    signalled(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)


if __name__ == "__main__":
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    referee = socket.socket(fileno=int(sys.argv[1]))
    referee.set_inheritable(False)
    launcher = Launcher(referee, mmap.mmap(int(sys.argv[2]), PLACES * PLACE.size))
    launcher.serve()
    launcher.close()
