"""The verdict of a check."""

from dataclasses import dataclass

from urbanist.engine.printable import one_line

OK, FAIL, SKIP = "ok", "FAIL", "skip"
#: Characters of a line that are shown.
SHOWN = 100


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of one check and a message; its text is one line."""

    name: str
    outcome: str
    said: str = ""

    def __str__(self) -> str:
        return f"{self.outcome:<4} {self.name}" + (f": {self.said}" if self.said else "")


class Failed(Exception):
    """The program made a fault; the message says what it was sent, what was expected and what was received."""

    def __init__(self, sent: str, expected: str, received: str) -> None:
        super().__init__(f"sent {sent}; expected {expected}; received {received}")


class Skipped(Exception):
    """The check does not apply; the message says why."""


def quoted(line: str) -> str:
    """Return a line of a dialogue in quotes, escaped and shortened."""
    left = len(line) - SHOWN
    return f"'{one_line(line[:SHOWN])}'" + (f" and {left:,} more characters" if left > 0 else "")
