"""What came of a check."""

from dataclasses import dataclass

from urbanist.engine.printable import one_line

OK, FAIL, SKIP = "ok", "FAIL", "skip"
#: Characters of a line that are shown.
SHOWN = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one check, with what there is to say about it; as text one line."""

    name: str
    outcome: str
    said: str = ""

    def __str__(self) -> str:
        return f"{self.outcome:<4} {self.name}" + (f": {self.said}" if self.said else "")


class Failed(Exception):
    """The program did not do as it should: what it was sent, what was expected, what was received."""

    def __init__(self, sent: str, expected: str, received: str) -> None:
        super().__init__(f"sent {sent}; expected {expected}; received {received}")


class Skipped(Exception):
    """The check does not apply; the message says why."""


def quoted(line: str) -> str:
    """Return a line of either side as it can be shown: in quotes, escaped, and not too long."""
    left = len(line) - SHOWN
    return f"'{one_line(line[:SHOWN])}'" + (f" and {left:,} more characters" if left > 0 else "")
