"""Files of puzzles: a line that names the game, then a puzzle a line; and those that come with the package."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from msgspec import UNSET, DecodeError, Struct, UnsetType, ValidationError
from msgspec.json import Decoder, encode

from urbanist.bots.puzzles.puzzle import Puzzle, Share
from urbanist.engine.message import Message
from urbanist.engine.notation import NotationError
from urbanist.engine.record import read_lines

FORMAT = "urbanist-puzzles/1"
#: How each file begins.
BEGINNING = f'{{"format":"{FORMAT}"'
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


def line_of(found: Struct) -> str:
    """Return a head or a puzzle as a line, without a newline."""
    return encode(found).decode()


def shipped(game: str, *, endings: bool = False) -> Path:
    """Return the file of the puzzles, or of the endings, of a game that come with the package; it may be missing."""
    return SHIPPED / f"{game}{'-endings' if endings else ''}.jsonl"


def read(path: Path, lines: Iterable[tuple[int, str]] | None = None) -> tuple[Head, list[Puzzle]]:
    """Return the head and the puzzles of a file, or of these lines of it, each checked by the rules.

    Raise `OSError` if it cannot be read, and `NotationError` with the line if something in it is wrong.
    """
    lines = list(read_lines(path) if lines is None else lines)
    if not lines:
        raise NotationError(
            Message(
                "{path}: the file is empty; expected puzzles, as `urbanist puzzles --find` writes them",
                path=str(path),
            )
        )
    head = _decoded(path, lines[0], Decoder(Head))
    if head.format != FORMAT:
        raise NotationError(
            Message(
                "{place}: format '{found}'; expected '{known}'",
                place=f"{path}:{lines[0][0]}",
                found=head.format,
                known=FORMAT,
            )
        )
    puzzles, decoder = [], Decoder(Puzzle)
    for number, text in lines[1:]:
        puzzle: Puzzle = _decoded(path, (number, text), decoder)
        try:
            if puzzle.game.name != head.game:
                raise NotationError(
                    Message("a puzzle of {found} in a file of {game}", found=puzzle.game.name, game=head.game)
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
            Message(
                "{place}: not a line of a file of puzzles: {reason}",
                place=f"{path}:{number}",
                reason=str(error),
            )
        ) from None
