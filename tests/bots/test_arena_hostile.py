"""Hostile programs: each costs its own game, for the right reason, and nothing else."""

import os
import time
import uuid
from pathlib import Path

import psutil
import pytest

from tests.bots.hostile import HOSTILE, program
from urbanist.bots.arena import Arena, Played
from urbanist.bots.clock import TimeControl
from urbanist.bots.command import CommandBot
from urbanist.bots.players import GreedyBot
from urbanist.engine import GAMES
from urbanist.engine.history import History

#: Little where time is what is lost, plenty where nothing but the deed may end the game.
SHORT, LONG = TimeControl(time=0.4, increment=0.01, grace=0.1), TimeControl(time=30.0)
ROOM = "URBANIST_TEST_ROOM"
START = History.start(GAMES["metropolys"].deal(seats=3, seed=3, options=("first=1",)))


def against(command: str, folder: Path, control: TimeControl = LONG) -> Played:
    """Return a game of a program between two that play well."""
    with Arena() as arena:
        hostile = CommandBot(command, log=folder / "log")
        return arena.play(START, [GreedyBot(), hostile, GreedyBot()], [1, 2, 3], [control] * 3)


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mark all that is started from a test as its own."""
    monkeypatch.setenv(ROOM, uuid.uuid4().hex)


def left_over() -> list[psutil.Process]:
    """Return the processes of this test's bots that are still there."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(ROOM) == os.environ[ROOM] and process.pid != os.getpid():
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_forfeits_its_game_and_the_others_end_it(name: str, tmp_path: Path) -> None:
    wrong = HOSTILE[name]
    control = SHORT if wrong.reason == "time" else LONG
    record = against(program(tmp_path, wrong.deed), tmp_path, control).record
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
    ("command", "reason", "said"),
    [
        ("exit 3", "crash", "it ended with status 3"),
        ("echo ugiok; cat", "protocol", "it does not play metropolys; the games it names: none"),
        ("yes", "protocol", "no 'ugiok' within 1000 lines"),
        ("head -c 100000000 /dev/zero", "protocol", "a line of more than"),
        ("no/such/program", "crash", "no/such/program"),
    ],
)
def test_who_does_not_introduce_itself_forfeits_from_the_first_move(
    command: str, reason: str, said: str, tmp_path: Path
) -> None:
    record = against(command, tmp_path).record
    (lost,) = record.meta["forfeits"]
    assert record.ended == f"forfeit 1 {reason}", lost
    assert said in lost["what"]


def test_who_ignores_quit_is_killed_with_all_its_children(tmp_path: Path) -> None:
    deed = "subprocess.Popen(['sleep', '300'], start_new_session=True); os.fork() or time.sleep(300)"
    command = program(tmp_path, deed) + " || sleep 300"
    bot = CommandBot(command)
    client = bot.start()
    client.process.send("go")
    until = time.monotonic() + 10
    while len(left_over()) < 4:
        assert time.monotonic() < until
    client.process.close()
    assert not left_over()


def test_standard_error_goes_to_the_log(tmp_path: Path) -> None:
    against(program(tmp_path, "print('thinking', file=sys.stderr); sys.exit(1)"), tmp_path)
    assert (tmp_path / "log").read_text(encoding="utf-8") == "thinking\n"
