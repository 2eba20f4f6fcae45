"""`urbanist stats`: one's own results, written when games end."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.bots.cli.using import call, good, refused
from urbanist.bots.cli.stats import level
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.table import table_of
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.logbook import Logbook
from urbanist.bots.table.session.results import OwnResult
from urbanist.bots.table.session.session import Session
from urbanist.bots.table.session.settings import logbook_file
from urbanist.engine import GAMES
from urbanist.engine.history import History

LOST = ("7@N3", "resign", "yes")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "urbanist"


def play(
    *typed: str, seats: str = "human,random", game: str = "metropolys", more: tuple[str, ...] = ()
) -> str:
    asked = ["--seats", seats, "--options", "first=0", "--seed", "7"]
    done = call("play", game, *asked, *more, given="\n".join([*typed, "quit", ""]))
    assert done.exit_code == 0, done.output
    return done.stdout


def told() -> dict[str, Any]:
    statistics: dict[str, Any] = json.loads(good("stats", "--json"))
    return statistics


@cache
def whole_game() -> tuple[str, ...]:
    """Return the input that plays a whole game of Akropolis: always the first legal move."""
    names, typed = ("human", "random"), []
    history = History.start(GAMES["akropolis"].deal(seats=2, options=("first=0",), seed=7))
    session = Session(history, names, table=table_of, hire=parse_bot, file=None, adviser="greedy", seed=7)
    while not session.ended:
        state = session.history.state
        if state.due:
            session.draw()
        elif session.person is None:
            view = session.history.seen_by(state.to_move)
            session.play_of(state.to_move, session.bots[state.to_move].choose(view))
        else:
            typed.append(str(state.legal()[0]))
            session.play(GAMES["akropolis"].notation.move(typed[-1]))
    return tuple(typed)


def test_before_a_game_has_ended_there_is_nothing(folder: Path) -> None:
    play("7@N3")
    assert good("stats") == "No game has ended yet.\n"
    assert told() == {"games": 0, "by_opponents": [], "by_seat": []}
    assert not (folder / "results.sqlite").exists()


def test_games_count_by_opponents_and_by_seat() -> None:
    play(*LOST)
    play(*LOST, seats="human,random,greedy")
    play(*LOST, seats="human,greedy,random")
    said = play(*whole_game(), game="akropolis")
    statistics = told()
    assert statistics["games"] == 4
    kinds = [
        (row["game"], row["players"], row["opponents"], row["games"]) for row in statistics["by_opponents"]
    ]
    assert kinds == [
        ("akropolis", 2, ["random"], 1),
        ("metropolys", 2, ["random"], 1),
        ("metropolys", 3, ["greedy", "random"], 2),
    ]
    whole, lost = statistics["by_opponents"][:2]
    assert f"Rank {whole['rank']:.0f}: seat 0 (human), {whole['best']} points." in said
    assert (lost["wins"], lost["rank"]) == (0, 2)
    assert "best" not in lost
    assert [(row["seat"], row["games"]) for row in statistics["by_seat"]] == [(0, 1), (0, 1), (0, 2)]
    lines = good("stats").splitlines()
    assert lines[0] == "game\topponents\tgames\twon\twin %\trank\tpoints\tbest"
    assert "metropolys, expert, 3 players\tgreedy, random\t2\t0\t0\t3.0\t\t" in lines
    assert "metropolys, expert, 2 players\t0\t1\t0\t0\t2.0\t\t" in lines
    assert "Метрополис, экспертная версия, 2 игрока\t" in good("stats", "--lang", "ru")


def test_a_game_counts_once_however_often_it_ends() -> None:
    play(*whole_game(), game="akropolis")
    first = told()
    [path] = saves.files()
    again = call("play", "--resume", path, given="quit\n")
    assert again.exit_code == 0
    assert told() == first


def test_an_undone_game_keeps_its_first_result(folder: Path) -> None:
    row = OwnResult("x", "d", "metropolys", "expert", 2, 0, ("random",), "played out", 2, 0.0, 30)
    with Logbook(logbook_file()) as logbook:
        logbook.add_result(row)
        logbook.add_result(replace(row, rank=1))
        [sums] = logbook.sums("seat")
    assert (sums.games, sums.rank) == (1, 2)


@pytest.mark.parametrize("seats", ["human,human", "random,random", "human,human,random"])
def test_a_game_of_several_people_or_of_none_does_not_count(seats: str) -> None:
    play("7@N3", "resign", "yes", seats=seats, more=("--variant", "family"))
    assert told()["games"] == 0


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (("ismcts:level=3",), 3),
        (("ismcts:level=3", "ismcts:seed=1:level=3"), 3),
        (("ismcts:level=3", "ismcts:level=4"), None),
        (("ismcts:level=3", "greedy"), None),
        (("learner", "level=3", "ismcts:level=3"), 3),
        (("ismcts:nodes=3",), None),
        ((), None),
    ],
)
def test_opponents_of_one_level_are_named_by_it(players: tuple[str, ...], expected: int | None) -> None:
    assert level(players) == expected


def test_a_file_that_is_none_of_ours_is_one_line_and_the_game_goes_on(folder: Path) -> None:
    file = folder / "results.sqlite"
    folder.mkdir()
    file.write_text(
        "no database, but long enough to be read as one by a reader that looks at the head only" * 9
    )
    away = "move the file away to begin a new one"
    assert refused("stats", status=1) == f"{file}: not a logbook: file is not a database; {away}"
    assert f"the result is not counted: {file}: not a logbook: file is not a database" in play(*LOST).replace(
        "\n", " "
    )
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE other (x)")
    assert refused("stats", status=1) == f"{file}: not a logbook: it holds something else; {away}"
    file.unlink()
    play(*LOST)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 9")
    assert refused("stats", status=1) == (
        f"{file}: not a logbook: version 9 of the file; this program reads version 4; {away}"
    )
