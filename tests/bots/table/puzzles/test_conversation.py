"""Puzzles in lines: typed moves and commands, and the answers."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from tests.bots.table.playing import Typist
from tests.bots.table.puzzles.made import GAMES_WITH_PUZZLES, endings, of, opening, several
from urbanist.bots.analysis.line import expected_line
from urbanist.bots.table import table_of
from urbanist.bots.table.puzzles.answer import answered, pov_of, told, verdict
from urbanist.bots.table.puzzles.conversation import PuzzleConversation
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session.logbook import Logbook
from urbanist.bots.table.session.screen import Screen


def talk(puzzles: list[Puzzle], folder: Path, *lines: str | BaseException) -> str:
    """Return what is said to a person who types lines at the first of these puzzles."""
    console = Console(file=io.StringIO(), width=100, height=40, color_system=None, _environ={})
    with Logbook(folder / "results.sqlite") as logbook:
        exercise = Exercise(puzzles, logbook, first=1)
        PuzzleConversation(exercise, table_of(exercise.game), Screen(console, Typist(lines))).run()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_an_ending_is_said_to_be_solved(tmp_path: Path) -> None:
    puzzle = endings("akropolis")[0]
    said = talk([puzzle], tmp_path, puzzle.best, "quit")
    margin = round(100 * puzzle.margin)
    assert f"short searches missed it. The ending is solved: it is best by {margin}% of the win." in said
    assert "prove it best" not in said


def test_the_best_move_is_praised_and_the_rating_rises(tmp_path: Path) -> None:
    puzzle = opening()
    said = talk([puzzle], tmp_path, puzzle.best, "quit")
    assert "puzzle 1 of 1, rated 1260; your rating: 1500 ± 700\n" in said
    assert "To move: you, seat 0 (human)." in said
    best, second = (move.replace("@", " on ") for move in (puzzle.best, next(iter(puzzle.others))))
    assert f"Right: {best} leaves you 60% of the win, and the next best move, {second}, 40%." in said
    assert f"What could follow {best}:\n  Seat 0 (you) opens with " in said
    assert (
        "9 of 18 short searches missed it. Searches of 2,000 visits prove it best by 20% of the win" in said
    )
    assert "Your rating: 1590 ± 558 (+90)." in said
    assert said.endswith("\n")
    assert "1 of 1 puzzles of metropolys solved; your rating: 1590 ± 558" in said


def test_another_move_is_refuted_by_a_line_and_the_better_one_explained(tmp_path: Path) -> None:
    puzzle = opening()
    said = talk([puzzle], tmp_path, "7@N3", "7@N3", "quit")
    assert "Not the best move: 7 on N3 leaves you " in said
    assert "What could follow 7 on N3:\n  Seat 0 (you) opens with 7 on N3\n  Seat 1 " in said
    assert f"Why {puzzle.best.replace('@', ' on ')}: " in said
    assert "the puzzle is over: press Enter for the next one, or type quit" in said
    assert "0 of 1 puzzles of metropolys solved; your rating: 1" in said


def test_a_person_can_give_up_leave_one_out_and_see_the_position_again(tmp_path: Path) -> None:
    said = talk(
        several(3), tmp_path, "next", "solution", "solution", "", "board", "moves", "help", EOFError()
    )
    assert said.count("puzzle ") >= 3
    assert said.count("The best move is ") == 1
    assert "(-" in said.partition("Your rating: ")[2]
    assert "open with any of 1 2 3" in said
    assert "solution      give up" in said


WRONG = [
    ("pass", "nobody has bid: an auction opens with a building"),
    ("7@X3", "'7@X3' is not a move of metropolys"),
    ("xx", "'xx' is not a move of metropolys"),
    ("moves 3", "'moves' takes nothing after it: leave out '3'"),
]


@pytest.mark.parametrize(("typed", "reason"), WRONG)
def test_wrong_input_gets_one_line_and_the_puzzle_goes_on(typed: str, reason: str, tmp_path: Path) -> None:
    said = talk([opening()], tmp_path, typed, "quit")
    assert reason in said
    assert "0 of 1 puzzles of metropolys solved; your rating: 1500 ± 700" in said


def test_an_attempt_after_the_first_does_not_change_the_rating(tmp_path: Path) -> None:
    puzzle = opening()
    said = talk([puzzle], tmp_path, puzzle.best, "", puzzle.best, "quit")
    assert "only the first attempt at a puzzle counts." in said


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_answers_of_every_game_tell_lines_and_reasons(game: str) -> None:
    puzzle, table = of(game)[0], table_of(game)
    right, wrong, *_ = puzzle.moves
    answer = answered(puzzle, wrong, table)
    assert not answer.solved
    named = [table.move_name(puzzle.view.bare_state(), move) for move in (wrong, right)]
    assert verdict(answer, table).startswith(f"Not the best move: {named[0]} leaves you ")
    lines = told(answer, table)
    assert all(f"What could follow {move}:" in lines for move in named)
    assert "@" not in " ".join(lines)
    assert ".." not in " ".join(lines)
    assert [line.endswith(".") for line in lines if " rather than " in line] == [True] * bool(answer.why)
    assert answer.other == wrong
    assert all(lines[place - 1] == "" for place, line in enumerate(lines) if line.startswith("What"))


@pytest.mark.parametrize("game", GAMES_WITH_PUZZLES)
def test_lines_show_a_seat_only_what_it_may_see(game: str) -> None:
    """A line is masked as the events of the game are: replaying the masked view leads to the same view."""
    puzzle = of(game)[0]
    seen = expected_line(puzzle.view, puzzle.moves[0], 24)
    assert seen.texts[: len(puzzle.events)] == puzzle.events
    assert seen.texts[len(puzzle.events)] == puzzle.best
    pov, notation = pov_of(seen), seen.game.notation
    for event, state in zip(seen.events, pov.states, strict=False):
        assert notation.mask_event(event, state.to_move, puzzle.seat) == event
