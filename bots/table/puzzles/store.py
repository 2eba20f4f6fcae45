"""Files of puzzles: a line that names the game, then a puzzle a line; those of the package, and one that grows.

A file that grows while puzzles are found has only whole lines, and can be continued.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal, Self

from msgspec import UNSET, DecodeError, Struct, UnsetType, ValidationError
from msgspec.json import Decoder, encode

from urbanist.bots.files import FileErrors, LineFile
from urbanist.bots.table.puzzles.puzzle import SELF_PLAY, Puzzle, Share
from urbanist.engine.message import Message
from urbanist.engine.notation import NotationError
from urbanist.engine.record import read_lines

FORMAT = "urbanist-puzzles/2"
#: The formats that are read: puzzles of the first one have no motif.
READ = ("urbanist-puzzles/1", FORMAT)
#: How each file begins.
BEGINNING = '{"format":"urbanist-puzzles/'
SHIPPED = Path(__file__).parent / "shipped"


class Head(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file: its form, the game, the least margin, the seed, and whether all are endings.

    The seed is None for recorded games. The last field is left out where it is not true.
    """

    format: str = FORMAT
    game: str
    margin: Share
    seed: int | None = None
    endings: Literal[True] | UnsetType = UNSET


def head_of(game: str, margin: float, seed: int | None = None, *, endings: bool = False) -> Head:
    """Return the head of a file."""
    return Head(game=game, margin=margin, seed=seed, endings=True if endings else UNSET)


def line_of(struct: Struct) -> str:
    """Return a head or a puzzle as a line, without a newline."""
    return encode(struct).decode()


def shipped(game: str, *, endings: bool = False) -> Path:
    """Return the file of the puzzles, or of the endings, of a game that come with the package; it may be missing."""
    return SHIPPED / f"{game}{'-endings' if endings else ''}.jsonl"


@cache
def read_shipped(game: str, *, endings: bool = False) -> tuple[Puzzle, ...]:
    """Return the puzzles, or the endings, of a game that come with the package, read once; none if it has none."""
    path = shipped(game, endings=endings)
    return tuple(read(path)[1]) if path.exists() else ()


def read(path: Path, lines: Iterable[tuple[int, str]] | None = None) -> tuple[Head, list[Puzzle]]:
    """Return the head and the puzzles of a file, or of these lines of it, each checked by the rules.

    Raise `OSError` if it cannot be read, and `NotationError` with the line if something in it is wrong.
    """
    lines = list(read_lines(path) if lines is None else lines)
    if not lines:
        raise NotationError(
            "{path}: the file is empty; expected puzzles, as `urbanist puzzles --find` writes them",
            path=str(path),
        )
    head = _decoded(path, lines[0], Decoder(Head))
    if head.format not in READ:
        raise NotationError(
            "{place}: format '{found}'; expected '{known}'",
            place=f"{path}:{lines[0][0]}",
            found=head.format,
            known=FORMAT,
        )
    puzzles, decoder = [], Decoder(Puzzle)
    for number, text in lines[1:]:
        puzzle: Puzzle = _decoded(path, (number, text), decoder)
        try:
            if puzzle.game.name != head.game:
                raise NotationError(
                    "a puzzle of {found} in a file of {game}", found=puzzle.game.name, game=head.game
                )
            puzzle.check()
        except NotationError as error:
            raise error.at(f"{path}:{number}") from None
        puzzles.append(puzzle)
    return head, puzzles


def _decoded(path: Path, line: tuple[int, str], decoder: Decoder[Any]) -> Any:
    number, text = line
    try:
        return decoder.decode(text)
    except (DecodeError, ValidationError) as error:
        raise NotationError(
            "{place}: not a line of a file of puzzles: {reason}", place=f"{path}:{number}", reason=str(error)
        ) from None


class Collection:
    """The open file; each puzzle that was added is on the disk."""

    def __init__(self, file: LineFile, puzzles: list[Puzzle]) -> None:
        self._file = file
        self.puzzles = puzzles

    @classmethod
    @contextmanager
    def open(cls, path: Path, head: Head, *, resume: bool) -> Iterator[Self]:
        """Open the file of puzzles: a new one, or with `resume` the existing one.

        Raise `NotationError` if a new file exists already, if there is none to resume, if it belongs to another hunt,
        or if another process writes to it.
        """
        said = (
            Message(
                "{path}: no such file, so there is no hunt to resume; start it without --resume",
                path=str(path),
            ),
            Message("{path} exists already; --resume continues the hunt in it", path=str(path)),
            Message("{path}: another process looks for these puzzles", path=str(path)),
        )
        errors = FileErrors(*map(NotationError, said))
        with LineFile.open(path, BEGINNING, "{", resume=resume, errors=errors) as file:
            puzzles = [] if file.is_new else _known(path, file.lines(), head)
            file.settle()
            if file.is_new:
                file.add(line_of(head))
            yield cls(file, puzzles)

    @property
    def following(self) -> int:
        """The number of the first game of self-play that was not looked through, as far as the puzzles tell."""
        return 1 + max(
            (puzzle.source.game for puzzle in self.puzzles if puzzle.source.what == SELF_PLAY), default=-1
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
    for what in ("format", "game", "seed", "margin", "endings"):
        given, asked = getattr(there, what), getattr(head, what)
        if given != asked:
            raise NotationError(
                "{path} belongs to another hunt: {what} {found} there, {asked} here",
                path=str(path),
                what=what,
                found=given,
                asked=asked,
            )
    return puzzles
