"""Settings of the whole test suite."""

import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

# The tests start hundreds of Python programs. Each would compile its modules again if none may keep what it compiled,
# and the threads that OpenBLAS starts for numpy take more time than the import of numpy. Nothing here needs them.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# No deadline, because a busy machine is sometimes slow; bench/ measures speed.
settings.register_profile("desk", deadline=None)
# On a CI server the cases are always the same, so that no rare case fails an unrelated change.
settings.register_profile("ci", parent=settings.get_profile("desk"), derandomize=True)
# One round of `make fuzz`, which repeats them with new cases.
settings.register_profile(
    "fuzz",
    parent=settings.get_profile("desk"),
    max_examples=300,
    stateful_step_count=50,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# A shell that starts the suite in the background makes it ignore these signals, and the commands that it starts and
# interrupts would inherit that.
for number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

#: Files of long tests. They come first: otherwise one process still runs them when the others have nothing left, and
#: each process that takes one of `test_toy` at the end compiles the toy again.
LONG = ("test_tournament_ended.py", "test_tournament_cluster.py", "test_toy.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long tests first."""
    items.sort(key=lambda item: item.path.name not in LONG)
