"""Settings of the whole test suite."""

import gc
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

from tests.pseudo import Pseudo
from urbanist.bots.table.kit.language import Catalog, catalog, choose

# The tests start hundreds of Python programs. Each would compile its modules again if none may keep what it compiled,
# and the threads that OpenBLAS starts for numpy take more time than the import of numpy. Nothing here needs them, nor
# those of PyTorch; on a busy machine they wait for each other.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

# The collector of garbage rests until all tests are there: until then there is nothing to collect.
gc.disable()

# People are spoken to in the language of their environment; what the tests compare is English.
os.environ.pop("LANGUAGE", None)
os.environ["LC_ALL"] = "C.UTF-8"

# A terminal has all colours if a test does not say otherwise, whatever the one is where the tests run.
os.environ["COLORTERM"] = "truecolor"

# Games and statistics of the tests lie in a folder of their own, not among those of whoever runs them. The processes of
# pytest-xdist inherit it.
if "PYTEST_XDIST_WORKER" not in os.environ:
    data = tempfile.TemporaryDirectory(prefix="urbanist-tests-")
    os.environ["XDG_DATA_HOME"] = os.environ["XDG_CONFIG_HOME"] = data.name

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
LONG = ("test_toy.py", "test_elsewhere.py", "test_cluster.py", "test_match.py", "test_python_bot.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long tests first."""
    items.sort(key=lambda item: item.path.name not in LONG)


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test, and tell of its setup and its end only if they fail or take long.

    What is told travels to the process that prints it, and five messages take longer than a short test.
    """
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed or report.duration > 0.01:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.fixture
def speak() -> Iterator[Callable[[str], None]]:
    """Speak the language of a code until the test ends."""
    yield choose
    choose("en")


@pytest.fixture
def pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak the language of `tests.pseudo` until the test ends; drawings are kept by the code of a language."""
    monkeypatch.setattr(Catalog, "texts", lambda *_: Pseudo())
    monkeypatch.setattr(catalog, "_chosen", "pseudo")


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what stays until the end, modules and thousands of tests, and come rarely.

    At its usual pace it takes 8 % of the time of a test of the application, in which nearly all is freed without it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()
