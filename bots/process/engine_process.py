"""The process of a bot and its lines of text: all input and output is bounded in time and size."""

import contextlib
import itertools
import os
import select
import signal
import threading
import time
import uuid
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterable
from functools import cached_property
from io import FileIO
from math import inf
from pathlib import Path

import psutil

from urbanist.bots.process.cleanup import (
    Suspensions,
    address_space,
    alive,
    cpu_seconds,
    end,
    outliving,
    tagged,
)
from urbanist.bots.process.launcher import family, taken
from urbanist.bots.process.log import FROM, NONE, TO, ErrorLog, Trace, TraceWriter
from urbanist.bots.process.process_pool import process_pool_of
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.sandbox import Sandbox
from urbanist.bots.process.working_directory import WorkingDirectory

#: The longest line in bytes, without its end.
LONGEST_LINE = 1 << 20
#: The most bytes and lines that a bot may write before the next command that it has to answer.
MAX_OUTPUT, MAX_LINES = 1 << 24, 100_000
#: Bytes read at once.
CHUNK = 1 << 16
#: Reads of standard error for a message.
LAST_CHUNKS = 64
#: Seconds that the process has to end by itself, and seconds that it has to read its input.
LEAVING, TAKING = 1.0, 5.0
#: Whether the launcher adopts the processes that a program leaves, and can find them.
ADOPTS = Path(f"/proc/self/task/{os.getpid()}/children").exists()
#: Seconds to wait for the end of the process after the end of its output, and between two looks at a silent process.
DYING, PULSE = 0.2, 0.25


class ReadTimeout(Exception):
    """The process did not answer in time."""


class StreamClosed(Exception):
    """The process closed its input or output, or ended; the message says which."""


class OutputLimitExceeded(Exception):
    """The process wrote more than it may."""


class ProcessEnded(ValueError):
    """Whoever started the process has ended it, so nothing can be asked of it; the message is one line."""


