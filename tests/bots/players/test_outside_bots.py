"""Bots from outside: registered by a call, or brought by an installed package."""

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, ClassVar

import pytest
from msgspec import Meta

from tests.bots.cli.using import good, refused
from tests.plugin import installed, restored
from urbanist.bots import parse_bot, play_game
from urbanist.bots.players.builtin import BOTS, RandomBot
from urbanist.bots.players.player import Player, instant
from urbanist.bots.players.spec import bot_text, options_by_name
from urbanist.engine import GAMES, History
from urbanist.engine.history import View
from urbanist.search.limit import Limit
from urbanist.search.option import Options
from urbanist.search.result import Result

SOURCE = '''
from typing import Annotated, ClassVar
from msgspec import Meta
from urbanist.bots import instant
from urbanist.search.option import Options

class Frugal(Options, frozen=True, kw_only=True):
    """Plays the first or the last move."""

    name: ClassVar[str] = "frugal"
    last: Annotated[bool, Meta(description="whether it plays the last move")] = False

    def sit(self, seed):
        return Plain(self.last)

class Plain:
    def __init__(self, last):
        self.last = last

    def choose(self, view, limit=None):
        return instant(view.bare_state().legal()[-1 if self.last else 0])
'''
ENTRIES = {"frugal": "brings_frugal:Frugal", "gone": "nowhere:Gone"}


class Faulty(Options, frozen=True, kw_only=True):
    """Plays some moves and then fails."""

    name: ClassVar[str] = "faulty"
    moves: Annotated[int, Meta(ge=0, description="moves before it fails")] = 2

    def sit(self, seed: int) -> Player:
        if self.moves == 0:
            raise KeyError("no seat")
        return FaultyPlayer(self.moves)


class FaultyPlayer(Player):
    def __init__(self, moves: int) -> None:
        self.moves = moves

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        self.moves -= 1
        if self.moves <= 0:
            raise ZeroDivisionError("division by zero")
        return instant(view.bare_state().legal()[0])


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    with restored(BOTS):
        yield


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    with installed(tmp_path, "brings_frugal", SOURCE, urbanist_bots=ENTRIES):
        yield tmp_path


def test_a_registered_bot_has_a_text_options_and_a_place_at_the_table() -> None:
    BOTS.register(Faulty)
    bot = parse_bot("faulty:moves=3")
    assert (bot, bot_text(bot)) == (Faulty(moves=3), "faulty:moves=3")
    assert list(options_by_name("faulty")) == ["moves"]
    assert pickle.loads(pickle.dumps(bot)) == bot
    with pytest.raises(ValueError, match="option 'moves=-1' of faulty: expected a whole number at least 0"):
        parse_bot("faulty:moves=-1")


@pytest.mark.parametrize(
    ("moves", "why"), [(0, "Faulty raised KeyError: 'no seat'"), (2, "Faulty raised ZeroDivisionError")]
)
def test_what_a_bot_from_outside_raises_is_a_forfeit(moves: int, why: str) -> None:
    BOTS.register(Faulty)
    game = History.start(GAMES["metropolys"].deal(seats=2, seed=1))
    played = play_game(game, [parse_bot(f"faulty:moves={moves}"), RandomBot()], seeds=[1, 2])
    assert why in str(played.record.meta["forfeits"])


def test_a_bot_of_a_package_is_a_bot_of_the_command_line(package: Path) -> None:
    said = good("games")
    assert "\nfrugal\n  what it does: Plays the first or the last move.\n  options: last=off\n" in said
    assert (
        "\ngone\n  what it does: 'gone' of urbanist.bots in the package brings_frugal (nowhere:Gone) cannot"
        in said
    )
    assert "no option 'first=1' of frugal; there is last" in refused("bot", "frugal:first=1")
    assert "'gone' of urbanist.bots in the package brings_frugal (nowhere:Gone) cannot be loaded" in refused(
        "match", "metropolys", "--seats", "gone,random", "--games", 1
    )


def test_a_bot_of_a_package_plays_in_other_processes(package: Path) -> None:
    seats = ("--seats", "frugal,frugal:last=on", "--games", "4", "--workers", "2", "--seed", "1")
    record = package / "match.jsonl"
    done = subprocess.run(
        [Path(sys.executable).with_name("urbanist"), "match", "metropolys", *seats, "--out", record],
        env=os.environ | {"PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "frugal:last=on" in done.stdout
    assert record.read_text(encoding="utf-8").count('"frugal"') == 4


@pytest.mark.parametrize(
    ("thing", "why"),
    [(7, "7 is no bot; expected a class that inherits from"), (Options, "has no method 'sit'")],
)
def test_what_is_no_bot_is_refused(thing: object, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        BOTS.register(thing)
