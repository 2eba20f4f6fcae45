"""What holds for all tests of bots, tables and commands."""

import pytest

from urbanist.bots.analysis.rollout import rollouts

#: Tests of what rollouts say, of a long text of reasons and of a motif; they play as many as for a person.
EXACT = (
    "tests/bots/analysis/",
    "test_reasons.py",
    "test_in_a_small_window_the_reasons",
    "test_the_finder_finds_a_shipped_puzzle_again",
)


@pytest.fixture(autouse=True)
def few_rollouts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play few games, and quick ones, after a move: most tests want reasons, and not which."""
    if not any(part in request.node.nodeid for part in EXACT):
        monkeypatch.setattr(rollouts, "__kwdefaults__", {**(rollouts.__kwdefaults__ or {}), "careful": (2,)})
        for number, few in {"GAMES": 6, "LOOKS": (6,), "TOLD_FROM": 6}.items():
            monkeypatch.setattr(f"urbanist.bots.table.session.reasons.{number}", few)
