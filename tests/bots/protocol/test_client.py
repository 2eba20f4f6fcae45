"""The lines that the referee sends to a program; they hold only the view of its seat."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.bots.cli.using import PROGRAM
from tests.bots.scribe import scribe
from urbanist.bots.contest.match import match_of, played
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.clock import clock_of
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.players.player import Bot, Player, instant
from urbanist.bots.process.resource_limits import in_shell
from urbanist.bots.protocol.command import CommandBot, UnusableBot, check_start, missing
from urbanist.bots.protocol.go import go
from urbanist.bots.protocol.program import Program
from urbanist.engine import GAMES
from urbanist.engine.history import History, View
from urbanist.search.limit import INFINITE, Limit
from urbanist.search.result import Result

GAME = GAMES["metropolys"]
START = History.start(GAME.deal(seats=2, seed=3, options=("first=0",)))


class Last(Player):
    """A bot that always plays the last legal move."""

    name = "last"

    def sit(self, seed: int) -> Player:
        """Return the bot itself, because it remembers nothing."""
        return self

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return the last legal move."""
        return instant(view.game.notation.move(view.bare_state().legal()[-1]))


def received(folder: Path, start: History, bot: Bot | None = None, **more: object) -> list[str]:
    """Return the lines that a scribe at seat 0 receives in a game."""
    command, book = scribe(folder)
    book.unlink(missing_ok=True)
    with Arena() as arena:
        played = arena.play(Pairing.of(start, [CommandBot(command, **more), bot or Last()], [1, 2]))  # type: ignore[arg-type]
        assert played.record.ended == "played out", played.record.meta
    return book.read_text(encoding="utf-8").splitlines()


def test_the_lines_of_a_whole_game(tmp_path: Path) -> None:
    lines = received(tmp_path, START)
    assert lines[:4] == [
        "ugi",
        "setoption name legal value true",
        "setoption name seed value 1",
        f"uginewgame seat 0 deal {START.seen_by(0).deal}",
    ]
    assert lines[4:9] == [
        "isready",
        "position",
        f"legal {' '.join(map(str, START.state.legal()))}",
        "isready",
        "go",
    ]
    assert re.fullmatch(r"position moves \S+ \S+.*", lines[9])
    assert re.fullmatch(r"gameover scores \d+,\d+ ranks \d,\d deal game=.*", lines[-3])
    assert START.deal in lines[-3]
    assert lines[-2:] == ["isready", "quit"]


def test_no_byte_depends_on_hidden_cards(tmp_path: Path) -> None:
    """Only the cards of the other seat change; all moves stay the same."""
    cards = START.deal.rpartition("cards=")[2].split(",")
    own, sent = cards[0], set()
    for other in ("lakes+housing", "bridges+park", "statues+shopping"):
        if other.split("+")[0] not in own and other.split("+")[1] not in own:
            deal = START.deal.replace(f"cards={','.join(cards)}", f"cards={own},{other}")
            lines = received(tmp_path, History.read(GAME, deal))
            sent.add("\n".join(line for line in lines if not line.startswith("gameover")))
            assert not any(other in line for line in lines if not line.startswith("gameover"))
    assert len(sent) == 1


def test_a_deal_that_is_played_again_is_not_revealed(tmp_path: Path) -> None:
    """Otherwise a program would know all hands when it plays the deal again in its next seat."""
    command, book = scribe(tmp_path)
    for fixed in (False, True):
        book.unlink(missing_ok=True)
        asked = match_of(Rules("metropolys", 2, 1), (CommandBot(command), RandomBot()), 2, fixed=fixed)
        assert all(game.record.ended == "played out" for _, game in played(asked))
        lines = book.read_text(encoding="utf-8").splitlines()
        overs = [line for line in lines if line.startswith("gameover")]
        assert len(overs) == 2
        assert [" deal game=" in line for line in overs] == [fixed] * 2
        assert fixed or all("?" in line for line in lines if "cards=" in line)


def test_the_preparation_of_a_game_is_not_on_the_clock(tmp_path: Path) -> None:
    late = "words[0] == 'uginewgame' and __import__('time').sleep(2)"
    command, _ = scribe(tmp_path, late)
    with Arena() as arena:
        controls = [clock_of(time=1.0, increment=1.0, grace=0.5)] * 2
        played = arena.play(Pairing.of(START, [CommandBot(command), RandomBot()], [1, 2], controls))
    assert played.record.ended == "played out", played.record.meta


def test_a_process_serves_from_game_to_game(tmp_path: Path) -> None:
    command, book = scribe(tmp_path)
    with Arena() as arena:
        for _ in range(3):
            arena.play(Pairing.of(START, [CommandBot(command), RandomBot()], [1, 2]))
    lines = book.read_text(encoding="utf-8").splitlines()
    assert lines.count("ugi") == lines.count("quit") == 1
    assert sum(line.startswith("uginewgame") for line in lines) == 3


def test_a_program_that_exceeds_the_time_of_a_move_gets_stop(tmp_path: Path) -> None:
    command, book = scribe(tmp_path)
    with Arena() as arena:
        controls = [clock_of(move=0.02, grace=10.0)] * 2
        played = arena.play(Pairing.of(START, [CommandBot(command), Last()], [1, 2], controls))
    lines = book.read_text(encoding="utf-8").splitlines()
    assert played.record.ended == "played out"
    assert lines.count("go movetime 20") == lines.count("stop") == played.moves[0]


