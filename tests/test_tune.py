"""The example that tunes a bot plays its trials, keeps them, and goes on with them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_docs import ROOT


def test_a_study_plays_its_trials_and_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("optuna", reason="needs urbanist[tune]")
    asked = [sys.executable, str(ROOT / "examples" / "tune.py"), "metropolys", "--bot", "ismcts:nodes=2"]

    def tuned(*more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run([*asked, *more], cwd=tmp_path, capture_output=True, text=True, check=True)

    first = tuned("--deals", "1", "--trials", "2")
    assert first.stdout.startswith("ismcts:nodes=2:explore=")
    assert first.stderr.count("finished with value: ") == 2
    more = tuned("--deals", "1", "--trials", "3", "--workers", "2")
    assert more.stderr.count("finished with value: ") == 1
    assert "Trial 2 finished" in more.stderr
    # A trial that goes on is a new one: no options are tried twice.
    tried = [
        line.partition("parameters: ")[2].partition("}")[0]
        for line in (first.stderr + more.stderr).splitlines()
    ]
    assert len({*filter(None, tried)}) == 3
