"""Lines between a referee and its bots: UTF-8, of a bounded length."""

from collections.abc import Iterator
from typing import BinaryIO

#: No line has more bytes than this, its end not counted.
LONGEST_LINE = 1 << 20
#: No message has more characters than this.
LONGEST_MESSAGE = 400


def read_lines(stream: BinaryIO) -> Iterator[str | None]:
    """Yield the lines of a stream without their ends; None for one that is too long, which is not kept."""
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line.decode(errors="replace").rstrip("\r\n")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)
        yield None


def one_line(text: str) -> str:
    """Return a message as a line that can be printed anywhere; of a long one the end is left out."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) <= LONGEST_MESSAGE else f"{shown[: LONGEST_MESSAGE - 4]} ..."
