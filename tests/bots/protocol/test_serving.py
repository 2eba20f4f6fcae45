"""A class of one's own becomes a program by one line."""

import shlex
import sys
from pathlib import Path

import pytest

from urbanist.bots import serve
from urbanist.bots.check.candidate import FAIL, Candidate, Conditions
from urbanist.bots.check.suite import results
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.search.limit import Limit

PROGRAM = """
import sys
from urbanist.bots import serve

class Mine:
    moves = 0

    def choose(self, view, limit=None):
        self.moves += 1
        thinking = None if limit is None else limit.thinking()
        print(self.moves, thinking, file=sys.stderr, flush=True)
        CODE
        return view.state().legal()[0]

serve(SERVED)
"""


def program(folder: Path, served: str, code: str = "pass") -> CommandBot:
    """Return a program that serves its class."""
    path = folder / "mine.py"
    path.write_text(PROGRAM.replace("SERVED", served).replace("CODE", code), encoding="utf-8")
    return CommandBot(f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}", log=folder / "log")


def moves(bot: CommandBot, games: int, control: Limit | None = None) -> list[list[str]]:
    """Return what the class has written at its moves."""
    start = History.start(GAMES["metropolys"].deal(seats=2, seed=1))
    with Arena() as arena:
        for _ in range(games):
            played = arena.play(
                Pairing.of(start, [bot, RandomBot()], [1, 2], None if control is None else [control] * 2)
            )
            assert played.record.ended == "played out", played.record.meta
    assert bot.log is not None
    return [line.split() for line in bot.log.read_text(encoding="utf-8").splitlines()]


def test_a_class_has_a_new_object_for_each_game_and_an_object_stays(tmp_path: Path) -> None:
    for served, begun in (("Mine", 2), ("Mine()", 1)):
        bot = program(tmp_path, served)
        (tmp_path / "log").unlink(missing_ok=True)
        played = moves(bot, 2)
        assert [number for number, _ in played].count("1") == begun


def test_the_class_is_told_the_time(tmp_path: Path) -> None:
    bot = program(tmp_path, "Mine")
    assert {time for _, time in moves(bot, 1)} == {"None"}
    (tmp_path / "log").unlink()
    assert {time for _, time in moves(bot, 1, clock_of(move=3.0))} == {"3.0"}
    (tmp_path / "log").unlink()
    times = [float(time) for _, time in moves(bot, 1, clock_of(time=50.0))]
    assert times[0] == pytest.approx(2.0, abs=0.1)


def test_a_served_class_introduces_itself_and_passes_the_checks(tmp_path: Path) -> None:
    bot = program(tmp_path, "Mine(), name='Mine 2', author='me', games=['metropolys']")
    candidate = Candidate(bot.command, Conditions(grace=10.0, patience=60.0), ("metropolys",))
    checked = list(results(candidate, ["handshake", "games", "options", "game/*/family/2", "stop", "quit"]))
    assert [str(verdict) for verdict in checked if verdict.outcome == FAIL] == []
    assert (candidate.handshake.name, candidate.handshake.author) == ("Mine 2", "me")
    assert candidate.handshake.games == ("metropolys",)


def test_an_exception_of_the_class_is_a_line_and_a_legal_move(tmp_path: Path) -> None:
    played = moves(program(tmp_path, "Mine", "raise ValueError('no idea')"), 1)
    assert len(played) > 3


@pytest.mark.parametrize(
    ("served", "games", "error"),
    [
        (object(), ["metropolys"], "object has neither 'sit' nor 'choose'"),
        (RandomBot(), ["chess"], f"no game 'chess'; there are {', '.join(sorted(GAMES))}"),
    ],
)
def test_what_cannot_be_served_is_an_error(served: object, games: list[str], error: str) -> None:
    with pytest.raises((TypeError, ValueError)) as refused:
        serve(served, games=games)
    assert str(refused.value) == error
