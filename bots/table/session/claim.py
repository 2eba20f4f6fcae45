"""Which window plays a saved game: one at a time writes its file; the others look on, and may take it over."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from urbanist.bots.files import lock_file


class Claim:
    """A window's claim to a saved game: a lock on a hidden file beside it, which another window replaces to take over.

    The system ends the lock of a window that was killed. Where no such file can be made nobody else can save either,
    and each claim is granted.
    """

    def __init__(self, file: Path) -> None:
        target = file.resolve()
        self._path = target.with_name(f".{target.name}.window")
        #: What is no file, such as a pipe, belongs to no window.
        self._special = target.exists() and not target.is_file()
        self._lock: BinaryIO | None = None

    @property
    def lost(self) -> bool:
        """Whether another window has taken the game over."""
        if self._lock is None:
            return False
        try:
            return not os.path.samestat(self._path.stat(), os.fstat(self._lock.fileno()))
        except OSError:
            return True

    def take(self, *, over: bool = False) -> bool:
        """Become the window that plays, if no other one is, or `over` another one; return whether this one is."""
        with self._turn():
            return self._taken(over)

    @contextmanager
    def writing(self) -> Iterator[bool]:
        """Tell whether this window may write; as long as it does nobody takes the game over."""
        with self._turn():
            yield self._taken(over=False)

    def release(self) -> None:
        """Let another window play the game."""
        if self._lock is not None:
            with self._turn():
                if not self.lost:
                    with suppress(OSError):
                        self._path.unlink()
                self._lock.close()
                self._lock = None

    def _taken(self, over: bool) -> bool:
        if self._special or (self._lock is not None and not over):
            return not self.lost
        try:
            if over:
                self._path.unlink(missing_ok=True)
            if self._lock is not None:
                self._lock.close()
            self._lock = self._path.open("ab")
            lock_file(self._lock)
        except OSError as error:
            if self._lock is not None:
                self._lock.close()
                self._lock = None
            return not isinstance(error, BlockingIOError)
        return True

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Keep all other windows from taking, writing and releasing a game of this folder until the block ends."""
        try:
            folder = os.open(self._path.parent, os.O_RDONLY)
        except OSError:  # there is no such folder, and nobody saves anything in it
            yield
            return
        try:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)
