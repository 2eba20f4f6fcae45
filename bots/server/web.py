"""The pages over HTTP: who asks is known by a cookie a seat, and what changes something needs the token of a page."""

import asyncio
import time
from functools import partial
from typing import Annotated
from urllib.parse import parse_qs, quote, urlencode

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect, ServerSentEvent, ServerSentEventMessage
from msgspec import UNSET, Struct, UnsetType, to_builtins

from urbanist.bots.server.api import OPENING, QueryKey, do, hint_for, lobby_of, table_in
from urbanist.bots.server.client import Asked, address_of
from urbanist.bots.server.home_page import FIRST, home, sample_picture
from urbanist.bots.server.lobby import NewTable
from urbanist.bots.server.page_answer import (
    DRAWN,
    FORM,
    KEPT,
    PICTURE,
    Back,
    Chosen,
    cookie,
    drawn,
    frame_of,
    html,
    led_to,
    reviewed,
)
from urbanist.bots.server.puzzles import key_of_person, note_lesson, progress_in
from urbanist.bots.server.review import GameReview, ReviewJob
from urbanist.bots.server.stream import stream
from urbanist.bots.server.table import ServedTable, TableError
from urbanist.bots.server.table_page import ONWARD, TablePage, picture_of
from urbanist.bots.server.view import games, pov_of
from urbanist.bots.table import NoPicture, title_of
from urbanist.bots.table.kit.language import chosen as spoken
from urbanist.bots.table.kit.language import reason_of
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.review_text import opponents, result_line
from urbanist.engine import GAMES
from urbanist.engine.record import Record, find_game

#: The beginning of the names of cookies with the key of a seat.
SEAT = "seat_"
#: The beginning of the names of cookies with what was chosen last for a game, and the most that one keeps.
LAST, LONGEST = "last_", 500
#: The tables that the home lists.
MINE = 12


class Posted(Struct):
    """The form of a table."""

    action: str
    token: str = ""
    ply: int = -1
    move: str = ""


class Opening(Struct):
    """The form of a game in the home."""

    game: str
    lesson: str = ""
    variant: str | UnsetType = UNSET
    option: list[str] | str = ()  # type: ignore[assignment]  # one that is repeated comes as a list
    seat: list[str] | str = ()  # type: ignore[assignment]
    clock: str = ""
    help: str = ""
    watch: str = ""


def seat_in(request: Asked, table: ServedTable) -> int | None:
    """Return the seat whose cookie is sent; None for a spectator."""
    key = request.cookies.get(f"{SEAT}{table.name}")
    seat = table.seat_of(key)
    if seat is not None:
        table.greet(seat)
    return seat


@get("/")
async def show_home(request: Asked) -> Response[str]:
    """Show the home."""
    tables, played = [], []
    for name in [each.removeprefix(SEAT) for each in request.cookies if each.startswith(SEAT)][
        : -MINE - 1 : -1
    ]:
        try:
            table = table_in(request, name)
            seat = table.seat_of(request.cookies[f"{SEAT}{name}"])
        except TableError:
            continue
        if not table.session.ended:
            pov = table.session.pov(seat)
            others = opponents(table.session.players, seat)
            tables.append((f"/t/{name}", f"{title_of(pov.state.game.name)}, {others}: {pov.moment()}"))
        played += [
            (f"/t/{name}/games/{number}", _result(record, seat))
            for number, record in [*enumerate(table.games, 1)][::-1]
        ]
    shown = games(lobby_of(request).bots)
    progress = await asyncio.to_thread(progress_in, request)
    last = {
        game.name: parse_qs(request.cookies.get(f"{LAST}{game.name}", ""), keep_blank_values=True)
        for game in shown
    }
    site = request.app.state.get("site")
    league = None if site is None else site.contest.game
    return html(home(frame_of(request), shown, tables, played[:MINE], last, progress, league))


def _result(text: str, seat: int | None) -> str:
    """Return a game that is over in a line for a seat."""
    record = Record.from_json(text)
    notes, game = Notebook.of(record), find_game(record.deal, GAMES).name
    rank = None if record.ranks is None or seat is None else record.ranks[seat]
    return result_line(notes.date, game, record.seats, notes.ended(record), rank, seat)


@post("/", status_code=303, middleware=OPENING)
async def open_table(request: Asked, data: Annotated[Opening, FORM]) -> Redirect:
    """Open a table, and lead who opens it to the first seat of a person."""
    if data.lesson:
        opened = lobby_of(request).open_guided(data.game, data.lesson, address_of(request))
        return _to_seat(request, opened, key_of_person(request))
    seats = [data.seat] if isinstance(data.seat, str) else data.seat
    options = [data.option] if isinstance(data.option, str) else data.option
    named = tuple(filter(None, seats))
    if not named and data.game in GAMES:
        named = ("human", *[f"level={FIRST}"] * (min(GAMES[data.game].notation.seat_counts) - 1))
    asked = NewTable(
        game=data.game,
        variant=None if data.variant is UNSET else data.variant,
        options=tuple(options),
        seats=named,
        clock=data.clock or None,
        help=not seats or bool(data.help),
        watch=not seats or bool(data.watch),
    )
    table = lobby_of(request).open(asked, address_of(request))
    chosen = urlencode(
        {name: value for name, value in to_builtins(data).items() if value and name != "game"}, doseq=True
    )
    # One click on a game chooses nothing.
    keeps = seats and len(chosen) <= LONGEST
    last = cookie(request, f"{LAST}{data.game}", quote(chosen))
    return _to_seat(request, table, [last] if keeps else [])


