"""What a search is allowed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Iterations, seconds, or both (what ends first); memory of the tree in MiB; the seed of all draws.

    With `nodes` alone the result is the same on every run. `ValueError` for a limit that allows nothing.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: float = 64.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise ValueError("a search needs a limit: nodes or seconds")
        if self.nodes is not None and not 1 <= self.nodes < 1 << 32:
            raise ValueError(f"nodes={self.nodes}: at least 1, at most 4,294,967,295")
        if self.seconds is not None and not 0 < self.seconds < 1e6:
            raise ValueError(f"seconds={self.seconds}: more than 0 and less than a million")
        if not 0 < self.memory <= 1 << 20:
            raise ValueError(f"memory={self.memory}: MiB, more than 0, at most a million")
