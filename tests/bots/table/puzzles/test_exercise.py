"""An exercise: which puzzle comes next."""

from pathlib import Path

from tests.bots.table.puzzles.made import opening, several
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.session.logbook import Logbook


def test_the_next_puzzle_is_a_fresh_one_of_the_persons_rating_and_later_the_one_that_was_not_solved(
    tmp_path: Path,
) -> None:
    puzzles = several(5)  # rated 1300 to 1700
    with Logbook(tmp_path / "results.sqlite") as logbook:
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
    with Logbook(tmp_path / "results.sqlite") as logbook:
        exercise = Exercise([opening()], logbook)
        exercise.advance()
        exercise.advance()
        assert exercise.number == 1
