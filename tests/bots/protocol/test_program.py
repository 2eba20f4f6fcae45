"""The client for users of Python, with a real bot: moves, analyses, options and failures."""

import asyncio
import re
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.cli.using import PROGRAM
from tests.bots.hostile import HOSTILE, program
from tests.bots.scribe import scribe
from urbanist.bots import Allowance, AsyncProgram, Forfeit, Info, Program, Timeouts
from urbanist.engine import GAMES
from urbanist.engine.history import History

GAME = GAMES["metropolys"]
START = History.start(GAME.deal(seats=2, seed=3, options=("first=0",)))
VIEW = START.seen_by(0)
LEGAL = START.state.legal()
BOT = shlex.join([*PROGRAM, "bot", "ismcts", "--set", "nodes=100"])


@pytest.fixture(scope="module")
def bot() -> Iterator[Program]:
    """Return a searching bot, one process for all tests."""
    with Program(BOT) as found:
        yield found


def test_a_program_says_who_it_is(bot: Program) -> None:
    assert (bot.name, bot.author) == ("urbanist ismcts", "the urbanist developers")
    assert set(bot.games) == set(GAMES)
    assert bot.options["threads"].most == 64
    assert 0 < bot.ping() < 10


def test_a_move_comes_with_what_was_told(bot: Program) -> None:
    found = bot.play(VIEW, nodes=300)
    assert found.move in LEGAL
    assert found.nodes == found.info.nodes == 100  # its own limit is reached first
    assert 0 <= (found.info.score or -1) <= 1
    assert found.info.points is not None
    assert found.info.pv[0] == found.move == found.pv[0]
    later = START.play(found.move)
    again = bot.play(later.seen_by(later.state.to_move), seconds=5, only=[later.state.legal()[-1]])
    assert again.move == later.state.legal()[-1]
    timed = bot.play(VIEW, clock=Allowance(0, (5.0, 5.0), (0.1, 0.1), None, 0.5))
    assert timed.move in LEGAL


def test_an_analysis_streams_until_it_ends(bot: Program) -> None:
    with bot.analyse(VIEW, nodes=90, lines=3) as analysis:
        found = list(analysis)
    assert all(isinstance(info, Info) for info in found)
    answer = analysis.answer
    assert answer is not None
    assert [line.multipv for line in answer.lines] == list(range(1, len(answer.lines) + 1))
    assert answer.lines[0].pv[0] == answer.move
    assert list(analysis) == []
    assert bot.play(VIEW, nodes=5).move in LEGAL


def test_an_analysis_without_limits_lasts_until_it_is_stopped(bot: Program) -> None:
    began = time.perf_counter()
    analysis = bot.analyse(VIEW)
    threading.Timer(0.1, analysis.stop).start()
    assert [info.nodes for info in analysis]
    assert time.perf_counter() - began >= 0.1
    assert analysis.answer is not None
    for info in bot.analyse(VIEW):
        assert info.nodes
        break
    assert bot.play(VIEW, nodes=5).move in LEGAL


def test_wrong_options_and_views_are_refused_and_the_program_plays_on(bot: Program) -> None:
    for option, value, complaint in (
        ("levle", 3, r"^no option 'levle'; there are .*threads"),
        ("threads", 0, r"^option 'threads=0': expected a whole number from 1 to 64$"),
        ("reuse", "maybe", r"^option 'reuse=maybe': expected true or false$"),
    ):
        with pytest.raises(ValueError, match=complaint):
            bot.set(option, value)
    bot.set("reuse", False)
    with pytest.raises(ValueError, match="a view of a seat is needed"):
        bot.play(START.seen_by(None))
    assert bot.play(VIEW, nodes=5).move in LEGAL


def test_asyncio_awaits_moves_and_iterates_over_analyses() -> None:
    async def talk() -> None:
        async with await AsyncProgram.start(BOT, timeouts=Timeouts(stop=5.0)) as bot:
            assert bot.name == "urbanist ismcts"
            await bot.set("seed", 7)
            assert await bot.ping() < 10
            moves = await asyncio.gather(*(bot.play(VIEW, nodes=20) for _ in range(3)))
            assert {found.move for found in moves} <= set(LEGAL)
            told = [info async for info in bot.analyse(VIEW, nodes=20)]
            assert told
            assert bot.answer is not None
            endless = asyncio.create_task(consume(bot))
            await asyncio.sleep(0.1)
            endless.cancel()
            with pytest.raises(asyncio.CancelledError):
                await endless
            assert (await bot.play(VIEW, nodes=20)).move in LEGAL

    async def consume(bot: AsyncProgram) -> None:
        async for _ in bot.analyse(VIEW):
            continue

    asyncio.run(talk())


def test_settings_reach_the_process(tmp_path: Path) -> None:
    command, book = scribe(tmp_path)
    trace = tmp_path / "trace"
    with Program(
        command, options={"ponder": False, "seed": 5}, trace=str(trace), folder=str(tmp_path)
    ) as bot:
        found = bot.play(VIEW)
        assert (found.info.depth, found.info.nodes, found.info.score, found.reply) == (1, 7, 0.25, "pass")
        bot.game_over([1, 2], [2, 1], START.deal)
    lines = book.read_text(encoding="utf-8").splitlines()
    assert "setoption name seed value 5" in lines
    assert f"gameover scores 1,2 ranks 2,1 deal {START.deal}" in lines
    assert lines[-1] == "quit"
    assert trace.read_text(encoding="utf-8").count("> ") == len(lines)


def test_a_program_that_fails_is_a_forfeit_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Forfeit, match=r"^it ended with status 3$"):
        Program("exit 3")
    with pytest.raises(Forfeit, match=r"^no 'ugiok' within 0\.200 s$") as late:
        Program(f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(9)'", timeouts=Timeouts(0.2))
    assert late.value.reason == "time"
    with (
        Program(program(tmp_path, HOSTILE["is killed"].deed)) as bot,
        pytest.raises(Forfeit, match="it was killed by SIGKILL"),
    ):
        bot.play(VIEW, nodes=5)
    with (
        Program(program(tmp_path, HOSTILE["sleeps"].deed), timeouts=Timeouts(move=0.2)) as bot,
        pytest.raises(Forfeit, match=r"^no 'bestmove' within 0\.200 s$"),
    ):
        bot.play(VIEW)


def test_the_code_of_the_guide_runs(capsys: pytest.CaptureFixture[str]) -> None:
    guide = (Path(__file__).parents[3] / "docs" / "client.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```py\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    code = "".join(blocks).replace('"urbanist bot ismcts"', repr(BOT)).replace("seconds=1.0", "seconds=0.1")
    exec(compile(code, "client.md", "exec"), {"__name__": "guide"})  # our own text
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("urbanist ismcts the urbanist developers ('akropolis', ")
    assert len(last.split()) == 2
