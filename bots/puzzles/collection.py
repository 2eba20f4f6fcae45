"""A file of puzzles that grows while they are found; it has only whole lines, and can be continued."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Self

from urbanist.bots.files import LineFile
from urbanist.bots.puzzles.hunt import SELF_PLAY
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.store import BEGINNING, Head, line_of, read
from urbanist.engine.message import Message
from urbanist.engine.notation import NotationError


class Collection:
    """The open file; each puzzle that was added is on the disk."""

    def __init__(self, file: LineFile, puzzles: list[Puzzle]) -> None:
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
        with ExitStack() as held:
            try:
                file = held.enter_context(LineFile.open(path, BEGINNING, "{", resume=resume))
            except BlockingIOError:
                raise NotationError(
                    Message("{path}: another process looks for these puzzles", path=str(path))
                ) from None
            except FileExistsError:
                raise NotationError(
                    Message("{path} exists already; --resume continues the hunt in it", path=str(path))
                ) from None
            puzzles = [] if file.is_new else _known(path, file.lines(), head)
            file.settle()
            if file.is_new:
                file.add(line_of(head))
            yield cls(file, puzzles)

    @property
    def following(self) -> int:
        """The number of the first game of self-play that was not looked through, as far as the puzzles tell."""
        return 1 + max(
            (found.source.game for found in self.puzzles if found.source.what == SELF_PLAY), default=-1
        )

    def add(self, puzzles: Sequence[Puzzle]) -> None:
        """Write puzzles; raise `OSError` if that fails."""
        if puzzles:
            # In one piece, because the hunt goes on with the game after that of the last puzzle.
            self._file.add("\n".join(map(line_of, puzzles)))
        self.puzzles += puzzles


def _known(path: Path, lines: Iterable[tuple[int, str]], head: Head) -> list[Puzzle]:
    """Return the puzzles of a file; raise `NotationError` if its head is another one."""
    there, puzzles = read(path, lines)
    for what in ("game", "seed", "margin", "endings"):
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
