"""What a program may say to the arena: it is understood, or the program forfeits for a reason in one clear line."""

import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from tests.fuzz.claims import assert_clear
from tests.fuzz.nearly import CHANGES, SEEDS, nearly
from tests.fuzz.pace import brief
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.builtin import GreedyBot
from urbanist.bots.players.player import Forfeit
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.answer import read_info
from urbanist.bots.protocol.client import Client, Timeouts
from urbanist.bots.protocol.command import CommandBot
from urbanist.bots.protocol.handshake import read_declaration
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import FORFEITS
from urbanist.search.limit import Limit

START = History.start(GAMES["metropolys"].deal(seats=2, seed=3, options=("first=0",)))
LEGAL = START.state.legal()
HELLO = """id name it
id author me
option name ponder type check default false
option name seed type spin default 1 min 0 max 9
option name legal type check default false
option name style type combo default a var a var b
option name book type string default <empty>
games metropolys akropolis
"""
#: Always said: nobody waits for the end of a handshake.
OK = "\nugiok\n"
INFO = (
    "info depth 3 nodes 500 nps 9000 time 12 score 0.75 points 31.5 multipv 2 belief 1 statues=0.25,lakes=0.5 "
    f"pv {LEGAL[0]} {LEGAL[1]}"
)
ANSWER = f"{INFO}\ninfo string a bold plan\nbestmove {LEGAL[0]} ponder pass\n"
#: The limit of a decision, and the time to answer anything, in seconds: a busy machine needs some.
MOVE, READY = 0.3, 10.0
#: `make fuzz` loads its sanitizer into all processes, and it needs more memory than programs may have.
PLAIN = WorkingDirectory(variables=(("LD_PRELOAD", ""),))


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """Give a folder for the texts of the program, which each example writes again."""
    with TemporaryDirectory() as name:
        yield Path(name)


def parrot(folder: Path, hello: str, answer: str) -> str:
    """Return the command of a program that answers `ugi` and `go` with these texts, and is always ready."""
    for name, text in (("hello", hello), ("answer", answer)):
        (folder / name).write_bytes(text.encode(errors="surrogateescape"))
    script = ("/^ugi$/r hello", "s/^isready$/readyok/p", "/^go/r answer", "/^quit$/q")
    words = " ".join(f"-e {shlex.quote(line)}" for line in script)
    return f"cd {shlex.quote(str(folder))}; exec sed -u -n {words}"


@brief(6)
@given(SEEDS, CHANGES, SEEDS, CHANGES)
def test_a_game_ends_whatever_a_program_says(
    folder: Path, seed: int, changes: int, other_seed: int, others: int
) -> None:
    command = parrot(folder, nearly(HELLO, seed, changes) + OK, nearly(ANSWER, other_seed, others))
    controls = [clock_of(move=MOVE, grace=0.0), clock_of()]
    with Arena() as arena:
        record = arena.play(
            Pairing.of(
                START,
                [CommandBot(command, ponder=True, working_directory=PLAIN), GreedyBot()],
                [1, 2],
                controls,
            )
        ).record
    assert record.replay(GAMES).state.over
    # It has one answer for all positions, so it loses sooner or later.
    [lost] = record.meta["forfeits"]
    assert (lost["seat"], lost["reason"] in FORFEITS) == (0, True)
    assert_clear(lost["what"])


@brief(6)
@given(SEEDS, CHANGES, st.integers(1, 5))
def test_an_answer_is_understood_or_a_forfeit(folder: Path, seed: int, changes: int, nodes: int) -> None:
    process = EngineProcess(
        parrot(folder, HELLO + OK, nearly(ANSWER, seed, changes)), working_directory=PLAIN
    )
    try:
        client = Client(process, Timeouts(move=MOVE, ready=READY))
        view = START.seen_by(0)
        client.new_game(view)
        decision = client.choose(view, Limit(time=MOVE, grace=0.0, nodes=nodes))
        assert str(decision.move) == " ".join(str(decision.move).split())
        assert 0 <= (decision.info.score or 0.0) <= 1
        assert decision.nodes >= 0
    except Forfeit as forfeit:
        assert_clear(str(forfeit))
    finally:
        process.kill()


@brief(100)
@given(SEEDS, st.integers(0, 6))
@example(0, 0)
def test_lines_of_info_and_of_options_are_always_read(seed: int, changes: int) -> None:
    info = read_info(nearly(INFO, seed, changes).split())
    assert info.score is None or 0 <= info.score <= 1
    for line in HELLO.splitlines():
        declared = read_declaration(nearly(line, seed, changes))
        for value in (*declared.extremes, nearly("1", seed, changes)):
            declared.allows(value)
        with suppress(ValueError):
            within = declared.within(seed)
            assert declared.kind != "spin" or declared.problem or declared.allows(str(within))
