"""The standard error of a process: a file that keeps it, and its last line for a message."""

from pathlib import Path
from typing import BinaryIO

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
