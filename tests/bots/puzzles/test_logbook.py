"""Ratings of people and puzzles, the logbook, and which puzzle comes next."""

import sqlite3
from pathlib import Path

import pytest

from tests.bots.puzzles.made import opening, several
from urbanist.bots.puzzles.exercise import Exercise
from urbanist.bots.puzzles.logbook import Logbook, LogbookError
from urbanist.bots.table.session.rating import BEGINNER, Rating, after


def test_ratings_change_as_the_rules_of_glicko_2_say() -> None:
    """Worked out by hand from Glickman 2012, steps 2 to 8, for one game against a player of the same rating."""
    person, puzzle = after(Rating(1500, 200, 0.06), Rating(1500, 200, 0.06), won=True)
    assert person.value == pytest.approx(1578.8, abs=0.05)
    assert puzzle.value == pytest.approx(1421.2, abs=0.05)
    assert person.deviation == pytest.approx(180.08, abs=0.05)
    assert person.value - 1500 == pytest.approx(1500 - puzzle.value)


def test_a_hard_puzzle_is_worth_more_than_an_easy_one() -> None:
    rises = [after(BEGINNER, Rating(value, 150, 0.06), won=True)[0].value for value in (1100, 1500, 1900)]
    assert BEGINNER.value < rises[0] < rises[1] < rises[2]


def test_only_the_first_attempt_at_a_puzzle_is_rated_and_all_are_kept(tmp_path: Path) -> None:
    path, puzzle = tmp_path / "deep" / "puzzles.sqlite", opening()
    with Logbook(path) as logbook:
        lost = logbook.add(puzzle, "")
        assert lost.counted
        assert lost.now.value < lost.before.value
        assert logbook.rating_of(puzzle).value > puzzle.rating
    with Logbook(path) as logbook:
        again = logbook.add(puzzle, puzzle.best)
        assert (again.counted, again.now) == (False, lost.now)
        [tried] = logbook.attempts("metropolys").values()
        assert (tried.count, tried.solved) == (2, True)
        assert logbook.attempts("akropolis") == {}
        assert logbook.rating("akropolis") == BEGINNER
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT move, solved FROM attempts").fetchall() == [("", 0), (puzzle.best, 1)]
    connection.close()


def test_two_people_at_one_logbook_lose_nothing(tmp_path: Path) -> None:
    path, (one, other) = tmp_path / "puzzles.sqlite", several(2)
    with Logbook(path) as first, Logbook(path) as second:
        first.add(one, one.best)
        second.add(other, "")
        assert first.attempts("metropolys") == second.attempts("metropolys")
        assert first.rating("metropolys") == second.rating("metropolys")


def test_a_file_that_is_no_logbook_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.sqlite"
    path.write_text("no database" * 100, encoding="utf-8")
    with pytest.raises(
        LogbookError, match=r"puzzles\.sqlite: not a logbook of puzzles: file is not a database;"
    ):
        Logbook(path)
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(LogbookError, match="it holds something else; move the file away to begin a new one"):
        Logbook(path)


def test_the_next_puzzle_is_a_fresh_one_of_the_persons_rating_and_later_the_one_that_was_not_solved(
    tmp_path: Path,
) -> None:
    puzzles = several(5)  # rated 1300 to 1700
    with Logbook(tmp_path / "puzzles.sqlite") as logbook:
        exercise = Exercise(puzzles, logbook)
        assert exercise.puzzle.rating == 1500
        exercise.note(exercise.puzzle.moves[0])
        exercise.advance()
        assert exercise.puzzle.rating == 1700
        exercise.note(None)
        exercise.advance()
        assert exercise.puzzle.rating in (1400, 1600)
        for _ in range(2):
            exercise.note(exercise.puzzle.moves[0])
            exercise.advance()
        exercise.note(exercise.puzzle.moves[0])
        assert exercise.solved == 4
        exercise.advance()
        assert exercise.puzzle.rating == 1700
        assert Exercise(puzzles, logbook).puzzle.rating == 1700
        assert Exercise(puzzles, logbook, first=2).number == 2


def test_a_single_puzzle_comes_again_and_again(tmp_path: Path) -> None:
    with Logbook(tmp_path / "puzzles.sqlite") as logbook:
        exercise = Exercise([opening()], logbook)
        exercise.advance()
        exercise.advance()
        assert exercise.number == 1
