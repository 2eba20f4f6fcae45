"""What a line of a bot is: one reading for the referee and for `check-bot`.

The first word says what a line is. Any white space separates words; at the ends of a line it counts for nothing.
"""

from typing import NamedTuple

#: The form of a choice.
FORM = "'bestmove M [ponder M2]'"


class Choice(NamedTuple):
    """The move of a bot, and the event on which it would ponder."""

    move: str
    reply: str | None


def word_of(line: str) -> str:
    """Return the word that says what a line is; empty for an empty line."""
    return next(iter(line.split(maxsplit=1)), "")


def read_choice(line: str) -> Choice | None:
    """Return what a line of `bestmove` chooses; None if it has not the form."""
    words = line.split()
    if len(words) not in (2, 4) or words[2:3] not in ([], ["ponder"]):
        return None
    return Choice(words[1], words[3] if len(words) == 4 else None)
