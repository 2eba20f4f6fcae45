"""The puzzles over HTTP, and what a person has done; each has a logbook, that of this machine or that of a cookie."""

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated
from urllib.parse import urlencode

import msgspec
from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import QueryParameter
from litestar.response import Redirect

from urbanist.bots.server.api import lobby_of
from urbanist.bots.server.client import HINTS, Asked, address_of, usage_of
from urbanist.bots.server.home_page import Progress
from urbanist.bots.server.logbooks import PERSON
from urbanist.bots.server.page_answer import DRAWN, FORM, Back, Chosen, cookie, drawn, frame_of, led_to
from urbanist.bots.server.puzzle_page import ANSWER, HINT, MOTIF, SOLUTION, PuzzlePage
from urbanist.bots.server.table import TableError
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import chosen as spoken
from urbanist.bots.table.kit.language import reason_of, speaking
from urbanist.bots.table.puzzles.answer import PuzzleAnswer, answered
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.puzzles.mistakes import attempted
from urbanist.bots.table.puzzles.motif import by_motif
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.puzzles.store import read_shipped
from urbanist.bots.table.session.course import Course
from urbanist.bots.table.session.logbook import Logbook, LogbookError
from urbanist.engine import GAMES, IllegalMove, NotationError

#: Answers that are kept, each the work of seconds.
ANSWERS = 200

Motif = Annotated[str, QueryParameter(name=MOTIF, max_length=50)]
Tried = Annotated[str | None, QueryParameter(name=ANSWER, max_length=200)]


class Attempt(msgspec.Struct):
    """The form of a puzzle."""

    action: str
    move: str = ""
    motif: str = ""


