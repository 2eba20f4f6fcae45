"""The process of a bot, whose lines go through pipes: it runs under limits, and all of it ends with it."""

import contextlib
import itertools
import os
import select
import signal
import threading
import time
import uuid
from collections.abc import Iterable
from functools import cached_property
from io import FileIO
from pathlib import Path

import psutil

from urbanist.bots.process.cleanup import (
    address_space,
    alive,
    cpu_seconds,
    end,
    outliving,
    tagged,
)
from urbanist.bots.process.launcher import family, taken
from urbanist.bots.process.log import ErrorLog, LineTrace
from urbanist.bots.process.process_pool import process_pool_of
from urbanist.bots.process.resource_limits import ResourceLimits
from urbanist.bots.process.sandbox import Sandbox
from urbanist.bots.process.transport import (
    CHUNK,
    LEAVING,
    TAKING,
    OutputLimitExceeded,
    ProcessEnded,
    ReadTimeout,
    StreamClosed,
    Transport,
)
from urbanist.bots.process.working_directory import WorkingDirectory

#: Reads of standard error for a message.
LAST_CHUNKS = 64
#: Whether the launcher adopts the processes that a program leaves, and can find them.
ADOPTS = Path(f"/proc/self/task/{os.getpid()}/children").exists()
#: Seconds to wait for the end of the process after the end of its output: a busy machine takes long to end an
#: interpreter, and why a seat forfeits must not depend on that.
DYING = 1.0


class EngineProcess(Transport):
    """A shell command that runs under resource limits in its own session.

    With a `sandbox` it runs in that. It starts in its `working_directory`, by default the present folder.
    """

    def __init__(
        self,
        command: str,
        limits: ResourceLimits | None = None,
        log: Path | None = None,
        *,
        sandbox: Sandbox | None = None,
        taking: float = TAKING,
        trace: LineTrace | None = None,
        working_directory: WorkingDirectory | None = None,
    ) -> None:
        working_directory = working_directory or WorkingDirectory()
        self._tag = f"{os.getpid()}.{uuid.uuid4().hex}"
        limits = limits or ResourceLimits()
        start = working_directory.start(command, sandbox, limits, self._tag)
        # Before the process: if the file of the trace cannot be opened, nothing has been started.
        super().__init__(command, taking=taking, trace=trace)
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
        #: What was read of its standard error until now.
        self.errors = ErrorLog(log, limits.log)
        self._leaves = False

    @cached_property
    def _leader(self) -> psutil.Process:
        """The process, whose number stays its own until it is released."""
        return psutil.Process(self.pid)

    def address_space(self) -> int:
        """Return the largest address space of its processes, in bytes."""
        return max(map(address_space, [self._leader, *self.descendants()]))

    def cpu_seconds(self) -> float:
        """Return the processor time that its processes have used, in seconds."""
        return max(cpu_seconds(self._leader), taken(family(self.pid))[0])

    def check_open(self) -> None:
        """Raise `ProcessEnded` if nothing can be asked of the process any more."""
        if self._child.stdin.closed:
            raise self._ended()

    def _alive(self) -> bool:
        return alive(self._leader)

    def _ending(self, otherwise: str = "it has closed its output") -> str:
        """Return how it ended and its last line of standard error; begin with `otherwise` if it still runs."""
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
            raise StreamClosed(self._ending("it has closed its input")) from None

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
            raise StreamClosed("" if self._leaves else self._ending())
        self._heard(chunk)
