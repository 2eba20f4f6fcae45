"""Text that is safe to print: unprintable and invisible characters are written as escapes."""

import re

#: The greatest length of a message, and how many of its last characters remain if it is shortened.
LONGEST_MESSAGE, KEPT_END = 400, 145
#: What some editors and shells write before a text in UTF-8; it does not belong to the text.
BYTE_ORDER_MARK = "\ufeff"
#: Letters, marks and signs that nobody can see, although Python calls them printable: the default ignorable ones of
#: Unicode, and the blanks among its symbols.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
#: Spaces at which a line does not break: translations have them in numbers.
NO_BREAK = "\u00a0\u202f"


def printable(text: str, *, keep: str = "") -> str:
    """Return the text with unprintable and invisible characters escaped, except those in `keep`."""
    if text.isprintable() and not INVISIBLE.search(text):
        return text
    return "".join(
        c
        if c in keep or (c.isprintable() and not INVISIBLE.match(c))
        else c.encode("unicode_escape").decode()
        for c in text
    )


def one_line(text: str) -> str:
    """Return a message as one printable line of at most `LONGEST_MESSAGE` characters; the middle is left out."""
    line = printable(" ".join(text.split()))
    if len(line) <= LONGEST_MESSAGE:
        return line
    return f"{line[: LONGEST_MESSAGE - KEPT_END - 5]} ... {line[-KEPT_END:]}"


def error_line(error: BaseException | str) -> str:
    """Return an error as one printable line; for a system error this is the file and the reason."""
    if isinstance(error, OSError) and error.strerror:
        name = error.filename2 or error.filename
        return one_line(f"{name}: {error.strerror}" if name else error.strerror)
    return one_line(str(error))
