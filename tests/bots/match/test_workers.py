"""Worker processes: a dead worker leaves no process, and an error in a worker is raised with its traceback."""

from pathlib import Path

import psutil
import pytest

from tests.bots.hostile import program
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.workers import WorkerDied, completed
from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.bot import Player
from urbanist.bots.players.random_bot import RandomBot
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine.history import View
from urbanist.search.result import Result


class Stubborn(Exception):
    """An exception that cannot be pickled."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


class Faulty(RandomBot, frozen=True):
    """A bot with a fault."""

    def sit(self, seed: int) -> Player:
        """Return a player of the bot."""
        return FaultyPlayer()


class FaultyPlayer:
    """A player with a fault."""

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Raise an exception."""
        raise Stubborn("no", "idea")


def game(bot: CommandBot | Faulty) -> Pairing:
    """Return a game of a bot against a random bot."""
    return Pairing("7", Rules("metropolys", 2, 1), 0, (0, 1), (bot, RandomBot()), ("one", "other"))


def test_a_program_that_kills_its_worker_is_ended(tmp_path: Path) -> None:
    deed = "os.kill(os.getppid(), 9); time.sleep(300)"
    with pytest.raises(WorkerDied, match=r"^game 7: 3 worker processes died playing it"):
        list(completed([game(CommandBot(program(tmp_path, deed)))], workers=2))
    assert not [process for process in psutil.process_iter(["cmdline"]) if str(tmp_path) in words(process)]


def words(process: psutil.Process) -> str:
    """Return the command line of a process."""
    return " ".join(process.info["cmdline"] or ())


def test_an_exception_of_a_bot_is_raised_with_its_traceback() -> None:
    with pytest.raises(Stubborn):
        list(completed([game(Faulty())], workers=1))
    with pytest.raises(RuntimeError, match=r"^Stubborn: no idea") as found:
        list(completed([game(Faulty())], workers=2))
    (note,) = found.value.__notes__
    assert note.startswith("In a worker, at game 7:\nTraceback")
    assert 'raise Stubborn("no", "idea")' in note
