"""Words that the texts of all games share."""

from collections.abc import Iterable

from urbanist.engine import NotationError


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


def not_understood(text: str, example: str) -> NotationError:
    """Return the error for a typed text that is neither a move nor a command."""
    return NotationError(f"{quoted(text)} is not a move or a command: {example}; 'help' lists the commands")


def several(number: int, noun: str) -> str:
    """Return a number with its noun: `1 fund`, `2 funds`, `2 hexes`, `2 quarries`."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        return f"{number} {noun[:-1]}ies"
    return f"{number} {noun}{'es' if noun.endswith('x') else 's'}"


def listed(items: Iterable[object]) -> str:
    """Return items joined in a sentence: `a, b and c`, or `none`."""
    words = list(map(str, items))
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "none"
