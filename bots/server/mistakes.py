"""The mistakes of a person over HTTP: those of a game that is over, each of which is to be played better."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.params import QueryParameter

from urbanist.bots.markup import element
from urbanist.bots.server.api import table_in
from urbanist.bots.server.client import Asked
from urbanist.bots.server.page_answer import DRAWN, FORM, Back, Chosen, being_written, drawn, frame_of, html
from urbanist.bots.server.puzzle_page import BETTER, HINT, MistakePage
from urbanist.bots.server.puzzles import Attempt, Tried, answer_to
from urbanist.bots.server.table import TableError
from urbanist.bots.server.web import review_in, seat_in
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.puzzles.mistakes import Mistakes

Better = Annotated[int, QueryParameter(name=BETTER, ge=0, le=1000)]


class MistakeAttempt(Attempt):
    """The form of a mistake: how many were played better before it, too."""

    better: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 0


PATH = "/t/{table:str}/games/{number:int}/mistakes/{mistake:int}"


@get(PATH, opt=DRAWN)
async def show_mistake(
    request: Asked,
    table: str,
    number: int,
    mistake: int,
    chosen: Chosen = None,
    at: Back = None,
    tried: Tried = None,
    better: Better = 0,
) -> Response[bytes] | Response[str]:
    """Show a mistake, or the answer to a move that was tried; after the last one how many were played better."""
    return await _page(request, table, number, mistake, better, tried, names=chosen or (), at=at)


@post(PATH, status_code=200, opt=DRAWN)
async def try_mistake(
    request: Asked, table: str, number: int, mistake: int, data: Annotated[MistakeAttempt, FORM]
) -> Response[bytes] | Response[str]:
    """Judge a move, show the solution, or give a hint."""
    hint = data.action == HINT
    return await _page(request, table, number, mistake, data.better, None if hint else data.move, hint=hint)


async def _page(
    request: Asked,
    table: str,
    number: int,
    mistake: int,
    better: int,
    tried: str | None,
    *,
    names: Sequence[str] = (),
    at: int | None = None,
    hint: bool = False,
) -> Response[bytes] | Response[str]:
    """Return the page of a mistake of who asks, or of any person for a spectator.

    It has the answer, if a move is as good as the best one, or the solution is wanted.
    """
    served, frame = table_in(request, table), frame_of(request)
    seat = seat_in(request, served)
    review = review_in(request, served, number, mistakes=True)
    if review is None:
        return being_written(request, tr("Your mistakes are looked at once more …"))
    puzzles = [each for each in review.mistakes if seat in (None, each.seat)]
    if not 0 < mistake <= len(puzzles):
        said = upper(tr("no move of yours cost anything that can be measured")) + "."
        end = element("p", Mistakes(puzzles, solved=better).conclusion if puzzles else said)
        back = element("p", element("a", tr("To the table"), href=f"{frame.base}/t/{table}"))
        return html(frame.page("urbanist", element("h1", tr("My mistakes")), end, back))
    mistakes = Mistakes(puzzles, mistake, better)
    wrong, answer, puzzle = "", None, mistakes.puzzle
    try:
        judged = None if tried is None else await answer_to(request, puzzle, tried)
    except TableError as error:
        if error.status != 422:
            raise
        wrong = reason_of(error)
    else:
        if isinstance(judged, float):
            rules = table_of(puzzle.game.name)
            wrong = mistakes.refusal(rules.read_move(tried or "", puzzle.view.bare_state()), judged, rules)
        elif judged is not None:
            answer = judged
            mistakes.solved += answer.solved
    path = f"/t/{table}/games/{number}/mistakes"
    onward = f"{path}/{mistake + 1}?{BETTER}={mistakes.solved}"
    page = MistakePage(frame, mistakes, f"{path}/{mistake}", onward, {BETTER: better}, names, at, answer)
    shown = await drawn(request, None, partial(page.page, wrong, hint=hint), "text/html")
    shown.status_code = 422 if wrong else 200
    return shown


MISTAKES = Router("/", route_handlers=[show_mistake, try_mistake], include_in_schema=False)
