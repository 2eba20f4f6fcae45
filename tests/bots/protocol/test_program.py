"""The client for users of Python, with a real bot: moves, analyses, options and failures."""

import asyncio
import gc
import os
import re
import shlex
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import CodeType, FrameType

import psutil
import pytest

from tests.bots.cli.using import PATIENCE, PROGRAM
from tests.bots.hostile import HOSTILE, program
from tests.bots.scribe import scribe
from tests.engine.akropolis.endings import MISSED
from urbanist.bots import AsyncProgram, Forfeit, Info, Program, Timeouts
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.log import LineTrace
from urbanist.bots.process.transport import ProcessEnded
from urbanist.bots.protocol.program import Analysis
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.search.limit import Limit

GAME = GAMES["metropolys"]
START = History.start(GAME.deal(seats=2, seed=3, options=("first=0",)))
VIEW = START.seen_by(0)
LEGAL = tuple(map(str, START.state.legal()))
BOT = shlex.join([*PROGRAM, "bot", "ismcts", "--set", "nodes=100"])


@pytest.fixture(scope="module")
def bot() -> Iterator[Program]:
    """Return a searching bot, one process for all tests."""
    with Program(BOT) as program:
        yield program


def test_a_program_says_who_it_is(bot: Program) -> None:
    assert (bot.name, bot.author) == ("urbanist ismcts", "the urbanist developers")
    assert set(bot.games) == set(GAMES)
    assert bot.options["threads"].most == 64
    assert 0 < bot.ping() < 10


def test_a_move_comes_with_what_was_told(bot: Program) -> None:
    decision = bot.play(VIEW, Limit(nodes=300))
    assert str(decision.move) in LEGAL
    assert decision.nodes == decision.info.nodes == 100  # its own limit is reached first
    assert 0 <= (decision.info.score or -1) <= 1
    assert decision.info.points is not None
    assert decision.info.pv[0] == str(decision.move) == str(decision.pv[0])
    later = START.play(decision.move)
    again = bot.play(later.seen_by(later.state.to_move), Limit(time=5), moves=[later.state.legal()[-1]])
    assert str(again.move) == later.state.legal()[-1]
    timed = bot.play(VIEW, Limit(clock=5.0, increment=0.1, grace=0.5))
    assert str(timed.move) in LEGAL


def test_an_analysis_streams_until_it_ends(bot: Program) -> None:
    with bot.analyse(VIEW, Limit(nodes=90), lines=3) as analysis:
        infos = list(analysis)
    assert all(isinstance(info, Info) for info in infos)
    answer = analysis.answer
    assert answer is not None
    assert [line.multipv for line in answer.lines] == list(range(1, len(answer.lines) + 1))
    assert answer.lines[0].pv[0] == str(answer.move)
    assert list(analysis) == []
    assert str(bot.play(VIEW, Limit(nodes=5)).move) in LEGAL


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
    assert str(bot.play(VIEW, Limit(nodes=5)).move) in LEGAL


def test_a_bot_that_solves_an_ending_hears_stop(bot: Program) -> None:
    deal, events, *_ = MISSED[0]
    history = History.start(GAMES["akropolis"].read_deal(deal))
    for event in events.split()[:-3]:
        history = history.play(event)
    analysis = bot.analyse(history.seen_by(history.state.to_move), moves=history.state.legal()[::4])
    began = time.perf_counter()
    threading.Timer(0.3, analysis.stop).start()
    assert list(analysis)
    assert time.perf_counter() - began < 10
    assert analysis.answer is not None


def test_wrong_options_and_views_are_refused_and_the_program_plays_on(bot: Program) -> None:
    for option, value, problem in (
        ("levle", 3, r"^no option 'levle'; there are .*threads"),
        ("threads", 0, r"^option 'threads=0': expected a whole number from 1 to 64$"),
        ("reuse", "maybe", r"^option 'reuse=maybe': expected true or false$"),
    ):
        with pytest.raises(ValueError, match=problem):
            bot.set(option, value)
    bot.set("reuse", False)
    with pytest.raises(ValueError, match="a view of a seat is needed"):
        bot.play(START.seen_by(None))
    assert str(bot.play(VIEW, Limit(nodes=5)).move) in LEGAL


