"""Lines between a referee and its bots: UTF-8, of a bounded length."""

from collections.abc import Iterator
from typing import BinaryIO

from urbanist.bots.process.engine_process import LONGEST_LINE


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
