"""The lock of a tournament: one process at a time plays it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from urbanist.bots.tournament.form import PlanError


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Lock the file of a tournament for this process; `PlanError` if another has it. A process that ends unlocks it."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PlanError(f"{path}: another process is playing this tournament") from None
        yield