def _to_seat(request: Asked, table: ServedTable, cookies: list[Cookie]) -> Redirect:
    """Lead who opens a table to the first seat of a person."""
    key = next((seat.key for seat in table.setup.seats if seat.key), "")
    return led_to(request, f"/t/{table.name}{f'?key={key}' if key else ''}", *cookies)


@get("/t/{table:str}", opt=DRAWN)
async def show(
    request: Asked, table: str, key: QueryKey = None, chosen: Chosen = None, at: Back = None
) -> Response[bytes] | Redirect:
    """Show a table; the first visit with a key binds the seat to a cookie."""
    served = table_in(request, table)
    if key is not None:
        served.seat_with(key)
        return led_to(request, f"/t/{table}", cookie(request, f"{SEAT}{table}", key))
    seat = seat_in(request, served)
    names = tuple(chosen or ())
    # Clocks run: with them a page is good for a second.
    moment = int(time.monotonic()) if served.session.notes.clock.limited else 0
    frame, still = frame_of(request), served.still()
    review = review_in(request, served) if served.session.ended else None
    page = "page", frame.server, frame.ground, table, served.version, moment, seat, names, at, review is None
    return await drawn(
        request, page, lambda: TablePage(frame, still, seat, names, at).page(None, "", review), "text/html"
    )


def review_in(
    request: Asked, table: ServedTable, number: int = 0, *, mistakes: bool = False
) -> GameReview | None:
    """Return the review of a game at a table, counted from 1 or the last one; None while it is written.

    It may have the mistakes instead of the page. Raise 404 if there is no such game.
    """
    games = table.games
    number = number or len(games)
    if not 1 <= number <= len(games):
        raise TableError(404, "there is no such game, or it is not over yet")
    frame = frame_of(request)
    back = f"{frame.base}/t/{table.name}"
    page = f"{back}/games/{number}"
    job = ReviewJob(games[number - 1], spoken(), frame.base, frame.server, page, back, mistakes=mistakes)
    return lobby_of(request).reviews.get(job, address_of(request), table.changed)


@get("/t/{table:str}/games/{number:int}", opt=DRAWN)
async def show_review(request: Asked, table: str, number: int) -> Response[bytes] | Response[str]:
    """Show the review of a game that is over; while it is written, a page that loads itself again."""
    served = table_in(request, table)
    seat_in(request, served)
    return reviewed(request, review_in(request, served, number))


@post("/t/{table:str}", status_code=200, opt=DRAWN)
async def act(request: Asked, table: str, data: Annotated[Posted, FORM]) -> Response[bytes] | Redirect:
    """Do what a form asks; what is refused is said on the page."""
    served = table_in(request, table)
    seat = seat_in(request, served)
    hint, wrong, said, step = None, None, "", served.course.current
    try:
        if seat is None or data.token != served.token_of(seat):
            raise TableError(403, "this page is of another seat: load it again")
        if data.action == "move":
            said = served.move(seat, data.ply, data.move)
        elif data.action == "hint":
            hint = await hint_for(request, served, seat)
        elif data.action == ONWARD:
            said = served.onward()
        else:
            do(served, seat, data.action)
    except TableError as error:
        wrong, said = error, reason_of(error)
    if step is not None and served.course.current is None:
        await asyncio.to_thread(note_lesson, request, served.course)
    if hint is None and not said:
        return led_to(request, f"/t/{table}")
    frame, still = frame_of(request), served.still()
    answer = await drawn(
        request,
        None,
        lambda: TablePage(frame, still, seat, ()).page(hint, said, wrong=wrong is not None),
        "text/html",
    )
    answer.status_code = 200 if wrong is None else wrong.status
    return answer


@get("/t/{table:str}/news")
async def news(request: Asked, table: str) -> ServerSentEvent:
    """Tell at once and at every change that the page is old."""
    served = table_in(request, table)

    def message() -> ServerSentEventMessage | None:
        if served.broken:
            return None
        ply = str(served.session.history.state.ply)
        return ServerSentEventMessage(event="changed", id=served.version, data=ply)

    return stream(request, served.watching(seat_in(request, served)), message)


@get("/t/{table:str}/picture.svg", opt=DRAWN)
async def picture(request: Asked, table: str) -> Response[bytes]:
    """Return the picture of a whole table."""
    served = table_in(request, table)
    seat = seat_in(request, served)
    pov = pov_of(served, seat)
    # All that is drawn, and no more: those who see the same share the picture.
    key = "picture", pov.view.deal, pov.view.texts, pov.players, seat
    try:
        return await drawn(
            request, key, partial(picture_of, pov), "image/svg+xml", Content_Security_Policy=PICTURE
        )
    except NoPicture:
        raise TableError(404, "this game has no picture") from None


@get("/picture/{game:str}", opt=DRAWN)
async def sample(request: Asked, game: str) -> Response[bytes]:
    """Return the picture of a game in the home."""
    if game not in GAMES:
        raise TableError(404, "there is no such file")
    return await drawn(
        request,
        ("sample", game),
        partial(sample_picture, game),
        "image/svg+xml",
        Cache_Control=KEPT,
        Content_Security_Policy=PICTURE,
    )


PAGES = Router(
    "/",
    route_handlers=[show_home, open_table, show, show_review, act, news, picture, sample],
    include_in_schema=False,
)
