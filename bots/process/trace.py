"""A trace: one file with all lines to and from programs, which several processes add to."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from urbanist.bots.timestamp import timestamp

#: The direction of a line: to the program, and from it.
TO, FROM = ">", "<"
#: Stands for a game or a seat where there is none.
NONE = "-"
#: Only its owner may read a new file: it holds all that bots are told of hidden cards.
MODE = 0o600


@dataclass(frozen=True, slots=True)
class Trace:
    """A file, and the name of a program in it."""

    path: Path
    name: str

    def check(self) -> None:
        """Raise `OSError` if nothing can be added to the file."""
        TraceWriter(self).close()


class TraceWriter:
    """What adds the lines of one process to a trace; `game` and `seat` say what it plays."""

    def __init__(self, trace: Trace) -> None:
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
