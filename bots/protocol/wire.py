"""Lines between a referee and its bots: UTF-8, of a bounded length."""

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from urbanist.bots.process.engine_process import LONGEST_LINE

#: The form of a choice.
FORM = "'bestmove M [ponder M2]'"


class Choice(NamedTuple):
    """The move of a bot, and the event on which it would ponder."""

    move: str
    reply: str | None


def word_of(line: str) -> str:
    """Return the word that says what a line is; empty for an empty line."""
    words = line.split(maxsplit=1)
    return words[0] if words else ""


def read_choice(line: str) -> Choice | None:
    """Return what a line of `bestmove` chooses; None if it has not the form."""
    words = line.split()
    if len(words) not in (2, 4) or words[2:3] not in ([], ["ponder"]):
        return None
    return Choice(words[1], words[3] if len(words) == 4 else None)


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream without their ends; None for one that is too long, which is not kept."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            # The first line may begin with a byte order mark.
            yield line.decode("utf-8-sig", errors="replace").rstrip("\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None
