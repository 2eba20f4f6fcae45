"""What the command line loads starts no threads, and other programs do not notice."""

import os
import subprocess
import sys

import pytest

from urbanist.bots.cli.loading import THREADS, loading

COUNT = """
import os, psutil
from urbanist.bots.cli.loading import loading
with loading():
    import numpy
print(psutil.Process().num_threads(), os.environ.get("OPENBLAS_NUM_THREADS"))
"""


def test_numpy_is_loaded_without_threads() -> None:
    environment = {name: value for name, value in os.environ.items() if name != THREADS}
    done = subprocess.run(
        [sys.executable, "-c", COUNT], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1", "None"]


@pytest.mark.parametrize("chosen", [None, "1", "2"])
def test_what_the_user_chose_stays(chosen: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS, raising=False)
    if chosen:
        monkeypatch.setenv(THREADS, chosen)
    with loading(), loading():
        assert os.environ[THREADS] == (chosen or "1")
    assert os.environ.get(THREADS) == chosen
