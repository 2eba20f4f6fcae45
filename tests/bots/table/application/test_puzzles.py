"""Puzzles on a full screen: a move is shown on the board, and the answer beside it."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.bots.table.application.desk import SIZES
from tests.bots.table.application.fitting import too_long
from tests.bots.table.application.window import Size, lines_of, opened
from tests.bots.table.puzzles.made import opening, several
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.pseudo import untranslated
from urbanist.bots.table import board_of, table_of
from urbanist.bots.table.application.puzzles import PuzzleApplication
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session.logbook import Logbook

PATIENCE = 60


class Desk:
    """The application with its exercise; `solve` opens it and runs a script on it."""

    pilot: Pilot[None]
    app: PuzzleApplication

    def __init__(self, puzzles: list[Puzzle], folder: Path, size: Size = (120, 40)) -> None:
        self._puzzles, self._file, self._size = puzzles, folder / "results.sqlite", size

    def solve(self, script: Callable[["Desk"], Awaitable[None]]) -> None:
        """Open the application, run a script, and close it."""

        async def run(logbook: Logbook) -> None:
            game = self._puzzles[0].game.name
            self.board: Any = board_of(game)
            self.app = PuzzleApplication(Exercise(self._puzzles, logbook, 1), table_of(game), self.board)
            async with opened(self.app, self._size) as self.pilot:
                await script(self)

        with Logbook(self._file) as logbook:
            asyncio.run(run(logbook))

    async def press(self, *keys: str) -> str:
        """Press keys, wait for the answer, and return the screen."""
        await self.pilot.press(*keys)
        until = time.monotonic() + PATIENCE
        while self.app.inference is not None:
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        await self.pilot.pause()
        return self.screen

    async def play(self, move: str) -> str:
        """Play a move, wait for the answer, and return the screen."""
        self.board.propose(self.board.pov.view.game.notation.move(move))
        return await self.press("enter")

    @property
    def screen(self) -> str:
        """The characters of the screen."""
        return "\n".join(lines_of(self.app))


def test_the_best_move_on_the_board_is_praised_and_its_line_can_be_stepped_through(tmp_path: Path) -> None:
    puzzle = opening()

    async def script(desk: Desk) -> None:
        assert "Find the best move: puzzle 1 of 1, rated 1260; your rating: 1500 ± 700." in desk.screen
        assert "x Solution" in desk.screen
        said, best = await desk.play(puzzle.best), puzzle.best.replace("@", " on ")
        assert f"Right: {best} leaves you 60% of the win" in said
        assert f"What could follow {best}:" in said
        assert "x Solution" not in said
        assert desk.board.pov.view.texts == (puzzle.best,)
        assert "The position of the puzzle." in await desk.press("left_square_bracket")
        assert desk.board.pov.view.events == ()
        assert "Seat 0 (you) opens with " in await desk.press("right_square_bracket")
        await desk.press("right_square_bracket")
        assert len(desk.board.pov.view.events) == 2
        assert "your rating: 1590 ± 558" in await desk.press("g")

    Desk([puzzle], tmp_path).solve(script)


def test_another_move_is_refuted_and_counts_once(tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        said = await desk.play("7@N3")
        assert "Not the best move: 7 on N3 leaves you " in said
        assert "What could follow 7 on N3:" in said
        await desk.press("enter", "x")
        assert desk.app.exercise.conclusion.startswith("0 of 1 puzzles of metropolys solved")

    Desk([opening()], tmp_path).solve(script)


def test_a_long_answer_is_scrolled_by_keys(tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        rating = "rating: 1"
        said = await desk.press("x")
        assert rating not in said
        assert "scroll the answer." in said
        assert rating in await desk.press(*["pagedown"] * 5)

    Desk([opening()], tmp_path, (80, 24)).solve(script)


def test_a_person_can_give_up_go_on_and_read_the_keys(tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        assert "puzzle 1 of 3" in desk.screen
        assert "puzzle 3 of 3" in await desk.press("g")
        assert "The best move is " in await desk.press("x")
        await desk.press("question_mark", "question_mark")
        assert "give up: the best move, and why" in desk.screen
        await desk.press("escape")
        await desk.press("q")

    Desk(several(3), tmp_path).solve(script)


def test_a_logbook_that_breaks_ends_the_application_with_the_reason(tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        connection = sqlite3.connect(tmp_path / "results.sqlite")
        connection.execute("DROP TABLE attempts")
        connection.close()
        await desk.play("7@N3")
        assert "no such table: attempts" in str(desk.app.failure)

    Desk([opening()], tmp_path).solve(script)


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_a_puzzle_and_its_answer_fit_in_every_language(
    language: str, tmp_path: Path, speak: Callable[[str], None]
) -> None:
    puzzle = opening()

    async def script(desk: Desk) -> None:
        assert not too_long(desk.app)
        said = await desk.play("7@N3")
        assert puzzle.best.partition("@")[2] in said
        assert "@" not in said
        assert not too_long(desk.app)
        told = desk.app._told.plain
        assert not {"the", "you", "win", "puzzle", "move", "seat", "rating"} & {*told.split()}
        await desk.press("left_square_bracket")
        assert not too_long(desk.app)

    speak(language)
    Desk([puzzle], tmp_path, SIZES[0]).solve(script)


@pytest.mark.usefixtures("pseudo")
def test_no_word_of_a_puzzle_stays_english(tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        said = f"{desk.screen} {await desk.press('x')}"
        assert not {*untranslated(f"{said} {desk.app._told} {desk.app.exercise.conclusion}")} - {"Enter"}

    Desk([opening()], tmp_path).solve(script)
