"""Hostile programs: each forfeits its own game for the right reason and disturbs no other."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.bots.cli.using import PATIENCE
from tests.bots.hostile import HOSTILE, program
from tests.bots.scribe import scribe
from urbanist.bots.match.arena import Arena, Played, play_game
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.builtin import GreedyBot
from urbanist.bots.process.cleanup import is_tagged
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.transport import StreamClosed
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.search.limit import Limit

#: SHORT is for programs that lose on time; LONG is for those that must lose for another reason.
SHORT, LONG = clock_of(time=0.4, increment=0.01, grace=0.1), clock_of(time=30.0)
START = History.start(GAMES["metropolys"].deal(seats=3, seed=3, options=("first=1",)))


def against(command: str, folder: Path, control: Limit = LONG) -> Played:
    """Return a game of a program between two bots that have enough time."""
    with Arena() as arena:
        hostile = CommandBot(command, log=folder / "log")
        return arena.play(
            Pairing.of(START, [GreedyBot(), hostile, GreedyBot()], [1, 2, 3], [LONG, control, LONG])
        )


#: The processes of bots of tests before, which a game that ended in this process may leave to its end.
EARLIER = set[psutil.Process]()


@pytest.fixture(autouse=True)
def _note_earlier() -> None:
    """Note which processes are there before a test."""
    EARLIER.clear()
    EARLIER.update(left_over())


def left_over() -> list[psutil.Process]:
    """Return the processes of our bots that still run, but for those of tests before."""
    return [
        process
        for process in psutil.process_iter()
        if is_tagged(process, f"{os.getpid()}.") and process not in EARLIER
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_forfeits_its_game_and_the_others_end_it(name: str, tmp_path: Path) -> None:
    wrong = HOSTILE[name]
    control = SHORT if wrong.reason == "time" else LONG
    record = against(program(tmp_path, wrong.code), tmp_path, control).record
    (lost,) = record.meta["forfeits"]
    assert record.ended == f"forfeit 1 {wrong.reason}", lost
    assert wrong.said in lost["what"]
    assert lost["what"].isprintable()
    assert record.ranks is not None
    assert record.ranks[1] == 3
    assert record.replay(GAMES).state.over
    assert not left_over()
    assert not (tmp_path / "log").exists() or (tmp_path / "log").stat().st_size <= 1 << 23


@pytest.mark.parametrize(
    ("command", "reason", "message"),
    [
        ("exit 3", "crash", "it ended with status 3"),
        ("echo ugiok; cat", "protocol", "it does not play metropolys; the games it names: none"),
        ("yes", "protocol", "no 'ugiok' within 1000 lines"),
        ("head -c 100000000 /dev/zero", "protocol", "a line of more than"),
        ("no/such/program", "crash", "no/such/program"),
    ],
)
def test_a_program_without_a_handshake_forfeits_at_its_first_move(
    command: str, reason: str, message: str, tmp_path: Path
) -> None:
    record = against(command, tmp_path).record
    (lost,) = record.meta["forfeits"]
    assert record.ended == f"forfeit 1 {reason}", lost
    assert message in lost["what"]


def test_a_program_that_ignores_quit_is_killed_with_all_its_children(tmp_path: Path) -> None:
    code = "subprocess.Popen(['sleep', '300'], start_new_session=True); os.fork() or time.sleep(300)"
    command = program(tmp_path, code) + " || sleep 300"
    bot = CommandBot(command)
    client = bot.start()
    client.process.send("go")
    until = time.monotonic() + PATIENCE
    while len(left_over()) < 4:
        assert time.monotonic() < until
    client.process.close()
    assert not left_over()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process adopt orphans")
def test_a_hidden_child_is_found_as_a_descendant(tmp_path: Path) -> None:
    nobody_else = f"3{os.getpid()}"
    hide = f"subprocess.Popen('env -i setsid sleep {nobody_else} &', shell=True)"
    bot = CommandBot(program(tmp_path, f"{hide}.wait(); say('info string hidden')"))
    for way in ("close", "kill"):
        client = bot.start()
        client.process.send("go")
        assert client.process.read(PATIENCE) == "info string hidden"
        getattr(client.process, way)()
        until = time.monotonic() + PATIENCE  # a killed process needs a moment to end
        while [process for process in psutil.process_iter() if arguments(process)[1:] == [nobody_else]]:
            assert time.monotonic() < until


def test_a_program_hears_signals_that_its_referee_blocks() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process = EngineProcess("kill -INT $$; echo deaf")
        with pytest.raises(StreamClosed):
            process.read(PATIENCE)
        process.kill()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def arguments(process: psutil.Process) -> list[str]:
    """Return the command line of a process; empty if the process has ended."""
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.mark.parametrize(
    "when",
    ['words[0] == "gameover"', 'words[0] == "isready" and over', 'words[0] == "uginewgame" and over'],
)
def test_a_program_that_ends_between_two_games_is_replaced_and_forfeits_none(
    when: str, tmp_path: Path
) -> None:
    command, book = scribe(tmp_path, when)
    with Arena() as arena:
        for _ in range(3):
            played = arena.play(Pairing.of(START, [CommandBot(command), GreedyBot(), GreedyBot()], [1, 2, 3]))
            assert played.record.ended == "played out", played.record.meta
    assert book.read_text(encoding="utf-8").splitlines().count("ugi") == 3
    assert not left_over()


def test_standard_error_goes_to_the_log(tmp_path: Path) -> None:
    against(program(tmp_path, "print('thinking', file=sys.stderr); sys.exit(1)"), tmp_path)
    assert (tmp_path / "log").read_text(encoding="utf-8") == "thinking\n"


def test_of_two_programs_that_crash_the_first_one_loses(tmp_path: Path) -> None:
    crash = CommandBot(program(tmp_path, HOSTILE["ends"].code))
    late = CommandBot(scribe(tmp_path, "words[0] == 'position' and len(words) > 3")[0])
    two = History.start(GAMES["metropolys"].deal(seats=2, seed=3, options=("first=0",)))
    for bots, ranks in (
        ([crash, crash], (2, 1)),
        ([late, crash], (1, 2)),
        ([CommandBot("exit 4")] * 2, (1, 1)),
    ):
        record = play_game(two, bots, [1, 2]).record
        forfeits = record.meta["forfeits"]
        assert record.ranks == ranks
        assert sorted(lost["seat"] for lost in forfeits) == [0, 1]
        assert record.ended == f"forfeit {forfeits[0]['seat']} crash"
        assert record.replay(GAMES).state.over


def test_the_time_of_the_handshake_is_a_setting(tmp_path: Path) -> None:
    slow = f"sleep 1.5; {program(tmp_path, HOSTILE['ends'].code)}"
    for seconds, message in ((0.2, "no line within 0.2 s"), (60.0, "it ended with status 3")):
        record = play_game(
            START, [CommandBot(slow, handshake=seconds), GreedyBot(), GreedyBot()], [1, 2, 3]
        ).record
        (lost,) = record.meta["forfeits"]
        assert message in lost["what"]


STOPPED = """
import sys
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.workers import completed
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.protocol.command import CommandBot

