"""A file of puzzles that grows while they are found; it has only whole lines, and can be continued."""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self, TextIO

from urbanist.bots.match.resuming import cut_short
from urbanist.bots.puzzles.hunt import SELF_PLAY
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.store import Head, line_of, read
from urbanist.engine.message import Message
from urbanist.engine.notation import NotationError


class Collection:
    """The open file; each puzzle that was added is on the disk."""

    def __init__(self, file: TextIO, puzzles: list[Puzzle]) -> None:
        self._file = file
        self.puzzles = puzzles

    @classmethod
    @contextmanager
    def open(cls, path: Path, head: Head, *, resume: bool) -> Iterator[Self]:
        """Give the file of puzzles: a new one, or with `resume` the existing one.

        Raise `NotationError` if a new file exists already, if there is none to resume, if it belongs to another hunt,
        or if another process writes to it.
        """
        if resume and not path.is_file():
            raise NotationError(
                Message(
                    "{path}: no such file, so there is no hunt to resume; start it without --resume",
                    path=str(path),
                )
            )
        try:
            with path.open("a" if resume else "x", encoding="utf-8") as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise NotationError(
                        Message("{path}: another process looks for these puzzles", path=str(path))
                    ) from None
                if resume:
                    cut_short(path)
                    yield cls(file, _known(path, head))
                else:
                    fresh = cls(file, [])
                    fresh._write(line_of(head))
                    yield fresh
        except FileExistsError:
            raise NotationError(
                Message("{path} exists already; --resume continues the hunt in it", path=str(path))
            ) from None

    @property
    def following(self) -> int:
        """The number of the first game of self-play that was not looked through, as far as the puzzles tell."""
        return 1 + max(
            (found.source.game for found in self.puzzles if found.source.what == SELF_PLAY), default=-1
        )

    def add(self, puzzles: Sequence[Puzzle]) -> None:
        """Write puzzles; raise `OSError` if that fails."""
        self.puzzles += puzzles
        self._write("".join(map(line_of, puzzles)))

    def _write(self, lines: str) -> None:
        self._file.write(lines)
        self._file.flush()
        os.fsync(self._file.fileno())


def _known(path: Path, head: Head) -> list[Puzzle]:
    """Return the puzzles of a file; raise `NotationError` if its head is another one."""
    there, puzzles = read(path)
    for what in ("game", "seed", "margin"):
        found, asked = getattr(there, what), getattr(head, what)
        if found != asked:
            raise NotationError(
                Message(
                    "{path} belongs to another hunt: {what} {found} there, {asked} here",
                    path=str(path),
                    what=what,
                    found=found,
                    asked=asked,
                )
            )
    return puzzles
