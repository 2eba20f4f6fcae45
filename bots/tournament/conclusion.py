"""What a format came to beside the standings: the winner of a knockout, the verdict of a sequential test."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A conclusion in one line, as pairs of name and value for people, and as values of JSON for programs."""

    line: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Return whether there is a conclusion."""
        return bool(self.line)
