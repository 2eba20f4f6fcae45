"""The streams of a process, for several threads: a stream that is closed is never used, whoever has its number then."""

import os
import select
import threading
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from urbanist.bots.process.nursery import Child

#: Bytes kept in the file, and bytes kept for a message.
LONGEST_LOG, TAIL = 1 << 23, 2000


class ErrorLog:
    """What a process has written to its standard error; the first of it creates the file, if there is to be one."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: BinaryIO | None = None
        self._tail = b""
        #: The bytes that were written until now.
        self.bytes = 0

    def add(self, chunk: bytes) -> None:
        """Add what was written."""
        if not chunk:
            return
        self._tail = (self._tail + chunk)[-TAIL:]
        if self._file is None and self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("ab", buffering=0)
        if self._file is not None and self.bytes < LONGEST_LOG:
            self._file.write(chunk[: LONGEST_LOG - self.bytes])
        self.bytes += len(chunk)

    def last_line(self) -> str:
        """Return the last line that is not empty; an empty text if there is none."""
        lines = self._tail.decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


#: Bytes read at once.
CHUNK = 1 << 16


class Gone(ValueError):
    """Whoever started the process has ended it, so nothing can be asked of it; the message is one line."""


class Streams:
    """The input, output and standard error of a child, none of which blocks."""

    def __init__(self, child: Child, command: str) -> None:
        self._child, self._command = child, command
        self.input, self.output, self.error = child.stdin, child.stdout, child.stderr
        for stream in (self.input, self.output, self.error):
            os.set_blocking(stream.fileno(), False)
        self._lasting = {self.output, self.error}
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
            return chunk

    def ready(self, seconds: float, *, writing: bool = False, ending: bool = False) -> list[FileIO | None]:
        """Wait until there is something to read, or nothing for so long, and return the streams that have it.

        With `writing` also until the input accepts more, with `ending` until the process has ended: that is a None.
        """
        with self._using:
            if self.output.closed:
                raise self.gone()
            streams = {stream.fileno(): stream for stream in self._lasting}
            poll = select.poll()
            for number in (*streams, *[self._child.line] * ending):
                poll.register(number, select.POLLIN)
            if writing:
                self.check_open()
                poll.register(self.input, select.POLLOUT)
        return [streams.get(number) for number, _ in poll.poll(max(seconds, 0) * 1000)]

    def close_input(self) -> None:
        """Close the input; a second call does nothing."""
        with self._using:
            self.input.close()

    def release(self) -> None:
        """Let the launcher end what is left of the process, and close all streams."""
        with self._using:
            self._child.release()
