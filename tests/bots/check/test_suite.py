"""Each fault is found by the check for it, and programs without faults pass."""

import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.bots.check.faults import FAULTS, SOUND
from tests.bots.cli.using import PROGRAM
from tests.engine.tables import OPEN_DEALS
from urbanist.bots.check.candidate import Candidate, Conditions
from urbanist.bots.check.suite import checks, verdicts
from urbanist.bots.check.verdict import FAIL, OK, SKIP, Verdict
from urbanist.bots.players.builtin import BOTS
from urbanist.bots.protocol.timeouts import Timeouts
from urbanist.engine import GAMES

#: A Python that starts fast: the programs need only its own library.
PYTHON = (sys.executable, "-I", "-S")
#: Parts of the messages about missing answers. Only programs with these faults get short time limits.
WAITED_FOR = ("within", "each by", "nothing but", "it runs on", "sent 'ponderhit'", "sent 'stop'")
STRICT = Conditions(grace=1.0, patience=4.0, handshake=4.0)
LENIENT = Conditions(grace=10.0, patience=60.0, movetime=0.001)


def judged(
    command: Sequence[object], conditions: Conditions, only: str = "*", games: Iterable[str] = GAMES
) -> list[Verdict]:
    """Return the verdicts of the checks of a program."""
    return list(verdicts(Candidate(shlex.join(map(str, command)), conditions, tuple(games)), [only]))


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_by_its_check(fault: str, tmp_path: Path) -> None:
    faulty = FAULTS[fault]
    program = tmp_path / "faulty.py"
    program.write_text(faulty.program(), encoding="utf-8")
    conditions = STRICT if any(words in faulty.said for words in WAITED_FOR) else LENIENT
    [verdict] = judged([*PYTHON, program], conditions, faulty.check)
    assert verdict.outcome == FAIL
    assert faulty.said in verdict.said


def test_the_handshake_has_the_time_of_a_match_whatever_the_patience(tmp_path: Path) -> None:
    program = tmp_path / "late.py"
    text = SOUND.read_text(encoding="utf-8")
    program.write_text(
        text.replace("import random", "import random, time; time.sleep(0.7)"), encoding="utf-8"
    )
    command = [*PYTHON, program]
    [verdict] = judged(command, Conditions(patience=0.5), "handshake")
    assert verdict.outcome == OK
    [verdict] = judged(command, Conditions(patience=60, handshake=0.1), "handshake")
    assert (verdict.outcome, "'ugiok' within 100 ms" in verdict.said) == (FAIL, True)
    assert Conditions().handshake == Timeouts().handshake


def test_a_check_says_how_much_margin_a_sound_program_has() -> None:
    found = [judged([*PYTHON, SOUND], LENIENT, only)[0] for only in ("movetime", "clock", "memory")]
    assert [verdict.outcome for verdict in found] == [OK] * 3
    assert all(re.fullmatch(r"at most \d+ ms late, of 10000 ms", verdict.said) for verdict in found[:2])
    assert re.fullmatch(r"an address space of \d+ MiB, of 4096 MiB", found[2].said)


def test_a_sound_program_passes_every_check() -> None:
    found = judged([*PYTHON, SOUND], LENIENT)
    others = [verdict for verdict in found if verdict.outcome != OK]
    assert {(verdict.outcome, verdict.said) for verdict in others} <= {(SKIP, "it does not name this game")}
    assert not [verdict for verdict in others if "metropolys" in verdict.name]
    assert [verdict.name for verdict in found] == list(checks())


@pytest.mark.parametrize("name", BOTS)
def test_every_built_in_bot_passes_every_check(name: str) -> None:
    fewer_worlds = ["--set", "worlds=3"] if name == "pimc" else []  # it visits each world, even without time
    # All bots are served alike. The last one shows it for every game, the others for one game each.
    number = list(BOTS).index(name)
    whole = number == len(BOTS) - 1
    games = list(GAMES) if whole else [list(GAMES)[2 * number % len(GAMES)]]
    found = judged([*PROGRAM, "bot", name, *fewer_worlds], LENIENT, games=games)
    others = [str(verdict) for verdict in found if verdict.outcome != OK]
    assert others == [f"skip view/{game}: no deal hides anything" for game in OPEN_DEALS if game in games]
    assert len(found) == len(checks(games))


def test_every_check_finds_a_fault() -> None:
    found = {fault.check for fault in FAULTS.values()}
    of_a_game = {name for name in checks() if name.startswith(("game/", "view/"))}
    assert set(checks()) - of_a_game == found - of_a_game
    assert {name.partition("/")[0] for name in found & of_a_game} == {"game", "view"}
