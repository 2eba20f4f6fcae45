"""Lines to a bot and from it, bounded in time and size: what a pipe to a process and a socket have in common."""

import signal
import threading
import time
from abc import ABC, abstractmethod
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterable
from math import inf
from types import FrameType

from urbanist.bots.process.log import FROM, NONE, TO, LineTrace, TraceWriter

#: The longest line in bytes, without its end.
LONGEST_LINE = 1 << 20
#: The most bytes and lines that a bot may write before the next command that it has to answer.
MAX_OUTPUT, MAX_LINES = 1 << 24, 100_000
#: Bytes read at once.
CHUNK = 1 << 16
#: Seconds that a bot has to end by itself, and seconds that it has to read its input.
LEAVING, TAKING = 1.0, 5.0
#: Seconds between two looks at a silent bot.
PULSE = 0.25


class Suspensions:
    """The number of times that this process was suspended and continued (SIGCONT), since `notice` was called."""

    noticed = 0

    @classmethod
    def notice(cls) -> None:
        """Handle SIGCONT from now on, if this is the main thread and nobody else handles it."""
        main = threading.current_thread() is threading.main_thread()
        if main and signal.getsignal(signal.SIGCONT) is signal.SIG_DFL:
            signal.signal(signal.SIGCONT, cls._count)

    @classmethod
    def _count(cls, _signal: int, _frame: FrameType | None) -> None:
        cls.noticed += 1


class ReadTimeout(Exception):
    """The bot did not answer in time."""


class StreamClosed(Exception):
    """The bot closed its input or output, or ended; the message says which."""


class OutputLimitExceeded(Exception):
    """The bot wrote more than it may."""


class ProcessEnded(ValueError):
    """Whoever started the bot has ended it, so nothing can be asked of it; the message is one line."""


class Transport(ABC):
    """The lines of one bot, which runs here or elsewhere; call `close` or `kill` at the end.

    It has `taking` seconds to read what it is sent. A `trace` gets all lines. After its end every call raises
    `ProcessEnded`. Other threads may `send`, and `interrupt` the one that waits for a line.
    """

    def __init__(self, command: str, *, taking: float = TAKING, trace: LineTrace | None = None) -> None:
        self.command = command
        self._taking = taking
        self._trace = None if trace is None else TraceWriter(trace)
        self._sending = threading.RLock()  # held while lines are sent: those of two threads do not mix
        self._part = b""
        self._lines: deque[str] = deque()
        self._written = self._told = 0
        self._open = True
        #: The seconds for which this process was stopped while it waited for a line.
        self.suspended = 0.0
        self._killed = self._interrupted = False

    # What the two do in their own way.

    @abstractmethod
    def check_open(self) -> None:
        """Raise `ProcessEnded` if nothing can be asked of the bot any more."""

    @abstractmethod
    def kill(self) -> None:
        """End it at once."""

    @abstractmethod
    def close(self, seconds: float = LEAVING) -> None:
        """Send `quit`, wait at most `seconds`, then end what is left of it."""

    @abstractmethod
    def leave(self) -> None:
        """Send `quit`, and wait for nothing; `close` does the rest."""

    @abstractmethod
    def _put(self, text: memoryview) -> memoryview:
        """Write what is accepted at once, and return what is left."""

    @abstractmethod
    def _take_in(self, seconds: float, *, writing: bool = False) -> bool:
        """Wait for an event and read what has arrived; return whether there was one.

        With `writing` it is also one that the input accepts more.
        """

    @abstractmethod
    def _ending(self, otherwise: str = "it has closed its output") -> str:
        """Return in words how it ended; begin with `otherwise` if that is not known."""

    @abstractmethod
    def ask(self, *, asked: bool) -> None:
        """Note whether an answer is asked of it."""

    @abstractmethod
    def cpu_seconds(self) -> float:
        """Return the processor time that it has used, in seconds."""

    def _alive(self) -> bool:
        """Return whether it still runs, as far as that is known."""
        return True

    # What both do alike.

    def plays(self, game: str = NONE, seat: str = NONE) -> None:
        """Say in the trace, from now on, which game the bot plays and at which seat."""
        if self._trace is not None:
            self._trace.game, self._trace.seat = game, seat

    def now(self) -> float:
        """Return a monotonic time in seconds, which stops while this process is suspended as it waits for a line."""
        return time.perf_counter() - self.suspended

    def send(self, *lines: str) -> None:
        """Write lines; raise `ReadTimeout` if the bot does not read them, `StreamClosed` if it cannot."""
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
            raise StreamClosed(self._ending())
        while True:
            if self._killed or self._interrupted:
                raise self._ended()
            if self._lines:
                return self._lines.popleft()
            if seconds != inf:
                until, seconds = self.now() + seconds, inf
            left = until - self.now()
            if not self._wait(min(left, PULSE)) and not self._alive():
                # Another one still holds its output open.
                raise StreamClosed(self._ending("it has ended"))
            if left <= 0 and not self._lines:
                raise ReadTimeout

    def waiting(self) -> Iterable[str]:
        """Return the lines that have already arrived, without waiting."""
        if self._killed:
            raise self._ended()
        while self._open and self._take_in(0):
            continue
        lines, self._lines = self._lines, deque()
        return lines

    def interrupt(self) -> None:
        """Let a thread that waits for a line, and every later one, get `ProcessEnded` soon; then it can be closed."""
        self._interrupted = True

    def expect_anew(self) -> None:
        """Reset the counters of output, which limit its bytes and lines for each answer."""
        self._written = self._told = 0

    def _wait(self, seconds: float) -> bool:
        """Wait for an event; note for how long this process itself was suspended meanwhile."""
        stops, began = Suspensions.noticed, time.perf_counter()
        happened = self._take_in(seconds)
        late = time.perf_counter() - began - max(seconds, 0.0)
        if Suspensions.noticed != stops:
            self.suspended += max(late, 0.0)
        return happened

    def _ended(self) -> ProcessEnded:
        return ProcessEnded(f"the program {self.command[:200]!r} is closed; start it again")

    def _heard(self, chunk: bytes) -> None:
        """Add what has arrived; raise `OutputLimitExceeded` if that is more than it may write."""
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
