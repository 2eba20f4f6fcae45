"""Files that are written so that nothing is lost: at once as a whole, or line by line."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from stat import S_IMODE
from typing import IO, Any, BinaryIO, NamedTuple, Self

from urbanist.engine.notation import LONGEST_FILE, not_utf8, too_long
from urbanist.engine.record import LONGEST_LINE, read_lines


def text_of(path: Path) -> str:
    """Return the text of a file; raise `OSError`, or `NotationError` if it is no UTF-8 or longer than 1 MiB."""
    with path.open("rb") as file:
        content = file.read(LONGEST_FILE + 1)  # a device may never end
    if len(content) > LONGEST_FILE:
        raise too_long(LONGEST_FILE).at(str(path))
    try:
        # Some editors begin a file with a byte order mark.
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise not_utf8(error).at(str(path)) from None


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """Write a file atomically: it is renamed to `path` when the block ends; if anything fails, nothing changes.

    A file that replaces another has its owner and permissions, and a link stays a link to it. A device or a pipe is
    written to as it is. Raise `OSError` with the path.
    """
    with _named(path):
        with suppress(FileNotFoundError):
            path.stat()  # a link to itself is no file
        if path.exists() and not path.is_file():
            with path.open("wb") as device:
                yield device
            return
        target = path.resolve()
        draft = temporary_name(target)
        try:
            with draft.open("xb") as file:
                yield file
                file.flush()
                _resemble(file, target)
                os.fsync(file.fileno())
            draft.replace(target)
        except BaseException:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise


def write(path: Path, content: str | bytes) -> None:
    """Write a file with this content, as `whole`; a text as UTF-8."""
    with whole(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def temporary_name(path: Path) -> Path:
    """Return a name for a file that is to become `path`, beside it; no other process has the same."""
    return path.with_name(f"{_temporary_prefix(path)}{os.urandom(4).hex()}")


def is_temporary(other: Path, path: Path) -> bool:
    """Return whether a killed process may have left this file instead of `path`."""
    return other.parent == path.parent and other.name.startswith(_temporary_prefix(path))


def _temporary_prefix(path: Path) -> str:
    """Return the prefix of temporary names: hidden, and never longer than a file name may be."""
    return f".{path.name[:32]}.draft-"


def _resemble(file: BinaryIO, target: Path) -> None:
    """Copy owner and permissions of the file that is replaced to the new one."""
    with suppress(FileNotFoundError):
        old = target.stat()
        with suppress(PermissionError):  # only root can give files away
            os.fchown(file.fileno(), old.st_uid, old.st_gid)
        os.fchmod(file.fileno(), S_IMODE(old.st_mode))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file in errors of writing, such as a full disk, which say only the reason."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def lock_file(file: IO[Any], refusal: Exception | type[Exception] = BlockingIOError) -> None:
    """Lock an open file for this process until it is closed; raise the refusal if another process has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise refusal from None


class FileErrors(NamedTuple):
    """The errors: a file to resume is missing, a new one has lines already, or another process has the lock."""

    missing: Exception | type[Exception] = FileNotFoundError
    there: Exception | type[Exception] = FileExistsError
    locked: Exception | type[Exception] = BlockingIOError


USUAL = FileErrors()


class LineFile:
    """An append-only file of JSON lines.

    A killed process may leave a part of a line at the end: it is no JSON, and begins as the lines of the file do.
    It does not count. No byte changes until `settle`: whoever opens a file that exists first reads the lines, to see
    whether they are the right ones.
    """

    def __init__(self, path: Path, file: FileIO, head: str, line: str) -> None:
        """Take an open file, in which the first line begins with `head` and the others with `line`."""
        self._path, self._file = path, file
        size = os.fstat(file.fileno()).st_size
        start = max(size - LONGEST_LINE, 0)
        tail = os.pread(file.fileno(), size - start, start).rpartition(b"\n")[2]
        begins = (head if len(tail) == size else line).encode()
        torn = not _is_json(tail) and tail[: len(begins)] == begins[: len(tail)]
        self._end = size - len(tail) if torn else size
        self._ended = torn or not tail

    @classmethod
    @contextmanager
    def open(
        cls, path: Path, head: str, line: str, *, resume: bool, errors: FileErrors = USUAL
    ) -> Iterator[Self]:
        """Open the file, locked for this process: an existing one with `resume`, else one that is new or has no line.

        Raise one of the errors if there is no such file.
        """
        if resume and not path.is_file():
            raise errors.missing
        if path.exists() and not path.is_file():
            raise errors.there  # a device, which keeps no lines
        with path.open("r+b" if resume or path.is_file() else "x+b", buffering=0) as file:
            lock_file(file, errors.locked)
            opened = cls(path, file, head, line)
            if not (resume or opened.is_new):
                raise errors.there
            yield opened

    @property
    def is_new(self) -> bool:
        """Whether there was no line when it was opened."""
        return not self._end

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines that are not empty with their numbers, as `read_lines`."""
        return read_lines(self._path, self._end)

    def settle(self) -> None:
        """Remove a part of a line from the end, or add the newline that the last line lacks; lines can follow then."""
        self._file.truncate(self._end)
        if not self._ended:
            self.add("")

    def add(self, line: str, *, safe: bool = True) -> None:
        """Append a line atomically; a `safe` one is synced to the disk (fsync), others only survive this process.

        Raise `OSError` with the path if it cannot be written.
        """
        left, end = memoryview(f"{line}\n".encode()), self._file.seek(0, os.SEEK_END)
        with _named(self._path):
            try:
                while left:
                    left = left[self._file.write(left) :]
                if safe:
                    os.fsync(self._file.fileno())
            except BaseException:
                with suppress(OSError):
                    self._file.truncate(end)
                raise


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