if __name__ == "__main__":
    bots, clock = (CommandBot(sys.argv[1]), RandomBot()), clock_of(time=3.0)
    rules = Rules("metropolys", 2, 1, options=("first=0",))
    game = Pairing("1", rules, 0, (0, 1), bots, ("program", "random"), (clock, clock))
    [(_, played)] = completed([game], 2)
    print(played.record.ended, played.record.meta.get("forfeits", ""), played.seconds[0])
"""


def test_a_referee_that_is_stopped_gives_the_time_back(tmp_path: Path) -> None:
    """The program thinks a bit longer than the referee is stopped; that is longer than its whole clock."""
    script = tmp_path / "referee.py"
    script.write_text(STOPPED, encoding="utf-8")
    slow, _ = scribe(tmp_path, "words[0] == 'never'")
    late = "case $line in bestmove*) [ -e once ] || { touch once; sleep 4; }; esac"
    thinking = f'{slow} | while read -r line; do {late}; echo "$line"; done'
    words = [sys.executable, str(script), thinking]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True, process_group=0) as referee:
        until = time.monotonic() + PATIENCE
        while not (tmp_path / "once").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
        os.killpg(referee.pid, signal.SIGSTOP)
        time.sleep(3.3)
        os.killpg(referee.pid, signal.SIGCONT)
        said, _ = referee.communicate(timeout=PATIENCE)
    ended, seconds = said.rsplit(maxsplit=1)
    assert ended.rstrip() == "played out"
    assert float(seconds) < 3
