"""Ratings of people and puzzles, and the logbook of both, with what stood in earlier files."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from urbanist.bots.table.session.logbook import (
    EARLIER,
    EARLIER_MARK,
    PUZZLES,
    Attempts,
    Change,
    Logbook,
    LogbookError,
)
from urbanist.bots.table.session.rating import BEGINNER, PlayerRating, after


def test_ratings_change_as_the_rules_of_glicko_2_say() -> None:
    """Worked out by hand from Glickman 2012, steps 2 to 8, for one game against a player of the same rating."""
    person, puzzle = after(PlayerRating(1500, 200, 0.06), PlayerRating(1500, 200, 0.06), won=True)
    assert person.value == pytest.approx(1578.8, abs=0.05)
    assert puzzle.value == pytest.approx(1421.2, abs=0.05)
    assert person.deviation == pytest.approx(180.08, abs=0.05)
    assert person.value - 1500 == pytest.approx(1500 - puzzle.value)


def test_a_hard_puzzle_is_worth_more_than_an_easy_one() -> None:
    rises = [
        after(BEGINNER, PlayerRating(value, 150, 0.06), won=True)[0].value for value in (1100, 1500, 1900)
    ]
    assert BEGINNER.value < rises[0] < rises[1] < rises[2]


def attempted(logbook: Logbook, puzzle: str, move: str, *, game: str = "metropolys") -> Change:
    """Write an attempt at a puzzle of rating 1500 that the move b4 solves."""
    return logbook.add_attempt(game, puzzle, 1500, move, solved=move == "b4")


def test_only_the_first_attempt_at_a_puzzle_is_rated_and_all_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "results.sqlite"
    with Logbook(path) as logbook:
        lost = attempted(logbook, "one", "")
        assert lost.counted
        assert lost.now.value < lost.before.value
        assert logbook.hardness("metropolys", "one", 1500).value > 1500
    with Logbook(path) as logbook:
        again = attempted(logbook, "one", "b4")
        assert (again.counted, again.now) == (False, lost.now)
        [tried] = logbook.attempts("metropolys").values()
        assert (tried.count, tried.solved) == (2, True)
        assert logbook.attempts("akropolis") == {}
        assert logbook.puzzle_rating("akropolis") == BEGINNER
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT move, solved FROM attempts").fetchall() == [("", 0), ("b4", 1)]


def test_two_people_at_one_logbook_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Logbook(path) as first, Logbook(path) as second:
        attempted(first, "one", "b4")
        attempted(second, "other", "")
        assert first.attempts("metropolys") == second.attempts("metropolys")
        assert first.puzzle_rating("metropolys") == second.puzzle_rating("metropolys")


def test_a_copy_changes_no_file_and_needs_none(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with Logbook(path, copied=True) as logbook:
        assert attempted(logbook, "one", "b4").counted
    assert [*tmp_path.iterdir()] == []
    with Logbook(path) as logbook:
        attempted(logbook, "one", "b4")
    with Logbook(path, copied=True) as logbook:
        attempted(logbook, "one", "")
        assert logbook.attempts("metropolys")["one"].count == 2
    with Logbook(path) as logbook:
        assert logbook.attempts("metropolys")["one"].count == 1


def earlier(path: Path) -> None:
    """Write a file of attempts as version 0.2.0 did."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in PUZZLES.replace("puzzle_ratings", "ratings").split(";")[:-1]:
            connection.execute(statement)
        connection.execute("INSERT INTO attempts VALUES (7, 'metropolys', 'one', 'b4', 1, 'then')")
        connection.execute("INSERT INTO ratings VALUES ('metropolys', 'person', 1600, 100, 0.06)")
        connection.execute(f"PRAGMA application_id = {EARLIER_MARK}")
        connection.execute("PRAGMA user_version = 1")


@pytest.mark.parametrize("copied", [True, False])
def test_attempts_of_an_earlier_file_are_taken_over_once(tmp_path: Path, *, copied: bool) -> None:
    path = tmp_path / "results.sqlite"
    earlier(tmp_path / EARLIER)
    for _ in range(2):
        with Logbook(path, copied=copied) as logbook:
            assert logbook.attempts("metropolys") == {"one": Attempts(1, True, 7)}
            assert logbook.puzzle_rating("metropolys").value == 1600


def test_an_earlier_file_that_is_broken_is_named_and_nothing_is_half_written(tmp_path: Path) -> None:
    (tmp_path / EARLIER).write_text("no database" * 100, encoding="utf-8")
    with pytest.raises(LogbookError, match=r"puzzles\.sqlite: not a logbook: file is not a database; move"):
        Logbook(tmp_path / "results.sqlite")
    (tmp_path / EARLIER).unlink()
    with Logbook(tmp_path / "results.sqlite") as logbook:
        assert logbook.attempts("metropolys") == {}


def test_a_file_that_is_no_logbook_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.write_text("no database" * 100, encoding="utf-8")
    with pytest.raises(LogbookError, match=r"results\.sqlite: not a logbook: file is not a database;"):
        Logbook(path)
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(LogbookError, match="it holds something else; move the file away to begin a new one"):
        Logbook(path)