class EngineProcess:
    """A shell command that runs under resource limits in its own session; call `close` or `kill` at the end.

    With a `sandbox` it runs in that. It has `taking` seconds to read what it is sent. A `trace` gets all lines.
    It starts in its `working_directory`, by default the present folder. After its end every call raises `ProcessEnded`.
    Other threads may `send`, and `interrupt` the one that waits for a line.
    """

    def __init__(
        self,
        command: str,
        limits: ResourceLimits | None = None,
        log: Path | None = None,
        *,
        sandbox: Sandbox | None = None,
        taking: float = TAKING,
        trace: Trace | None = None,
        working_directory: WorkingDirectory | None = None,
    ) -> None:
        working_directory = working_directory or WorkingDirectory()
        self.command = command
        self._taking = taking
        self._tag = f"{os.getpid()}.{uuid.uuid4().hex}"
        limits = limits or ResourceLimits()
        start = working_directory.start(command, sandbox, limits, self._tag)
        # Before the process: if the file cannot be opened, nothing has been started.
        self._trace = None if trace is None else TraceWriter(trace)
        self._child = process_pool_of(os.getpid()).start(start)
        #: The id of the process, which is also the id of its process group and session.
        self.pid = self._child.pid
        self._shares = sandbox is not None
        self.ask(asked=True)
        if self._trace is not None:
            self._trace.pid = self.pid
        for stream in (self._child.stdin, self._child.stdout, self._child.stderr):
            os.set_blocking(stream.fileno(), False)
        self._lasting = {self._child.stdout, self._child.stderr}
        #: What is waited for most of the time: a poll of the streams that last, and these by number.
        self._usual: tuple[select.poll, dict[int, FileIO]] | None = None
        # Held while a stream is used or closed: one that is closed is never used, whoever has its number then.
        self._using = threading.RLock()
        self._sending = threading.RLock()  # held while lines are sent: those of two threads do not mix
        #: What was read of its standard error until now.
        self.errors = ErrorLog(log, limits.log)
        self._part = b""
        self._lines: deque[str] = deque()
        self._written = self._told = 0
        self._open = True
        #: The seconds for which this process was stopped while it waited for a line.
        self.slept = 0.0
        self._leaves = self._killed = self._interrupted = False

    @cached_property
    def _leader(self) -> psutil.Process:
        """The process, whose number stays its own until it is released."""
        return psutil.Process(self.pid)

    def plays(self, game: str = NONE, seat: str = NONE) -> None:
        """Say in the trace, from now on, which game the process plays and at which seat."""
        if self._trace is not None:
            self._trace.game, self._trace.seat = game, seat

    def address_space(self) -> int:
        """Return the largest address space of its processes, in bytes."""
        return max(map(address_space, [self._leader, *self.descendants()]))

    def cpu_seconds(self) -> float:
        """Return the processor time that its processes have used, in seconds."""
        return max(cpu_seconds(self._leader), taken(family(self.pid))[0])

    def send(self, *lines: str) -> None:
        """Write lines; raise `ReadTimeout` if the process does not read them, `StreamClosed` if it cannot."""
        text = "".join(f"{line}\n" for line in lines).encode(errors="surrogateescape")
        with self._sending:
            if self._trace is not None:
                self.check_open()
                self._trace.add(TO, lines)
            left = self._put(memoryview(text))
            until = time.perf_counter() + self._taking if left else 0.0
            while left:
                # The output is drained meanwhile, or both sides could block.
                if time.perf_counter() >= until:
                    raise ReadTimeout
                if self._interrupted:
                    raise self._ended()
                self._take_in(min(until - time.perf_counter(), PULSE), writing=True)
                left = self._put(left)

    def read(self, seconds: float = inf, *, until: float = inf) -> str:
        """Return the next line without its end, which must come within `seconds`, or `until` a moment of `now`.

        Raise `ReadTimeout` if none comes in time, `StreamClosed` or `OutputLimitExceeded`.
        """
        if not (self._lines or self._open or self._killed):
            raise StreamClosed(self.ending("it has closed its output"))
        while True:
            if self._killed or self._interrupted:
                raise self._ended()
            if self._lines:
                return self._lines.popleft()
            if seconds != inf:
                until, seconds = self.now() + seconds, inf
            left = until - self.now()
            happened = self._wait(min(left, PULSE))
            if not happened and not alive(self._leader):
                # A child process still holds the output open.
                raise StreamClosed(self.ending("it has ended"))
            if left <= 0 and not self._lines:
                raise ReadTimeout

    def now(self) -> float:
        """Return a monotonic time in seconds, which stops while this process is suspended as it waits for a line."""
        return time.perf_counter() - self.slept

    def _wait(self, seconds: float) -> bool:
        """Poll the streams; note for how long this process itself was suspended meanwhile."""
        stops, began = Suspensions.noticed, time.perf_counter()
        happened = self._take_in(seconds)
        late = time.perf_counter() - began - max(seconds, 0.0)
        if Suspensions.noticed != stops:
            self.slept += max(late, 0.0)
        return happened

    def check_open(self) -> None:
        """Raise `ProcessEnded` if nothing can be asked of the process any more."""
        if self._child.stdin.closed:
            raise self._ended()

    def _ended(self) -> ProcessEnded:
        return ProcessEnded(f"the program {self.command[:200]!r} is closed; start it again")

    def interrupt(self) -> None:
        """Let a thread that waits for a line, and every later one, get `ProcessEnded` soon; then it can be closed."""
        self._interrupted = True

    def waiting(self) -> Iterable[str]:
        """Return the lines that have already arrived, without waiting."""
        if self._killed:
            raise self._ended()
        while self._open and self._take_in(0):
            continue
        lines, self._lines = self._lines, deque()
        return lines

    def expect_anew(self) -> None:
        """Reset the counters of output, which limit its bytes and lines for each answer."""
        self._written = self._told = 0

    def ending(self, otherwise: str) -> str:
        """Return how the process ended and its last line of standard error; begin with `otherwise` if it still runs."""
        until = time.perf_counter() + DYING
        while (status := self._status()) is None and time.perf_counter() < until:
            time.sleep(0.001)
        written = iter(lambda: self._chunk(self._child.stderr) or b"", b"")
        for chunk in itertools.islice(written, LAST_CHUNKS):
            self.errors.add(chunk)
        last = self.errors.last_line()
        return (otherwise if status is None else status) + (f": {last}" if last else "")

    def leave(self) -> None:
        """Send `quit`, and wait for nothing; `close` does the rest."""
        self.ask(asked=True)
        with contextlib.suppress(StreamClosed, ReadTimeout, OutputLimitExceeded, ProcessEnded):
            self.send("quit")
        self._close_input()

    def close(self, seconds: float = LEAVING) -> None:
        """Send `quit`, wait at most `seconds`, then kill what is left of the process and its descendants."""
        if self._killed:
            return
        ended = False
        try:
            self.leave()
            ended = self.wait(seconds)
        finally:
            if ended and ADOPTS:
                # The launcher finds what is left at once: it has become a child of the launcher.
                self._release()
            else:
                self.kill()

    def wait(self, seconds: float) -> bool:
        """Close the input and return whether the process ended in time; its children may still run."""
        self._close_input()
        self._leaves = True
        until = time.perf_counter() + seconds
        ended = False
        while not ended:
            # Its last words may come together with the news of its end.
            ended = self._status() is not None
            left = until - time.perf_counter()
            if left <= 0 and not ended:
                return False
            self.expect_anew()
            with contextlib.suppress(StreamClosed):
                self._take_in(0 if ended else left, ending=True)
            self._lines.clear()
        return True

    def _close_input(self) -> None:
        with self._using:
            self._child.stdin.close()

    def descendants(self) -> list[psutil.Process]:
        """Return the running descendants of the process."""
        with contextlib.suppress(psutil.Error):
            return [process for process in self._leader.children(recursive=True) if alive(process)]
        return []

    def left_behind(self, started: Iterable[psutil.Process], seconds: float) -> str:
        """Return the command of a process that it leaves behind; empty if none runs `seconds` after its end.

        Such a process is one of the descendants that it had `started`, or is tagged as one.
        """
        return outliving(lambda: {*started, *tagged(self._tag)}, seconds)

    def kill(self) -> None:
        """Kill the process and its descendants at once."""
        if self._killed:
            return
        try:
            # The stopped process adopts the children of descendants that end.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGSTOP)
            end(lambda: itertools.chain(tagged(self._tag), self.descendants()))
        finally:
            self._release()

    def _release(self) -> None:
        """Let the launcher kill and reap what is left of the process group, and close all descriptors."""
        self._killed = True
        with self._using:
            self._child.release()
        if self._trace is not None:
            self._trace.close()

    def _status(self) -> str | None:
        """Return how the process ended; None while it runs."""
        status = self._child.status()
        if status is None:
            return None
        by = f"it was killed by {signal.Signals(-status).name}" if status < 0 else ""
        return self._child.kill_reason or by or f"it ended with status {status}"

    def ask(self, *, asked: bool) -> None:
        """Note whether an answer is asked of the process: in a sandbox it is stopped if it works without that."""
        if self._shares:
            self._child.ask(asked=asked)

    def _put(self, text: memoryview) -> memoryview:
        """Write what the pipe accepts at once, and return what is left."""
        try:
            with self._using:
                self.check_open()
                return text[self._child.stdin.write(text) or 0 :]
        except BrokenPipeError:
            raise StreamClosed(self.ending("it has closed its input")) from None

    def _take_in(self, seconds: float, *, writing: bool = False, ending: bool = False) -> bool:
        """Wait for an event and read what has arrived; return whether there was an event.

        With `writing` it is also one that the input accepts more, with `ending` that the process has ended.
        """
        with self._using:
            if self._child.stdout.closed:
                raise self._ended()
            if writing:
                self.check_open()
            if writing or ending:
                poll, streams = self._polled(writing=writing, ending=ending)
            else:
                poll, streams = self._usual = self._usual or self._polled()
        events = poll.poll(max(seconds, 0) * 1000)
        for number, _ in events:
            stream = streams.get(number)
            if stream is self._child.stderr:
                self.errors.add(self._chunk(stream) or b"")
            elif stream is self._child.stdout:
                self._read_output()
        return bool(events)

    def _polled(
        self, *, writing: bool = False, ending: bool = False
    ) -> tuple[select.poll, dict[int, FileIO]]:
        """Return a poll object over the streams that are still open, and these by descriptor."""
        streams: dict[int, FileIO] = {stream.fileno(): stream for stream in self._lasting}
        poll = select.poll()
        for number in (*streams, *[self._child.line] * ending):
            poll.register(number, select.POLLIN)
        if writing:
            poll.register(self._child.stdin, select.POLLOUT)
        return poll, streams

    def _chunk(self, stream: FileIO) -> bytes | None:
        """Return the bytes that a stream has now; empty at its end, None if there are none yet."""
        with self._using:
            if stream.closed:
                raise self._ended()
            try:
                chunk = stream.read(CHUNK)
            except ConnectionResetError:
                chunk = b""
            if chunk == b"":
                self._lasting.discard(stream)
                self._usual = None
            return chunk

    def _read_output(self) -> None:
        chunk = self._chunk(self._child.stdout)
        if chunk is None:
            return
        if not chunk:
            self._open = False
            raise StreamClosed("" if self._leaves else self.ending("it has closed its output"))
        self._written += len(chunk)
        if self._written > MAX_OUTPUT:
            raise OutputLimitExceeded(f"more than {MAX_OUTPUT:,} bytes before it was asked for more")
        *lines, self._part = (self._part + chunk).split(b"\n")
        self._told += len(lines)
        if self._told > MAX_LINES:
            raise OutputLimitExceeded(f"more than {MAX_LINES:,} lines before it was asked for more")
        if len(self._part) > LONGEST_LINE or any(len(line) > LONGEST_LINE for line in lines):
            raise OutputLimitExceeded(f"a line of more than {LONGEST_LINE:,} bytes")
        # The first line may begin with a byte order mark; where else one stands, it tells nothing either.
        texts = [line.removeprefix(BOM_UTF8).decode(errors="replace").rstrip("\r") for line in lines]
        if self._trace is not None:
            self._trace.add(FROM, texts)
        self._lines.extend(texts)
