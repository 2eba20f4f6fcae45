"""The lock of a tournament: only one process at a time may play it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from urbanist.bots.tournament.form import PlanError


@contextmanager
def lock(database: Path) -> Iterator[None]:
    """Lock the database of a tournament for this process, and create it if there is none.

    Raise `PlanError` if another process has locked it. The end of a process also ends its lock. SQLite does not see
    this lock, so that others may read the database.
    """
    with database.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PlanError(f"{database}: another process is playing this tournament") from None
        yield