def test_pondering_continues_after_a_right_guess_and_stops_after_a_wrong_one(tmp_path: Path) -> None:
    lines = [
        line
        for line in received(tmp_path, START, ponder=True, nodes=50)
        if line.split()[0] not in ("isready", "legal")
    ]
    assert "setoption name ponder value true" in lines
    pondered = [place for place, line in enumerate(lines) if line == "go ponder nodes 50"]
    assert pondered
    for place in pondered:
        ahead, after = lines[place - 1], lines[place + 1]
        assert ahead.endswith(" pass")
        if after == "ponderhit":
            assert lines[place + 2].startswith((ahead, "gameover"))
        else:
            assert after == "stop"
            assert not lines[place + 2].startswith(f"{ahead} ")
    assert "ponderhit" in lines


@pytest.mark.parametrize(
    ("limit", "command"),
    [
        (Limit(), "go"),
        (INFINITE, "go infinite"),
        (Limit(nodes=500), "go nodes 500"),
        (
            Limit(clock=1.2, seats=(Limit(clock=0.05, increment=0.005), Limit(clock=1.2))),
            "go time 50,1200 inc 5,0",
        ),
        (Limit(clock=0.0, seats=(Limit(clock=0.0002), Limit(clock=0.0))), "go time 1,0 inc 0,0"),
        (Limit(clock=3.0, increment=0.1), "go time 3000,3000 inc 100,100"),
        (Limit(time=0.25, nodes=9), "go movetime 250 nodes 9"),
        (
            Limit(time=0.25, clock=3.0, seats=(Limit(clock=3.0), Limit())),
            "go movetime 250 time 3000,0 inc 0,0",
        ),
    ],
)
def test_the_command_for_a_decision(limit: Limit, command: str) -> None:
    assert go(START.seen_by(0), limit) == command


def test_a_program_that_does_not_play_the_game_is_refused_before_the_first_game() -> None:
    with pytest.raises(
        UnusableBot, match=r"^bot 'echo games chess; echo ugiok; cat': it does not play metropolys"
    ):
        check_start([CommandBot("echo games chess; echo ugiok; cat")], "metropolys")
    with pytest.raises(UnusableBot, match=r"^bot 'cat': it repeats 'ugi' instead of an answer"):
        check_start([CommandBot("cat")], "metropolys")
    with pytest.raises(UnusableBot, match=r"^bot 'exit 4': it ended with status 4$"):
        check_start([CommandBot("exit 4")], "metropolys")


def test_an_option_that_a_program_refuses_is_told_before_the_first_game() -> None:
    refused = {
        ("weights", "/no such.npz"): "/no such.npz: No such file or directory; expected a file of weights",
        ("nodes", "abc"): "option 'nodes=abc' of ismcts: expected a whole number from 1 to ",
        ("memory", "0"): "option 'memory=0' of ismcts: expected a number more than 0",
    }
    command = shlex.join([*PROGRAM, "bot", "ismcts"])
    first, *_ = refused
    with pytest.raises(UnusableBot, match=rf": it answers 'setoption: {re.escape(refused[first])}") as told:
        check_start([CommandBot(command, options=(first,))], "metropolys")
    assert "\n" not in str(told.value)
    with Program(command) as program:
        for (option, value), said in refused.items():
            with pytest.raises(ValueError, match=re.escape(said)):
                program.set(option, value)


def test_what_a_program_says_to_its_options_is_told_when_its_start_is_checked() -> None:
    script = """
for line in open(0):
    word = line.split()[0]
    if word == "ugi":
        print("option name level type string default 3\\ngames metropolys\\nugiok", flush=True)
    if word == "setoption":
        print("info string\\tset to " + line.split(maxsplit=4)[4], flush=True)
    if word == "isready":
        print("readyok", flush=True)
    if word == "uginewgame" and "seat 0" in line:
        print("info string ready to play", flush=True)
"""
    command = shlex.join([sys.executable, "-I", "-S", "-c", script])
    told = check_start(
        [CommandBot(command, options=(("level", "very high"),)), RandomBot()], "metropolys"
    ).said
    assert told == [f"bot '{command}' says to option 'level=very high': set to very high"]


def test_a_built_in_bot_is_checked_with_its_weights() -> None:
    weights = Path(__file__).parents[3] / "search" / "weights" / "akropolis.npz"
    bot = parse_bot(f"ismcts:weights={weights}")
    assert check_start([bot], "akropolis").said == []
    with pytest.raises(
        UnusableBot, match=r"^bot 'ismcts:weights=.*': .*: weights of akropolis, expected metropolys"
    ):
        check_start([bot], "metropolys")


@pytest.mark.parametrize(
    ("command", "lacking"),
    [
        ("cat -n", None),
        ("cd / && cat", None),
        ("LANG=C cat", None),
        ("no-such-program -x", "no-such-program"),
        ("./none.py", "./none.py"),
        ("~/none.py", "~/none.py"),
        ("$HOME/bot", None),
        ("(cd /; cat)", None),
        ("", ""),
        ("cat 'x", "cat 'x: No closing quotation"),
    ],
)
def test_the_missing_program_of_a_command_is_found(command: str, lacking: str | None) -> None:
    assert missing(command) == lacking


def test_a_program_of_this_folder_is_found_and_run_without_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\nexec cat\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert missing("./bot -x") is None
    assert in_shell("./bot -x", tmp_path) == ["./bot", "-x"]