def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles and the endings of a game; none if it has none."""
    return (*read_shipped(game), *read_shipped(game, endings=True)) if game in GAMES else ()


@contextmanager
def logbook_in(request: Asked, *, writes: bool = False) -> Iterator[Logbook]:
    """Give the logbook of who asks; raise 403 if something is written and none can be found again."""
    logbooks = lobby_of(request).logbooks
    file = logbooks.of(request.cookies.get(PERSON), address_of(request))
    if writes and file is None:
        raise TableError(403, "puzzles need a cookie, which your browser has not sent")
    if writes and file is not None:
        logbooks.make_room(file)
    with Logbook(file or Path("none"), copied=not writes) as logbook:
        yield logbook


def key_of_person(request: Asked) -> list[Cookie]:
    """Return the cookie by which the logbook of a new person is found; none if it is found already."""
    if lobby_of(request).logbooks.of(request.cookies.get(PERSON), address_of(request)) is not None:
        return []
    return [cookie(request, PERSON, secrets.token_urlsafe(16))]


@contextmanager
def exercise_in(
    request: Asked, game: str, named: str | None = None, *, motif: str = "", writes: bool = False
) -> Iterator[Exercise]:
    """Give the exercise of who asks, at a puzzle or at the one that suits best; raise 404 if there is none.

    All its puzzles have the motif, if one is named.
    """
    puzzles = (
        tuple(by_motif(read_shipped(game)).get(motif, ())) if motif and game in GAMES else puzzles_of(game)
    )
    number = next((number for number, puzzle in enumerate(puzzles, 1) if puzzle.id == named), None)
    if not puzzles or (named is not None and number is None):
        raise TableError(404, "there is no such puzzle")
    with logbook_in(request, writes=writes) as logbook:
        yield Exercise(puzzles, logbook, number)


def progress_in(request: Asked) -> dict[str, Progress]:
    """Return what who asks has done, by game."""
    with logbook_in(request) as logbook:
        return {
            game: Progress(
                logbook.lessons(game),
                Exercise(puzzles, logbook).solved if (puzzles := puzzles_of(game)) else 0,
                len(puzzles),
            )
            for game in GAMES
        }


def note_lesson(request: Asked, lesson: Course) -> None:
    """Note that the steps of a lesson are done, if the logbook of who asks can be found again."""
    with suppress(TableError, LogbookError), logbook_in(request, writes=True) as logbook:
        logbook.add_lesson(lesson.game, lesson.lesson.name)


@get("/puzzles/{game:str}")
async def choose_puzzle(request: Asked, game: str, after: str | None = None, motif: Motif = "") -> Redirect:
    """Lead to the puzzle that suits the person best, or to the one after another; a new person gets a cookie."""
    await asyncio.to_thread(puzzles_of, game)
    with exercise_in(request, game, after, motif=motif) as exercise:
        if after is not None:
            exercise.advance()
        path = f"/puzzles/{game}/{exercise.puzzle.id}"
        if motif:
            path += f"?{urlencode({MOTIF: motif})}"
    return led_to(request, path, *key_of_person(request))


@get("/puzzles/{game:str}/{puzzle:str}", opt=DRAWN)
async def show_puzzle(
    request: Asked,
    game: str,
    puzzle: str,
    chosen: Chosen = None,
    at: Back = None,
    tried: Tried = None,
    motif: Motif = "",
) -> Response[bytes]:
    """Show a puzzle, or the answer to a move that was tried."""
    await asyncio.to_thread(puzzles_of, game)
    with exercise_in(request, game, puzzle, motif=motif) as exercise:
        answer = None if tried is None else await answer_to(request, exercise.puzzle, tried)
        page = _page(request, exercise, answer, chosen or (), at, motif)
        return await drawn(request, None, page.page, "text/html")


@post("/puzzles/{game:str}/{puzzle:str}", status_code=200, opt=DRAWN)
async def try_puzzle(
    request: Asked, game: str, puzzle: str, data: Annotated[Attempt, FORM]
) -> Response[bytes]:
    """Judge a move, show the solution, or give a hint; the attempt is written first."""
    await asyncio.to_thread(puzzles_of, game)
    hint = data.action == HINT
    wrong, change, answer = "", None, None
    with exercise_in(request, game, puzzle, motif=data.motif, writes=True) as exercise:
        state = exercise.puzzle.view.bare_state()
        try:
            move = None if data.action in (SOLUTION, HINT) else table_of(game).read_move(data.move, state)
        except (IllegalMove, NotationError) as error:
            wrong = reason_of(error)
        else:
            change = exercise.note(move)
            if not hint:
                answer = await answer_to(request, exercise.puzzle, "" if move is None else str(move))
        page = _page(request, exercise, answer, motif=data.motif)
        draw = partial(page.page, wrong, hint=hint, change=change)
        told = await drawn(request, None, draw, "text/html")
    told.status_code = 422 if wrong else 200
    return told


def _page(
    request: Asked,
    exercise: Exercise,
    answer: PuzzleAnswer | float | None,
    names: Sequence[str] = (),
    at: int | None = None,
    motif: str = "",
) -> PuzzlePage:
    assert not isinstance(answer, float)
    path, puzzle, query = f"/puzzles/{exercise.game}", exercise.puzzle.id, {MOTIF: motif} if motif else {}
    onward = f"{path}?{urlencode({'after': puzzle, **query})}"
    return PuzzlePage(frame_of(request), exercise, f"{path}/{puzzle}", onward, query, names, at, answer)


async def answer_to(request: Asked, puzzle: Puzzle, tried: str) -> PuzzleAnswer | float:
    """Return the answer to a move, or what a move leaves that does not mend a mistake.

    Raise 429 if the address waits for too many, and 422 if the move is not legal.
    """
    text = msgspec.json.encode(puzzle)
    try:
        with usage_of(request).used(address_of(request), HINTS):
            return await asyncio.to_thread(_answer, text, tried, spoken())
    except (IllegalMove, NotationError) as error:
        raise TableError(422, *error.args) from None


@lru_cache(ANSWERS)
def _answer(text: bytes, tried: str, language: str) -> PuzzleAnswer | float:
    puzzle = msgspec.json.decode(text, type=Puzzle)
    table = table_of(puzzle.game.name)
    with speaking(language):
        move = table.read_move(tried, puzzle.view.bare_state()) if tried else None
        return attempted(puzzle, move, table) if puzzle.is_own else answered(puzzle, move, table)


PUZZLES = Router("/", route_handlers=[choose_puzzle, show_puzzle, try_puzzle], include_in_schema=False)
