"""Worker processes: a dead worker leaves no process, and an error in a worker is raised with its traceback."""

import os
import signal
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.workers import WorkerDied, completed, in_order
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.players.player import Bot, Player
from urbanist.bots.players.python_bot import PythonBot
from urbanist.engine.history import View
from urbanist.search.limit import Limit
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


class Fatal(RandomBot, frozen=True):
    """A bot of ours that ends its process."""

    def sit(self, seed: int) -> Player:
        """End the process."""
        os._exit(1)


@dataclass(frozen=True)
class Deadly:
    """A job that kills its worker when it is played for the first time."""

    id: str
    mark: Path

    def play(self, arena: Arena) -> str:
        """Return the id."""
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.id


class FaultyPlayer(Player):
    """A player with a fault."""

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Raise an exception."""
        raise Stubborn("no", "idea")


def game(bot: Bot) -> Pairing:
    """Return a game of a bot against a random bot."""
    return Pairing("7", Rules("metropolys", 2, 1), 0, (0, 1), (bot, RandomBot()), ("one", "other"))


def test_a_dead_worker_is_replaced_and_its_job_done_again_in_the_order_of_all(tmp_path: Path) -> None:
    jobs = [Deadly("0", tmp_path / "mark"), *(Deadly(str(number), tmp_path) for number in range(1, 4))]
    assert list(in_order(jobs, workers=2)) == [(job, job.id) for job in jobs]


def test_a_bot_that_ends_its_worker_forfeits_and_the_others_play_on(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def choose(self, view, limit=None): __import__('os')._exit(1)\n")
    fatal = PythonBot(str(path), "Mine")
    bots: list[Bot] = [fatal, RandomBot()]
    games = [replace(game(bot), id=str(number)) for number, bot in enumerate(bots)]
    records = {pairing.id: played.record for pairing, played in completed(games, workers=2)}
    assert sorted(records) == ["0", "1"]
    assert records["1"].ended == "played out"
    [lost] = records["0"].meta["forfeits"]
    assert (lost["seat"], lost["reason"], lost["event"]) == (0, "crash", 1)
    assert lost["what"] == "3 processes that played the game ended while it was to move"
    assert records["0"].ranks == (2, 1)


def test_a_worker_that_one_of_our_own_bots_ends_is_an_error() -> None:
    with pytest.raises(WorkerDied, match=r"^game 7: 3 worker processes died playing it"):
        list(completed([game(Fatal())], workers=2))


def test_an_exception_of_a_bot_is_raised_with_its_traceback() -> None:
    with pytest.raises(Stubborn):
        list(completed([game(Faulty())], workers=1))
    with pytest.raises(RuntimeError, match=r"^Stubborn: no idea") as raised:
        list(completed([game(Faulty())], workers=2))
    (note,) = raised.value.__notes__
    assert note.startswith("In a worker, at game 7:\nTraceback")
    assert 'raise Stubborn("no", "idea")' in note
