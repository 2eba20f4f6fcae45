"""The streams of a process, for several threads: a stream that is closed is never used, whoever has its number then."""

import errno
import os
import select
import shutil
import threading
from contextlib import suppress
from io import FileIO
from pathlib import Path

from urbanist.bots.process.process_pool import Child
from urbanist.bots.process.resource_limits import LONGEST_LOG

#: Bytes kept for a message.
TAIL = 2000
#: A disk that is full ends a tournament where results are written, with a better word than a log has.
FULL = (errno.ENOSPC, errno.EDQUOT)


class ErrorLog:
    """What the processes of a bot have written to their standard error; the first of it creates the file, if any.

    A full file is rotated: compressed beside, in place of an earlier one. So a bot never has more than two files.
    """

    def __init__(self, path: Path | None, most: int = LONGEST_LOG) -> None:
        self._path, self._most = path, most
        self._tail = b""
        #: The bytes that were written until now.
        self.bytes = 0

    def add(self, chunk: bytes) -> None:
        """Add what was written."""
        if not chunk:
            return
        self._tail = (self._tail + chunk)[-TAIL:]
        self.bytes += len(chunk)
        if self._path is not None:
            try:
                keep(self._path, chunk, self._most)
            except OSError as error:
                if error.errno not in FULL:
                    raise

    def last_line(self) -> str:
        """Return the last line that is not empty; an empty text if there is none."""
        lines = self._tail.decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")


def keep(path: Path, chunk: bytes, most: int) -> None:
    """Append bytes to a log of bounded size that several processes share; rotate it first if it is full."""
    chunk = chunk[-most:]
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab", buffering=0) as file:
        if file.tell() + len(chunk) <= most:
            file.write(chunk)
            return
    # Of several processes one gives it another name.
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(FileNotFoundError):
        path.rename(aside)
        try:
            pack(aside, path.with_name(f"{path.name}.gz"))
        finally:
            aside.unlink()
    with path.open("ab", buffering=0) as file:
        file.write(chunk)


def pack(path: Path, packed: Path) -> None:
    """Write a compressed copy (gzip) of a file."""
    import gzip  # late: few logs are ever full

    with path.open("rb") as file, gzip.open(packed, "wb", compresslevel=1) as copy:
        shutil.copyfileobj(file, copy)


#: Bytes read at once.
CHUNK = 1 << 16


class Gone(ValueError):
    """Whoever started the process has ended it, so nothing can be asked of it; the message is one line."""


class Streams:
    """Standard input, output and error of a child, as non-blocking pipes."""

    def __init__(self, child: Child, command: str) -> None:
        self._child, self._command = child, command
        self.input, self.output, self.error = child.stdin, child.stdout, child.stderr
        for stream in (self.input, self.output, self.error):
            os.set_blocking(stream.fileno(), False)
        self._lasting = {self.output, self.error}
        #: What is waited for most of the time: a poll of the streams that last, and these by number.
        self._usual: tuple[select.poll, dict[int, FileIO | None]] | None = None
        self._using = threading.RLock()  # held while a stream is used or closed

    def gone(self) -> Gone:
        """Return the error for a call after the end."""
        return Gone(f"the program {self._command[:200]!r} is closed; start it again")

    def check_open(self) -> None:
        """Raise `Gone` if the input is closed."""
        if self.input.closed:
            raise self.gone()

    def write(self, text: memoryview) -> memoryview:
        """Write what the pipe accepts at once, and return what is left; raise `BrokenPipeError` if nobody reads."""
        with self._using:
            self.check_open()
            return text[self.input.write(text) or 0 :]

    def read(self, stream: FileIO) -> bytes | None:
        """Return the bytes that a stream has now; empty at its end, None if there are none yet."""
        with self._using:
            if stream.closed:
                raise self.gone()
            try:
                chunk = stream.read(CHUNK)
            except ConnectionResetError:
                chunk = b""
            if chunk == b"":
                self._lasting.discard(stream)
                self._usual = None
            return chunk

    def ready(self, seconds: float, *, writing: bool = False, ending: bool = False) -> list[FileIO | None]:
        """Wait until there is something to read, or nothing for so long, and return the streams that have it.

        With `writing` also until the input accepts more, with `ending` until the process has ended: that is a None.
        """
        with self._using:
            if self.output.closed:
                raise self.gone()
            if writing:
                self.check_open()
            if writing or ending:
                poll, streams = self._polled(writing=writing, ending=ending)
            else:
                poll, streams = self._usual = self._usual or self._polled()
        return [streams.get(number) for number, _ in poll.poll(max(seconds, 0) * 1000)]

    def _polled(
        self, *, writing: bool = False, ending: bool = False
    ) -> tuple[select.poll, dict[int, FileIO | None]]:
        """Return a poll object over the streams that are still open, and these by descriptor."""
        streams: dict[int, FileIO | None] = {stream.fileno(): stream for stream in self._lasting}
        poll = select.poll()
        for number in (*streams, *[self._child.line] * ending):
            poll.register(number, select.POLLIN)
        if writing:
            poll.register(self.input, select.POLLOUT)
        return poll, streams

    def close_input(self) -> None:
        """Close the input; a second call does nothing."""
        with self._using:
            self.input.close()

    def release(self) -> None:
        """Let the launcher end what is left of the process, and close all streams."""
        with self._using:
            self._child.release()
