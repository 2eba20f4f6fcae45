"""Rated games: no help, the rating of the person after them, and files of results that older versions wrote."""

import sqlite3
from contextlib import closing
from io import StringIO
from math import log10
from pathlib import Path

import pytest
from rich.console import Console

from tests.bots.table.playing import Typist, played
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.level import NAMES, level_of, levels_of, number_of, table_rating, win_share
from urbanist.bots.players.player import Player
from urbanist.bots.players.python_bot import seated
from urbanist.bots.table import table_of
from urbanist.bots.table.session.conversation import Conversation
from urbanist.bots.table.session.logbook import Logbook
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.rating import BEGINNER, LEVEL_DEVIATION, VOLATILITY, PlayerRating, after
from urbanist.bots.table.session.results import OwnResult, next_level, own_result
from urbanist.bots.table.session.screen import Screen
from urbanist.bots.table.session.session import Session
from urbanist.engine import GAMES, NotationError
from urbanist.engine.history import History
from urbanist.engine.record import Record


def ended(
    seats: int = 2, players: tuple[str, ...] = ("human", "easy"), seed: int = 1
) -> tuple[Record, History]:
    """Return a game that is over, with a person at its first seat."""
    history = played(1000, seed=seed, seats=seats)
    notes = Notebook.new(1, players, rated=True)
    return Record.of(history, players, notes.meta(len(history.events))), history


def test_equal_rivals_share_the_win_and_count_as_one_stronger_opponent() -> None:
    """By Plackett and Luce: of n equal ones each wins a share of 1/n; two equal rivals win twice as often as one."""
    assert win_share(1500, [1500]) == pytest.approx(1 / 2)
    assert win_share(1500, [1500, 1500, 1500]) == pytest.approx(1 / 4)
    assert win_share(1900, [1500]) == pytest.approx(10 / 11)
    easy = levels_of("metropolys", 3)[0].rating
    assert table_rating("metropolys", ["easy", "easy"]) == pytest.approx(easy + 400 * log10(2))
    assert table_rating("metropolys", ["gentle"]) == pytest.approx(level_of("metropolys", 2, 0).rating)
    assert table_rating("metropolys", ["easy", "greedy"]) is None
    assert [
        number_of(text) for text in ("gentle", "expert", "9", "level=3", "level=3:nodes=5", "random")
    ] == [
        0,
        8,
        9,
        3,
        None,
        None,
    ]


IDS = "SELECT id FROM results"


def count(file: Path, result: OwnResult) -> None:
    with Logbook(file) as logbook:
        logbook.add_result(result)


def ratings_of(file: Path) -> dict[tuple[str, int], list[PlayerRating]]:
    with Logbook(file, copied=True) as logbook:
        return logbook.ratings()


def rows(file: Path, query: str) -> list[tuple[object, ...]]:
    """Return what a query finds in a file of results."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def test_a_rated_game_changes_the_rating_once(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    record, history = ended()
    result = own_result(record, history)
    assert result is not None
    assert result.met == levels_of("metropolys", 2)[0].rating
    with Logbook(file) as logbook:
        change = logbook.add_result(result)
        assert logbook.add_result(result) is None
    won = result.share == 1
    expected, _ = after(BEGINNER, PlayerRating(result.met, LEVEL_DEVIATION, VOLATILITY), won=won)
    assert ratings_of(file) == {("metropolys", 2): [pytest.approx(expected)]}
    assert change is not None
    rise = expected.value - BEGINNER.value
    assert str(change) == f"Your rating: {expected} ({rise:+.0f})."
    skilled = levels_of("metropolys", 2)[5].rating
    assert next_level(result, skilled + 1) == f"A level to try next: 6, {NAMES[5]}."
    assert next_level(result, -1000) == "A level to try next: 0, gentle."
    assert rows(file, "SELECT id, met, opponents FROM results JOIN ratings USING (id)") == [
        (result.id, result.met, '["easy"]')
    ]


@pytest.mark.parametrize("players", [("human", "greedy"), ("human", "level=3:nodes=5")])
def test_who_plays_against_others_than_levels_has_no_rating(players: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    result = own_result(*ended(players=players))
    assert result is not None
    count(file, result)
    assert ratings_of(file) == {}
    assert len(rows(file, IDS)) == 1


def test_a_file_of_the_first_version_keeps_its_results_and_gets_ratings(tmp_path: Path) -> None:
    file = tmp_path / "results.sqlite"
    first = own_result(*ended(players=("human", "greedy")))
    second = own_result(*ended(seed=2))
    assert first is not None
    assert second is not None
    count(file, first)
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("ratings", "attempts", "puzzle_ratings", "lessons"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version = 1")
    assert rows(file, IDS) == [(first.id,)]
    assert ratings_of(file) == {}
    with Logbook(file, copied=True) as logbook:
        assert len(logbook.sums("seat")) == 1
    count(file, second)
    assert {*rows(file, IDS)} == {(first.id,), (second.id,)}
    assert len(ratings_of(file)["metropolys", 2]) == 1


def test_a_rated_game_has_no_hints_and_takes_nothing_back() -> None:
    history = History.start(GAMES["metropolys"].deal(seats=2, options=("first=0",), seed=1))
    names = ("human", "random")
    session = Session(
        history,
        names,
        table=table_of,
        hire=parse_bot,
        file=None,
        adviser="greedy",
        notes=Notebook.new(1, names, rated=True),
    )
    said = StringIO()
    typed = Typist(["hint", "why", "undo", "quit"])
    Conversation(session, Screen(Console(file=said, width=100), typed)).run()
    assert said.getvalue().count("this game is rated: it has no hints, and no move is taken back") == 3
    with pytest.raises(NotationError, match="this game is rated"):
        session.undo()
    assert Notebook.of(session.record()).rated
    session.again()
    assert session.notes.rated
    session.replay_from(0)
    assert not session.notes.rated


@pytest.mark.nightly
def test_a_bot_that_plays_as_a_person_is_rated_as_its_level(tmp_path: Path) -> None:
    """Level 5 plays 30 rated games at the prompt of the program; its rating lies within the interval."""
    file = tmp_path / "results.sqlite"
    for seed in range(30):
        names = ("human", ("casual", "medium", "skilled")[seed % 3])
        history = History.start(GAMES["metropolys"].deal(seats=2, seed=seed))
        session = Session(
            history,
            names,
            table=table_of,
            hire=parse_bot,
            file=None,
            adviser="greedy",
            notes=Notebook.new(seed, names, rated=True),
            logbook_file=file,
        )
        person = seated(parse_bot("medium"), seed + 1000)

        def typed(_: str, session: Session = session, person: Player = person) -> str:
            if session.ended:
                raise EOFError
            return str(person.choose(session.history.seen_by(0)).move)

        Conversation(session, Screen(Console(file=StringIO()), typed)).run()
    course = ratings_of(file)["metropolys", 2]
    assert len(course) == 30
    own = levels_of("metropolys", 2)[4].rating
    assert abs(course[-1].value - own) < 2 * course[-1].deviation
