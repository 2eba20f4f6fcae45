"""Which window plays a saved game: one at a time writes its file; the others look on, and may take it over."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, RLock, Thread
from typing import BinaryIO

from urbanist.bots.files import lock_file

#: The seconds between two looks at whether another window wants the game.
LOOK = 0.3


class Claim:
    """A window's claim to a saved game: a lock on a hidden file beside it, into which others write that they want it.

    The system ends the lock of a window that was killed. Where no such file can be made nobody else can save either,
    and each claim is granted.
    """

    def __init__(self, file: Path) -> None:
        target = file.resolve()
        self._path = target.with_name(f".{target.name}.window")
        #: What is no file, such as a pipe, belongs to no window.
        self._special = target.exists() and not target.is_file()
        self._lock: BinaryIO | None = None
        self._writing, self._left = RLock(), Event()
        #: Whether another window has taken the game over.
        self.lost = False

    def take(self) -> bool:
        """Become the window that plays, if no other one is; return whether this one is."""
        if self._lock is None and not self._special:
            try:
                self._lock = _locked(self._path)
            except BlockingIOError:
                return False
            except OSError:
                return True
            self.lost = False
            self._left = Event()
            Thread(target=self._watch, args=(self._left,), daemon=True).start()
        return True

    def ask(self) -> None:
        """Ask the window that plays to leave the game to this one."""
        with suppress(OSError), self._path.open("r+b") as file:
            file.write(b"1")

    @contextmanager
    def writing(self) -> Iterator[bool]:
        """Tell whether this window may write; as long as it does nobody takes the game over."""
        with self._writing:
            yield not self.lost and self.take()

    def release(self) -> None:
        """Let another window play the game."""
        with self._writing:
            self._left.set()
            if self._lock is not None:
                # Before the lock ends, so that nobody locks a file that has no name any more.
                with suppress(OSError):
                    self._path.unlink()
                self._lock.close()
                self._lock = None

    def _watch(self, left: Event) -> None:
        """Leave the game to a window that asks for it."""
        while not left.wait(LOOK):
            with self._writing:
                if not left.is_set() and self._lock is not None and os.fstat(self._lock.fileno()).st_size:
                    self.lost = True
                    self.release()


def _locked(path: Path) -> BinaryIO:
    """Return the file, open and locked; raise `BlockingIOError` if another window has it."""
    while True:
        file = path.open("ab")
        try:
            lock_file(file)
            if path.exists() and os.path.samestat(path.stat(), os.fstat(file.fileno())):
                file.truncate(0)
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # it was removed after it was opened