def test_asyncio_awaits_moves_and_iterates_over_analyses() -> None:
    async def talk() -> None:
        async with await AsyncProgram.start(BOT, timeouts=Timeouts(stop=PATIENCE)) as bot:
            assert bot.name == "urbanist ismcts"
            await bot.set("seed", 7)
            assert await bot.ping() < 10
            moves = await asyncio.gather(*(bot.play(VIEW, Limit(nodes=20)) for _ in range(3)))
            assert {str(decision.move) for decision in moves} <= set(LEGAL)
            told = [info async for info in bot.analyse(VIEW, Limit(nodes=20))]
            assert told
            assert bot.answer is not None
            endless = asyncio.create_task(consume(bot))
            await asyncio.sleep(0.1)
            endless.cancel()
            with pytest.raises(asyncio.CancelledError):
                await endless
            assert str((await bot.play(VIEW, Limit(nodes=20))).move) in LEGAL

    async def consume(bot: AsyncProgram) -> None:
        async for _ in bot.analyse(VIEW):
            continue

    asyncio.run(talk())


#: A program that begins at once: it tells one thing of an endless search, or nothing, and answers when it is stopped.
THINKER = """
import sys
move, tells, thinks = sys.argv[1], sys.argv[2:] == [], False
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("id name thinker\\noption name multipv type spin default 1\\ngames metropolys\\nugiok")
    elif words == ["isready"]:
        print("readyok")
    elif words[0] == "go" and not thinks:
        thinks = words[1] == "infinite"
        print(("info nodes 1" if tells else "") if thinks else f"bestmove {move}")
    elif words == ["stop"] and thinks:
        thinks = False
        print(f"bestmove {move}")
    elif words == ["quit"]:
        break
    sys.stdout.flush()
"""


def thinker(*arguments: str) -> str:
    """Return the command of a thinker."""
    return shlex.join([sys.executable, "-I", "-S", "-c", THINKER, LEGAL[0], *arguments])


def calls(bot: Program) -> list[Callable[[], object]]:
    """Return all calls that ask a program."""
    return [
        bot.ping,
        bot.stop,
        lambda: bot.play(VIEW, Limit(nodes=1)),
        lambda: bot.analyse(VIEW),
        lambda: bot.set("multipv", 2),
        lambda: bot.set("no-such", 2),
        lambda: bot.game_over([1, 2], [2, 1]),
    ]


