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
from urbanist.bots.check.candidate import FAIL, OK, SKIP, Candidate, CheckResult, Conditions
from urbanist.bots.check.suite import checks, results
from urbanist.bots.match.arena import play_game
from urbanist.bots.players.builtin import BOTS, RandomBot
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine import GAMES
from urbanist.engine.history import History

#: A Python that starts fast: the programs need only its own library.
PYTHON = (sys.executable, "-I", "-S")
#: Parts of the messages about missing answers. Only programs with these faults get short time limits.
WAITED_FOR = ("within", "each by", "it runs on")
STRICT = Conditions(grace=0.5, patience=2.0)
LENIENT = Conditions(grace=10.0, patience=60.0, movetime=0.001)


def judged(
    command: Sequence[object], conditions: Conditions, only: str = "*", games: Iterable[str] = GAMES
) -> list[CheckResult]:
    """Return the results of the checks of a program."""
    return list(results(Candidate(shlex.join(map(str, command)), conditions, tuple(games)), [only]))


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_by_its_check(fault: str, tmp_path: Path) -> None:
    faulty = FAULTS[fault]
    program = tmp_path / "faulty.py"
    program.write_text(faulty.program(), encoding="utf-8")
    conditions = STRICT if any(words in faulty.said for words in WAITED_FOR) else LENIENT
    [verdict] = judged([*PYTHON, program], conditions, faulty.check)
    assert verdict.outcome == FAIL
    assert faulty.said in verdict.said


def test_the_handshake_has_the_time_of_a_match_or_the_patience_that_is_asked_for(tmp_path: Path) -> None:
    program = tmp_path / "late.py"
    text = SOUND.read_text(encoding="utf-8")
    program.write_text(
        text.replace("import random", "import random, time; time.sleep(1.7)"), encoding="utf-8"
    )
    command = [*PYTHON, program]
    [verdict] = judged(command, Conditions(), "handshake")
    assert verdict.outcome == OK
    [verdict] = judged(command, Conditions(patience=0.1), "handshake")
    assert (verdict.outcome, verdict.said) == (
        FAIL,
        "sent 'ugi'; no line within 0.1 s; a program has to flush each line that it writes",
    )


def test_a_check_says_how_much_margin_a_sound_program_has() -> None:
    results_of_sound = [
        judged([*PYTHON, SOUND], LENIENT, only)[0] for only in ("movetime", "clock", "memory")
    ]
    assert [verdict.outcome for verdict in results_of_sound] == [OK] * 3
    assert all(
        re.fullmatch(r"at most \d+ ms late, of 10000 ms", verdict.said) for verdict in results_of_sound[:2]
    )
    assert re.fullmatch(r"an address space of \d+ MiB, of 4096 MiB", results_of_sound[2].said)


def test_a_sound_program_passes_every_check() -> None:
    checked = judged([*PYTHON, SOUND], LENIENT)
    others = [verdict for verdict in checked if verdict.outcome != OK]
    assert {(verdict.outcome, verdict.said) for verdict in others} <= {(SKIP, "it does not name this game")}
    assert not [verdict for verdict in others if "metropolys" in verdict.name]
    assert [verdict.name for verdict in checked] == list(checks())


def test_a_program_may_answer_an_endless_search_before_it_is_stopped(tmp_path: Path) -> None:
    program = tmp_path / "quick.py"
    text = SOUND.read_text(encoding="utf-8")
    assert '"infinite" in rest or ' in text
    program.write_text(text.replace('"infinite" in rest or ', ""), encoding="utf-8")
    for check in ("infinite", "isready-in-search", "quit-in-search"):
        [verdict] = judged([*PYTHON, program], STRICT, check)
        assert verdict.outcome == OK, verdict


#: All bots are served alike: each shows it for one game, and by night the first one for all.
ASKED = [(name, [[*GAMES][2 * number % len(GAMES)]]) for number, name in enumerate(BOTS)]


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ASKED[0],
        *(pytest.param(*asked, marks=pytest.mark.nightly) for asked in [("random", [*GAMES]), *ASKED[1:]]),
    ],
)
def test_every_built_in_bot_passes_every_check(name: str, games: list[str]) -> None:
    fewer_worlds = ["--set", "worlds=3"] if name == "pimc" else []  # it visits each world, even without time
    checked = judged([*PROGRAM, "bot", name, *fewer_worlds], LENIENT, games=games)
    others = [str(verdict) for verdict in checked if verdict.outcome != OK]
    assert others == [f"skip view/{game}: no deal hides anything" for game in OPEN_DEALS if game in games]
    assert len(checked) == len(checks(games))


def test_every_check_finds_a_fault() -> None:
    caught = {fault.check for fault in FAULTS.values()}
    of_a_game = {name for name in checks() if name.startswith(("game/", "view/"))}
    assert set(checks()) - of_a_game == caught - of_a_game
    assert {name.partition("/")[0] for name in caught & of_a_game} == {"game", "view"}


@pytest.mark.parametrize(
    "written",
    [
        "text.replace(' ', '\\t \\t') + '\\t\\r'",
        "'\\n'.join(f' \\t{line} \\r' for line in text.split('\\n'))",
        "text.replace('readyok', 'readyok and willing').replace('ugiok', 'ugiok at last')",
    ],
)
def test_the_check_and_the_referee_read_white_space_alike(tmp_path: Path, written: str) -> None:
    program = tmp_path / "spacious.py"
    text = SOUND.read_text(encoding="utf-8").replace("print(text, flush", f"print({written}, flush")
    program.write_text(text, encoding="utf-8")
    command = [*PYTHON, program]
    for check in ("handshake", "isready", "set-options", "isready-in-search", "ponder", "info", "query"):
        [verdict] = judged(command, STRICT, check)
        assert verdict.outcome == OK, verdict
    start = History.start(GAMES["metropolys"].deal(seats=2, seed=1))
    bot = CommandBot(shlex.join(map(str, command)), options=(("level", "4"),), ponder=True)
    record = play_game(start, [bot, RandomBot()], [1, 2]).record
    assert record.ended == "played out", record.meta


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("info nodes", "a whole number after 'nodes'"),
        ("info pv {move} nodes x", "a whole number after 'nodes'"),
        ("info belief 1 lakes=2", "after 'belief'"),
        ("info string pv nonsense nodes x", ""),
        ("info\tnodes x", "a whole number after 'nodes'"),
    ],
)
def test_a_line_of_info_is_read_as_the_referee_reads_it(tmp_path: Path, told: str, expected: str) -> None:
    program = tmp_path / "telling.py"
    before = "info depth 1 nodes 7 nps 700 time 10 score 0.5 points 21.5 pv {move} string thought well"
    program.write_text(SOUND.read_text(encoding="utf-8").replace(before, told), encoding="utf-8")
    [verdict] = judged([*PYTHON, program], LENIENT, "info")
    assert (verdict.outcome == OK) is (not expected), verdict
    assert expected in verdict.said
