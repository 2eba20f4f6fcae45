"""What holds for all input: what is refused is refused in one line that can be printed, by an error of ours."""

from collections.abc import Iterator
from contextlib import contextmanager

from urbanist.engine.printable import LONGEST_MESSAGE, error_line


@contextmanager
def or_refused(*kinds: type[Exception]) -> Iterator[None]:
    """Let the block end with an error of these kinds and a clear line; any other error is a finding."""
    said: Exception | None = None
    try:
        yield
    except kinds as error:
        said = error
    if said is not None:
        assert_clear(error_line(said))
        assert str(said).isprintable(), ascii(str(said)[:LONGEST_MESSAGE])


def assert_clear(line: str) -> None:
    """Check the line of an error: it says something, can be printed, and is not too long."""
    assert line.strip()
    assert line.isprintable(), ascii(line)
    assert len(line) <= LONGEST_MESSAGE