def test_a_closed_program_writes_into_no_file_that_is_opened_later(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    with Program(thinker(), trace=trace) as bot:
        held = bot.analyse(VIEW)
        assert next(held).nodes == 1
    traced = trace.read_bytes()
    files = [(tmp_path / str(number)).open("w+b", buffering=0) for number in range(20)]
    try:
        for call in calls(bot):
            with pytest.raises(ValueError, match=r"^the program '.*' is closed; start it again$"):
                call()
        held.stop()
        held.close()
        assert list(held) == []
        assert held.answer is None
        del held
        gc.collect()
        bot.close()
        assert [file.read() for file in files] == [b""] * len(files)
    finally:
        for file in files:
            file.close()
    assert trace.read_bytes() == traced


@pytest.mark.parametrize("end", ["close", "kill"])
def test_an_ended_process_raises_and_reads_and_writes_nothing(tmp_path: Path, end: str) -> None:
    process = EngineProcess("cat", trace=LineTrace(tmp_path / "trace", "cat"))
    process.send("one")
    assert process.read(PATIENCE) == "one"
    getattr(process, end)()
    files = [(tmp_path / str(number)).open("w+b", buffering=0) for number in range(20)]
    try:
        for file in files:
            file.write(b"kept")
            file.seek(0)
        for call in (process.waiting, lambda: process.send("stop"), lambda: process.read(0.1)):
            with pytest.raises(ProcessEnded, match=r"^the program 'cat' is closed"):
                call()
        process.leave()
        process.close()
        process.kill()
        assert [file.read() for file in files] == [b"kept"] * len(files)
    finally:
        for file in files:
            file.close()


def test_the_end_of_a_program_ends_what_another_thread_waits_for() -> None:
    silent = thinker("silent").replace("not thinks", "False")
    with Program(silent) as bot, ThreadPoolExecutor() as threads:
        reading = threads.submit(list, bot.analyse(VIEW))
        time.sleep(0.1)
        bot.close()
        assert reading.result(PATIENCE) == []
    with Program(silent) as bot, ThreadPoolExecutor() as threads:
        playing = threads.submit(bot.play, VIEW)
        time.sleep(0.1)
        bot.close()
        with pytest.raises(ValueError, match="is closed"):
            playing.result(PATIENCE)


@pytest.mark.parametrize("begun", [True, False])
def test_a_later_call_ends_an_analysis_that_is_still_held(begun: bool) -> None:
    with Program(thinker(), timeouts=Timeouts(move=PATIENCE)) as bot:
        for call in calls(bot)[2:5]:
            held = bot.analyse(VIEW)
            assert not begun or next(held).nodes == 1
            call()
            assert list(held) == []
            assert held.answer is None
        other = START.play(LEGAL[0])
        held = bot.analyse(VIEW)
        assert not begun or next(held).nodes == 1
        assert str(bot.play(other.seen_by(other.state.to_move), Limit(nodes=1)).move) == LEGAL[0]
        with pytest.raises(ZeroDivisionError), bot.analyse(VIEW) as held:
            1 // len(next(held).pv)
        assert bot.ping() < 10


def awaits(thread: threading.Thread) -> None:
    """Wait until a thread waits for a line of a program."""
    assert thread.ident is not None
    until = time.monotonic() + PATIENCE
    while EngineProcess.read.__code__ not in running(sys._current_frames().get(thread.ident)):
        assert time.monotonic() < until
        time.sleep(0.005)


def running(frame: FrameType | None) -> list[CodeType]:
    """Return the functions that a thread is in."""
    return [each.f_code for each, _ in traceback.walk_stack(frame)] if frame is not None else []


def test_a_search_that_an_interrupt_has_left_is_ended_by_the_next_call() -> None:
    def interrupt(_: int, frame: FrameType | None) -> None:
        if {Analysis.__next__.__code__, EngineProcess.read.__code__} <= {*running(frame)}:
            raise KeyboardInterrupt
        signal.setitimer(signal.ITIMER_REAL, 0.1)

    def interrupted(bot: Program) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        next(bot.analyse(VIEW))

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with Program(thinker("silent"), timeouts=Timeouts(move=PATIENCE)) as bot:
            for _ in range(2):
                with pytest.raises(KeyboardInterrupt):
                    interrupted(bot)
                assert str(bot.play(VIEW, Limit(nodes=1)).move) == LEGAL[0]
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_call_ends_an_analysis_that_another_thread_reads() -> None:
    with Program(thinker("silent"), timeouts=Timeouts(move=PATIENCE)) as bot:
        held = bot.analyse(VIEW)
        reading = threading.Thread(target=lambda: list(held))
        reading.start()
        awaits(reading)
        assert str(bot.play(VIEW, Limit(nodes=1)).move) == LEGAL[0]
        reading.join(PATIENCE)
        assert not reading.is_alive()
        assert held.answer is not None


def test_a_stop_before_an_analysis_is_read_counts() -> None:
    with Program(thinker("silent"), timeouts=Timeouts(move=PATIENCE)) as bot:
        analysis = bot.analyse(VIEW)
        analysis.stop()
        assert list(analysis) == []
        assert analysis.answer is not None


def test_an_analysis_that_a_task_has_left_blocks_no_other_call() -> None:
    async def talk() -> None:
        bot = await AsyncProgram.start(thinker(), timeouts=Timeouts(move=PATIENCE))
        left = bot.analyse(VIEW)
        assert (await anext(left)).nodes == 1
        assert str((await bot.play(VIEW, Limit(nodes=1))).move) == LEGAL[0]
        assert [info async for info in left] == []
        raising = bot.analyse(VIEW)
        with pytest.raises(ZeroDivisionError):
            [1 // len(info.pv) async for info in raising]
        assert await bot.ping() < 10
        again = bot.analyse(VIEW)
        assert (await anext(again)).nodes == 1
        reading = asyncio.create_task(anext(again, None))
        await asyncio.sleep(0.05)
        assert str((await bot.play(VIEW, Limit(nodes=1))).move) == LEGAL[0]
        assert await reading is None
        assert raising is not None
        held = bot.analyse(VIEW)
        assert (await anext(held)).nodes == 1
        reading = asyncio.create_task(anext(held, None))
        await asyncio.sleep(0.05)
        await bot.close()
        assert await reading is None
        for call in (bot.ping(), bot.play(VIEW), bot.set("multipv", 1), anext(bot.analyse(VIEW))):
            with pytest.raises(ValueError, match="is closed"):
                await call

    asyncio.run(asyncio.wait_for(talk(), PATIENCE))


def test_a_task_that_is_cancelled_early_leaves_no_search_and_no_process() -> None:
    async def talk() -> None:
        starting = asyncio.create_task(AsyncProgram.start(f"true early-{os.getpid()}; {thinker()}"))
        await asyncio.sleep(0)  # it begins; on a busy machine any time may be enough for it to end
        starting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await starting
        mark = f"early-{os.getpid()}"
        assert not [
            process for process in psutil.process_iter(["cmdline"]) if mark in str(process.info["cmdline"])
        ]
        async with await AsyncProgram.start(thinker("silent"), timeouts=Timeouts(move=PATIENCE)) as bot:
            for wait in (0.0, 0.0005, 0.002):
                reading = asyncio.ensure_future(anext(bot.analyse(VIEW)))
                await asyncio.sleep(wait)
                reading.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await reading
            assert str((await bot.play(VIEW, Limit(nodes=1))).move) == LEGAL[0]

    asyncio.run(asyncio.wait_for(talk(), PATIENCE))


def test_settings_reach_the_process(tmp_path: Path) -> None:
    command, book = scribe(tmp_path)
    trace = tmp_path / "trace"
    with Program(
        command, options={"ponder": False, "seed": 5}, trace=str(trace), folder=str(tmp_path)
    ) as bot:
        decision = bot.play(VIEW)
        assert (decision.info.depth, decision.info.nodes, decision.info.score, str(decision.reply)) == (
            1,
            7,
            0.25,
            "pass",
        )
        bot.game_over([1, 2], [2, 1], START.deal)
    lines = book.read_text(encoding="utf-8").splitlines()
    assert "setoption name seed value 5" in lines
    assert f"gameover scores 1,2 ranks 2,1 deal {START.deal}" in lines
    assert lines[-1] == "quit"
    assert trace.read_text(encoding="utf-8").count("> ") == len(lines)


def test_a_program_that_fails_is_a_forfeit_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(Forfeit, match=r"^it ended with status 3$"):
        Program("exit 3")
    with pytest.raises(Forfeit, match=r"^no line within 0\.2 s; a program has to flush each") as late:
        Program(f"{shlex.quote(sys.executable)} -c 'import time; time.sleep(9)'", timeouts=Timeouts(0.2))
    with pytest.raises(Forfeit, match=r"^no 'ugiok' within 0\.2 s$"):
        Program("echo id name x; sleep 9", timeouts=Timeouts(0.2))
    assert late.value.reason == "time"
    with (
        Program(program(tmp_path, HOSTILE["is killed"].code)) as bot,
        pytest.raises(Forfeit, match="it was killed by SIGKILL"),
    ):
        bot.play(VIEW, Limit(nodes=5))
    with (
        Program(program(tmp_path, HOSTILE["sleeps"].code), timeouts=Timeouts(move=0.2)) as bot,
        pytest.raises(Forfeit, match=r"^no 'bestmove' within 0\.2 s$"),
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
