"""One process at a time holds a tournament."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from urbanist.bots.tournament.form import PlanError


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep a tournament's file to this process; `PlanError` if another one has it. A process that dies lets go."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PlanError(f"{path}: another process is playing this tournament") from None
        yield
