"""A bot that remembers the games of its process learns nothing: each game has a new process where deals repeat."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.tables import CONTRACTS
from urbanist.bots.contest.match import match_of, played
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.players.builtin import RandomBot
from urbanist.bots.players.player import Bot
from urbanist.bots.players.python_bot import PythonBot
from urbanist.bots.protocol.command import CommandBot
from urbanist.engine import GAMES

#: It writes how many of the games on this deal it has seen before; the other seats' cards are hidden in its view.
REMEMBERING = """
import re, sys
legal, seen = [], []
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("id name it\\nid author me\\noption name legal type check default false")
        print("games metropolys\\nugiok", flush=True)
    if words == ["isready"]:
        print("readyok", flush=True)
    if words[0] == "uginewgame":
        deal = re.sub(" (first|cards)=[^ ]*", "", " ".join(words[4:]))
        print(seen.count(deal), file=sys.stderr, flush=True)
        seen.append(deal)
    if words[0] == "legal":
        legal = words[1:]
    if words[0] == "go":
        print("bestmove", legal[0], flush=True)
    if words == ["quit"]:
        break
"""
CLASS = """
seen = []

class Remembering:
    begun = False

    def choose(self, view, limit=None):
        if not self.begun:
            self.begun = True
            with open({log!r}, "a") as log:
                print(seen.count(view.deal.split(" cards=")[0]), file=log)
            seen.append(view.deal.split(" cards=")[0])
        return view.state().legal()[0]
"""


def remembered(folder: Path, bot: Bot, *, fixed: bool = False, restart: bool | None = None) -> list[str]:
    """Return what a bot writes in six games on three deals."""
    log = folder / "log"
    log.unlink(missing_ok=True)
    asked = match_of(Rules("metropolys", 2, 5), (bot, RandomBot()), 6, fixed=fixed, restart=restart)
    for _, game in played(asked):
        assert game.record.ended == "played out", game.record.meta
    return log.read_text(encoding="utf-8").split()


def program(folder: Path, restart: bool | None = None) -> CommandBot:
    """Return a program that remembers the games of its process."""
    path = folder / "bot.py"
    path.write_text(REMEMBERING, encoding="utf-8")
    command = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(path))}"
    return CommandBot(command, log=folder / "log", restart=restart)


def test_a_program_has_not_seen_the_deal_of_its_game(tmp_path: Path) -> None:
    assert remembered(tmp_path, program(tmp_path)) == ["0"] * 6


@pytest.mark.parametrize(
    ("own", "all_bots", "seen"),
    [
        (None, False, "010101"),
        (False, None, "010101"),
        (False, True, "010101"),
        (True, False, "000000"),
        (None, True, "000000"),
    ],
)
def test_a_bot_decides_for_itself_whether_it_is_started_anew(
    own: bool | None, all_bots: bool | None, seen: str, tmp_path: Path
) -> None:
    more = {} if all_bots is None else {"restart": all_bots}
    assert "".join(remembered(tmp_path, program(tmp_path, own), **more)) == seen


def test_the_class_of_a_file_has_not_seen_the_deal_of_its_game(tmp_path: Path) -> None:
    seen = []
    for restart in (True, False):
        path = tmp_path / f"{restart}.py"
        path.write_text(CLASS.format(log=str(tmp_path / "log")), encoding="utf-8")
        seen.append("".join(remembered(tmp_path, PythonBot(str(path), "Remembering"), restart=restart)))
    assert seen == ["000000", "010101"]


def test_programs_are_kept_where_no_deal_repeats_or_nothing_is_hidden(tmp_path: Path) -> None:
    assert remembered(tmp_path, program(tmp_path), fixed=True) == ["0"] * 6
    bots, names = (RandomBot(), RandomBot()), ("one", "other")
    for name, game in GAMES.items():
        state = game.deal(seats=min(game.notation.seat_counts))
        pairing = Pairing("1", Rules(name, 2, 1), 0, (0, 1), bots, names)
        assert pairing.restarts(state) is bool(CONTRACTS[name].hidden)
        assert not replace(pairing, reveal=True).restarts(state)
