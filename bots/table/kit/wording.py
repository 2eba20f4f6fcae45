"""Words that the texts of all games share."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from urbanist.bots.table.kit.language import Catalog, chosen, tr, translated
from urbanist.engine import IllegalMove, NotationError, State
from urbanist.engine.event import Move


class Lesson(NamedTuple):
    """A text with a name by which it is known that it was told."""

    name: str
    text: str


def lesson(texts: Catalog, name: str, subject: str = "", **values: object) -> Lesson:
    """Return a lesson of a catalog in the language; one with a subject is told once for each subject."""
    return Lesson(f"{name} {subject}".rstrip(), texts.named("lesson", name, **values))


def read_page(package: str, name: str) -> str:
    """Return the text of a page in a package, in the language that is spoken: `rules.pl.md` for `rules.md`."""
    from importlib.resources import files

    begin, dot, end = name.rpartition(".")
    own, english = files(package) / f"{begin}.{chosen()}{dot}{end}", files(package) / name
    return (own if own.is_file() else english).read_text(encoding="utf-8")


def cut(text: str, width: int, end: str = "…") -> str:
    """Return a text of at most `width` characters; a longer text is cut and ends with `end`."""
    return text if len(text) <= width else text[: width - len(end)] + end


def upper(text: str) -> str:
    """Return a text whose first letter is a capital; names in it keep theirs."""
    return text[:1].upper() + text[1:]


def quoted(text: str) -> str:
    """Return a typed text in quotes for an error line: printable and short."""
    clean = "".join(sign if sign.isprintable() else "?" for sign in text.strip())
    return f"'{cut(clean, 30, '...')}'"


def no_moves() -> str:
    """Return the list of moves after the end of a game."""
    return tr("none: the game is over")


#: The most legal moves that an error names if the rules give no other reason.
NAMED = 5


def legal_move(
    move: Move,
    state: State,
    *,
    said: str = "",
    reason: Callable[[str], str] = translated,
    called: Callable[[Move], str] = str,
) -> Move:
    """Return a move that a person means; raise `NotationError` with the reason if it is not legal.

    The error names the move as it was `said`. `reason` says why in the language, and `called` what would be legal.
    """
    try:
        state.play(move)
    except IllegalMove:
        why = reason(state.illegal_reason(move)) or tr(" or ").join(map(called, state.legal()[:NAMED]))
        raise NotationError(tr("{move} is not legal: {why}", move=said or str(move), why=why)) from None
    return move


def points_text(number: int) -> str:
    """Return a number of points in words."""
    return tr.counted("{n} point", "{n} points", number)


def listed(items: Iterable[object]) -> str:
    """Return items joined in a sentence: `a, b and c`, or `none`."""
    words = [translated(item) if isinstance(item, str) else str(item) for item in items]
    *others, last = words or [tr("none")]
    return tr("{items} and {last}", items=", ".join(others), last=last) if others else last
