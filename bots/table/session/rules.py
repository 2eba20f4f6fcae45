"""The rules of a game on one page: drawn for a terminal, or as plain lines."""

import re

from rich.console import RenderableType
from rich.constrain import Constrain

#: The widest page, in columns: longer lines are hard to read.
WIDEST = 100
#: The marks of Markdown that mean nothing in plain lines: bold, italic, code, and the fences around drawings.
MARKS = re.compile(r"\*+|`+(?:text\n)?")


def drawn(rules: str) -> RenderableType:
    """Return the page for a terminal."""
    from rich.markdown import Markdown  # late: it loads the lexers of all languages

    return Constrain(Markdown(rules), WIDEST)


def plain(rules: str) -> str:
    """Return the page as lines of text: headings begin with `#`, items of lists with `-` or a number."""
    return MARKS.sub("", rules).rstrip("\n")


def goal(rules: str) -> str:
    """Return what a player wants, which is the first section of the page; empty if there are no sections."""
    _, _, after = plain(rules).partition("\n## ")
    return after.partition("\n")[2].partition("\n#")[0].strip()
