"""The lock of a tournament: only one process at a time may play it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from urbanist.bots.tournament.form import PlanError


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Lock the file of a tournament for this process; raise `PlanError` if another process has locked it.

    The end of a process also ends its lock.
    """
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PlanError(f"{path}: another process is playing this tournament") from None
        yield
