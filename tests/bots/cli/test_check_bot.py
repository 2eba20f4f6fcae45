"""`urbanist check-bot`: one line for each check, and an exit status."""

import shlex
import signal
import sys
from pathlib import Path

import psutil
import pytest

from tests.bots.check.faults import FAULTS, SOUND
from tests.bots.cli.using import call, good, refused, started
from urbanist.bots.check.suite import checks
from urbanist.engine import GAMES

PYTHON = shlex.quote(sys.executable)
BOT = f"{PYTHON} -I {shlex.quote(str(SOUND))}"


def faulty(folder: Path, name: str) -> str:
    """Return the command of a program with a fault."""
    program = folder / "faulty.py"
    program.write_text(FAULTS[name].program(), encoding="utf-8")
    return f"{PYTHON} -I {shlex.quote(str(program))}"


def test_a_check_is_a_line() -> None:
    views = [
        f"ok   view/{game}" if game == "metropolys" else f"skip view/{game}: it does not name this game"
        for game in GAMES
    ]
    output = good("check-bot", BOT, "--only", "isready", "--only", "view/*", "--only", "handshake")
    assert output.splitlines() == ["ok   handshake", "ok   isready", *views]


def test_a_fault_is_shown_with_sent_expected_and_received(tmp_path: Path) -> None:
    done = call("check-bot", faulty(tmp_path, "takes it for another's turn"), "--only", "query")
    assert done.stdout == "FAIL query: sent 'query turn'; expected 'response 0'; received 'response 7'\n"
    assert (done.exit_code, done.stderr) == (1, "")


def test_patience_is_also_that_for_the_handshake() -> None:
    done = call("check-bot", "sleep 60", "--patience", 0.1, "--only", "handshake")
    waited = "sent 'ugi'; no line within 0.1 s; a program has to flush each line that it writes"
    assert (done.exit_code, done.stdout) == (1, f"FAIL handshake: {waited}\n")


def test_checks_that_need_a_failed_check_are_skipped(tmp_path: Path) -> None:
    done = call("check-bot", faulty(tmp_path, "names no game"))
    first, second, *others = done.stdout.splitlines()
    assert first == "ok   handshake"
    assert second == (
        f"FAIL games: sent 'ugi'; expected 'games' and one or more of {' '.join(sorted(GAMES))} before 'ugiok'; "
        "received no games"
    )
    assert others == [f"skip {name}: 'games' failed" for name in list(checks())[2:]]
    assert done.exit_code == 1


def test_a_skip_is_no_failure(tmp_path: Path) -> None:
    bot = faulty(tmp_path, "names no game").replace("faulty.py", "silent.py")
    (tmp_path / "silent.py").write_text(SOUND.read_text().replace("name ponder", "name wonder"))
    output = good("check-bot", bot, "--only", "ponder")
    assert output == "skip ponder: it has no option 'ponder'\n"


def test_a_text_of_a_program_is_shown_on_one_line(tmp_path: Path) -> None:
    program = tmp_path / "rude.py"
    text = SOUND.read_text(encoding="utf-8").replace("games metropolys", f"games \\x1b[2J\\x9b{'z' * 5000}")
    program.write_text(text, encoding="utf-8")
    output = call("check-bot", f"{PYTHON} -I {shlex.quote(str(program))}", "--only", "games").stdout
    assert "received 'games \\x1b[2J" in output
    assert output.rstrip("\n").isprintable()
    assert len(output) < 400


def test_the_checks_can_be_listed() -> None:
    assert good("check-bot", "--list").splitlines() == list(checks())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the command of a program is missing"),
        (["no-such-program-anywhere --fast"], "no program 'no-such-program-anywhere'"),
        ([BOT, "--only", "everything"], "--only everything: no such check; --list names them"),
        ([BOT, "--game", "chess"], f"no game 'chess'; there are {', '.join(sorted(GAMES))}"),
        ([BOT, "--grace", "-1"], "--grace"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], message: str) -> None:
    assert message in refused("check-bot", *arguments)


def test_an_interrupt_also_ends_the_program(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    program = tmp_path / "sound.py"
    program.write_text(f"import os\nopen({str(pid)!r}, 'w').write(str(os.getpid()))\n{SOUND.read_text()}")
    running = started("check-bot", f"exec {PYTHON} -I {shlex.quote(str(program))}")
    with running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == "ok   handshake\n"
        running.send_signal(signal.SIGINT)
        assert running.wait(30) == 130
        assert running.stderr.read() == ""
    assert not psutil.pid_exists(int(pid.read_text()))
