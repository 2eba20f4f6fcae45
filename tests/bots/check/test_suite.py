"""Each fault is found by the check that is meant for it, and who has none passes."""

import shlex
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from tests.bots.check.faults import FAULTS, SOUND, Fault
from tests.bots.cli.using import PROGRAM
from tests.engine.tables import OPEN_DEALS
from urbanist.bots.check.candidate import Candidate, Conditions
from urbanist.bots.check.suite import checks, verdicts
from urbanist.bots.check.verdict import FAIL, OK, SKIP, Verdict
from urbanist.bots.players.builtin import BOTS

#: A busy machine may be late, but not as late as who never answers.
STRICT = Conditions(grace=1.0, patience=2.0)
LENIENT = Conditions(grace=10.0, patience=60.0, movetime=0.001)


def judged(command: Sequence[object], conditions: Conditions, only: str = "*") -> list[Verdict]:
    """Return what comes of the checks of a program."""
    return list(verdicts(Candidate(shlex.join(map(str, command)), conditions), [only]))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Verdict]]:
    """Return what comes of each faulty program, by its fault; most of the time is spent waiting for them."""
    folder = tmp_path_factory.mktemp("faulty")

    def judge(number: int, fault: Fault) -> list[Verdict]:
        program = folder / f"{number}.py"
        program.write_text(fault.program(), encoding="utf-8")
        return judged([sys.executable, "-I", program], STRICT, fault.check)

    with ThreadPoolExecutor(4) as pool:
        return dict(zip(FAULTS, pool.map(judge, count(), FAULTS.values()), strict=True))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_by_the_check_that_is_meant_for_it(
    fault: str, found: dict[str, list[Verdict]]
) -> None:
    [verdict] = found[fault]
    assert verdict.outcome == FAIL
    assert FAULTS[fault].said in verdict.said


def test_who_has_no_fault_passes_every_check() -> None:
    found = judged([sys.executable, "-I", SOUND], LENIENT)
    others = [verdict for verdict in found if verdict.outcome != OK]
    assert {(verdict.outcome, verdict.said) for verdict in others} <= {(SKIP, "it does not name this game")}
    assert not [verdict for verdict in others if "metropolys" in verdict.name]
    assert [verdict.name for verdict in found] == list(checks())


@pytest.fixture(scope="module")
def served() -> dict[str, list[Verdict]]:
    """Return what comes of the built-in bots as processes, by name."""
    with ThreadPoolExecutor(3) as pool:
        judgements = pool.map(lambda name: judged([*PROGRAM, "bot", name], LENIENT), BOTS)
        return dict(zip(BOTS, judgements, strict=True))


@pytest.mark.parametrize("name", BOTS)
def test_every_built_in_bot_passes_every_check(name: str, served: dict[str, list[Verdict]]) -> None:
    others = [str(verdict) for verdict in served[name] if verdict.outcome != OK]
    assert others == [f"skip view/{game}: no deal hides anything" for game in OPEN_DEALS]
    assert len(served[name]) == len(checks())


def test_every_check_finds_a_fault() -> None:
    found = {fault.check for fault in FAULTS.values()}
    of_a_game = {name for name in checks() if name.startswith(("game/", "view/"))}
    assert set(checks()) - of_a_game == found - of_a_game
    assert {name.partition("/")[0] for name in found & of_a_game} == {"game", "view"}
