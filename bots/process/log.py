"""Logs of programs: one of bounded size of their standard error, and a trace of all other lines."""

import errno
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from urbanist.bots.process.resource_limits import LONGEST_LOG
from urbanist.bots.timestamp import timestamp

#: Bytes kept for a message.
TAIL = 2000
#: A disk that is full ends a tournament where results are written, with a better word than a log has.
FULL = (errno.ENOSPC, errno.EDQUOT)


class ErrorLog:
    """The log of a bot's standard error; the first byte creates the file, if any.

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
        import gzip  # late: few logs are ever full

        packed = path.with_name(f"{path.name}.gz")
        try:
            with aside.open("rb") as file, gzip.open(packed, "wb", compresslevel=1) as copy:
                shutil.copyfileobj(file, copy)
        finally:
            aside.unlink()
    with path.open("ab", buffering=0) as file:
        file.write(chunk)


#: The direction of a line: to the program, and from it.
TO, FROM = ">", "<"
#: Stands for a game or a seat where there is none.
NONE = "-"
#: Only its owner may read a new file: it holds all that bots are told of hidden cards.
MODE = 0o600


@dataclass(frozen=True, slots=True)
class LineTrace:
    """A file, and the name of a program in it."""

    path: Path
    name: str

    def check(self) -> None:
        """Raise `OSError` if nothing can be added to the file."""
        TraceWriter(self).close()


class TraceWriter:
    """The writer of the lines of one process to a trace; `game` and `seat` say what it plays."""

    def __init__(self, trace: LineTrace) -> None:
        self._trace = trace
        self.pid = 0
        self.game = self.seat = NONE
        self._file = open(  # noqa: SIM115  # closed by `close`
            trace.path, "ab", buffering=0, opener=lambda path, flags: os.open(path, flags, MODE)
        )

    def add(self, direction: str, lines: Iterable[str]) -> None:
        """Add lines with the present time; raise `OSError` if they cannot be written."""
        now = timestamp(precision="microseconds")
        columns = "\t".join((now, str(self.pid), self._trace.name, self.game, self.seat, direction))
        text = "".join(f"{columns} {escaped(line)}\n" for line in lines)
        left = memoryview(text.encode())
        try:
            while left:
                # The system adds what one call writes in one piece, so the lines of several processes do not mix.
                left = left[self._file.write(left) :]
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self._trace.path)) from None

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._file.close()


def escaped(line: str) -> str:
    """Return a line with an escape for each character that cannot be printed."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
