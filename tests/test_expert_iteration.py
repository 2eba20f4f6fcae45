"""The example of expert iteration: its gradients, what it plays, and what a little of it learns."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.test_docs import HERE, ROOT
from urbanist.engine import Batch
from urbanist.engine.user_file import loaded

PROGRAM = ROOT / "examples" / "expert_iteration.py"
expert: Any = loaded(PROGRAM)


#: Small generations.
SMALL = "import expert_iteration as e; e.TABLES, e.VISITS, e.STEPS, e.ROWS = 8, 16, 20, 64; e.main()"

#: The examples of a small generation.
PLAYED = """
import numpy as np, expert_iteration as e
e.TABLES, e.VISITS, rng = 8, 8, np.random.default_rng(1)
np.savez("examples.npz", **e.play(e.drawn_weights(rng), rng)._asdict())
"""


def run(folder: Path, *command: str, **variables: str) -> str:
    """Return what a command prints in a folder; it computes in one thread, because more of them wait for each other."""
    given = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": str(PROGRAM.parent)} | variables
    folder.mkdir(exist_ok=True)
    return subprocess.run(command, cwd=folder, env=given, check=True, capture_output=True, text=True).stdout


def share(weights: Path, opponent: str, games: int) -> float:
    """Return the win share of the bot in a match, in %."""
    match = [
        str(HERE / "urbanist"),
        "match",
        "metropolys",
        "--variant",
        "family",
        "--games",
        str(games),
        "--seed",
        "1",
    ]
    seats = ["--seat", f"{PROGRAM}:Trained", "--seat", opponent]
    printed = run(weights.parent, *match, *seats, WEIGHTS=str(weights))
    assert "forfeit" not in printed
    [percent] = re.findall(r"Trained .* (\S+)% \[", printed)
    return float(percent)


def test_the_gradients_are_those_of_the_losses() -> None:
    """They are compared with finite differences in double precision."""
    rng = np.random.default_rng(1)
    w = {name: array.astype(np.float64) for name, array in expert.drawn_weights(rng).items()}
    w["head"] *= 30  # else hardly anything reaches the layers below
    batch = Batch.deal(expert.GAME, 3, variant=expert.VARIANT, seats=expert.SEATS, seed=2)
    batch.apply(batch.sample(1))
    prior = batch.prior_logits().astype(np.float64)
    policy = np.where(np.isfinite(prior), rng.random(prior.shape), 0)
    policy /= policy.sum(axis=1, keepdims=True)
    examples = expert.Examples(batch.observe(0).flat(), prior, policy, np.array([0.1, 0.5, 0.9]))
    _, gradient = expert.gradients(w, examples)

    def loss() -> float:
        of_policy, of_value = expert.gradients(w, examples)[0]
        return float(of_policy + expert.VALUE * of_value)

    assert set(gradient) == set(w) - {"scale"}
    for name, slope in gradient.items():
        places = np.argsort(-abs(slope).ravel())[[0, 1, 5]]
        for place in places:
            at = np.unravel_index(place, slope.shape)
            step, before = 1e-4, w[name][at]
            w[name][at] = before + step
            above = loss()
            w[name][at] = before - step
            below = loss()
            w[name][at] = before
            assert slope[at] == pytest.approx((above - below) / (2 * step), rel=0.02), (name, at)


def test_examples_hold_what_searches_found_and_how_games_ended(tmp_path: Path) -> None:
    run(tmp_path, sys.executable, "-c", PLAYED)
    with np.load(tmp_path / "examples.npz") as file:
        examples = expert.Examples(**file)
    assert len({len(array) for array in examples}) == 1
    assert len(examples.value) > 8 * 40
    legal = np.isfinite(examples.prior)
    assert legal.any(axis=1).all()
    assert not examples.policy[~legal].any()
    assert examples.policy.sum(axis=1, dtype=np.float32) == pytest.approx(1, abs=0.02)
    assert 0 <= examples.value.min() < 0.3
    assert 0.7 < examples.value.max() <= 1


@pytest.mark.nightly
def test_a_little_training_is_repeatable_and_beats_random_moves(tmp_path: Path) -> None:
    run(tmp_path / "one", sys.executable, "-c", SMALL, "--generations", "2", "--every", "1")
    run(tmp_path / "other", sys.executable, "-c", SMALL, "--generations", "1")
    with (
        np.load(tmp_path / "one" / "expert-1.npz") as left,
        np.load(tmp_path / "other" / "expert.npz") as right,
    ):
        assert all((left[name] == right[name]).all() for name in left)
    assert share(tmp_path / "one" / "expert.npz", "random", 4) > 80


@pytest.mark.nightly
def test_a_minute_of_training_beats_greedy(tmp_path: Path) -> None:
    run(tmp_path, sys.executable, str(PROGRAM), "--generations", "8")
    assert share(tmp_path / "expert.npz", "greedy", 40) > 60
