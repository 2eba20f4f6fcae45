"""The pages over HTTP: who asks is known by a cookie a seat, and what changes something needs the token of a page."""

from collections.abc import AsyncIterator
from typing import Annotated
from urllib.parse import urlsplit

from litestar import Request, Response, Router, get, post
from litestar.datastructures import Cookie, State
from litestar.enums import RequestEncodingType
from litestar.params import Body, Parameter
from litestar.response import Redirect, ServerSentEvent, ServerSentEventMessage
from msgspec import UNSET, Struct, UnsetType

from urbanist.bots.server.api import beat, changes, do, hint_for, lobby_of
from urbanist.bots.server.lobby import STREAMS, NewTable, called
from urbanist.bots.server.pages import (
    CHOSEN,
    FIRST,
    POLICY,
    PageWriter,
    picture_of,
    sample_picture,
    script,
    style,
)
from urbanist.bots.server.table import ServedTable, TableError
from urbanist.bots.server.view import games
from urbanist.bots.table import NoPicture, title_of
from urbanist.bots.table.kit.language import LANGUAGES, speaking
from urbanist.engine import GAMES

#: The beginning of the names of cookies with the key of a seat, and the cookie of the language.
SEAT, LANGUAGE = "seat_", "language"
#: Seconds for which a browser keeps a seat, and what never changes under its address.
YEAR = 365 * 24 * 3600
#: The tables that the home lists.
MINE = 12
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f6f94"/>'
    '<path d="M6 27V15h6v12zM13 27V6h7v21zM21 27V11h5v16z" fill="#fbf9f4"/></svg>'
)

Asked = Request[None, None, State]
Chosen = Annotated[list[str] | None, Parameter(query=CHOSEN, max_items=4)]
QueryKey = Annotated[str | None, Parameter(query="key", max_length=100)]


class Posted(Struct):
    """The form of a table."""

    action: str
    token: str = ""
    ply: int = -1
    move: str = ""


class Opening(Struct):
    """The form of a game in the home."""

    game: str
    variant: str | UnsetType = UNSET
    option: list[str] | str = ()  # type: ignore[assignment]  # one that is repeated comes as a list
    seat: list[str] | str = ()  # type: ignore[assignment]
    clock: str = ""
    help: str = ""
    watch: str = ""


Form = Body(media_type=RequestEncodingType.URL_ENCODED)


def html(text: str, status: int = 200, cookies: list[Cookie] | None = None) -> Response[str]:
    """Return a page."""
    return Response(text, status_code=status, media_type="text/html", headers=HEADERS, cookies=cookies)


def language_of(request: Asked) -> str:
    """Return the language of who asks: that of the cookie, or the first of the browser's that there is."""
    if (kept := request.cookies.get(LANGUAGE)) in LANGUAGES:
        return str(kept)
    wanted = (
        part.split(";")[0].strip()[:2] for part in request.headers.get("accept-language", "").split(",")
    )
    return next((code for code in wanted if code in LANGUAGES), "en")


def writer_of(request: Asked) -> PageWriter:
    """Return what writes pages for a request."""
    return PageWriter(request.app.state.base)


def seat_in(request: Asked, table: ServedTable) -> int | None:
    """Return the seat whose cookie is sent; None for a spectator."""
    key = request.cookies.get(f"{SEAT}{table.name}")
    seat = table.seat_of(key)
    if seat is not None:
        table.greet(seat)
    return seat


@get("/")
async def home(request: Asked) -> Response[str]:
    """Show the home."""
    lobby = lobby_of(request)
    with speaking(language_of(request)):
        mine = []
        for name in [each.removeprefix(SEAT) for each in request.cookies if each.startswith(SEAT)][-MINE:]:
            try:
                table = lobby.table(name)
                seat = table.seat_of(request.cookies[f"{SEAT}{name}"])
            except TableError:
                continue
            pov = table.session.pov(seat)
            others = ", ".join(
                called(player) for each, player in enumerate(table.session.players) if each != seat
            )
            mine.append((name, f"{title_of(pov.state.game.name)}, {others}: {pov.moment()}"))
        return html(writer_of(request).home(games(), mine[::-1]))


@post("/", status_code=303)
async def open_table(request: Asked, data: Annotated[Opening, Form]) -> Redirect:
    """Open a table, and lead who opens it to the first seat of a person."""
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
    table = lobby_of(request).open(asked)
    key = next((seat.key for seat in table.setup.seats if seat.key), "")
    return Redirect(f"{request.app.state.base}/t/{table.name}{f'?key={key}' if key else ''}", status_code=303)


@get("/language/{code:str}")
async def choose_language(request: Asked, code: str) -> Redirect:
    """Keep a language, and lead back to where the link was, or home."""
    if code not in LANGUAGES:
        raise TableError(404, "there is no such language")
    base = request.app.state.base
    came = urlsplit(request.headers.get("referer", "")).path
    back = came if came.startswith(f"{base}/t/") else f"{base}/"
    return Redirect(
        back,
        status_code=303,
        cookies=[Cookie(LANGUAGE, value=code, path=f"{base}/", max_age=YEAR, samesite="lax")],
    )


@get("/t/{table:str}")
async def show(
    request: Asked, table: str, key: QueryKey = None, chosen: Chosen = None
) -> Response[str] | Redirect:
    """Show a table; the first visit with a key binds the seat to a cookie."""
    found = lobby_of(request).table(table)
    if key is not None:
        found.seat_with(key)
        base = request.app.state.base
        cookie = Cookie(
            f"{SEAT}{table}",
            value=key,
            path=f"{base}/",
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=request.app.state.secure,
        )
        return Redirect(f"{base}/t/{table}", status_code=303, cookies=[cookie])
    with speaking(language_of(request)):
        return html(writer_of(request).table(found, seat_in(request, found), chosen or (), None, ""))


@post("/t/{table:str}", status_code=200)
async def act(request: Asked, table: str, data: Annotated[Posted, Form]) -> Response[str] | Redirect:
    """Do what a form asks; what is refused is said on the page."""
    found = lobby_of(request).table(table)
    seat = seat_in(request, found)
    hint, wrong = None, None
    try:
        if seat is None or data.token != found.token_of(seat):
            raise TableError(403, "this page is of another seat: load it again")
        with speaking(language_of(request)):
            if data.action == "move":
                found.move(seat, data.ply, data.move)
            elif data.action == "hint":
                hint = await hint_for(found, seat)
            else:
                do(found, seat, data.action)
    except TableError as error:
        wrong = error
    if hint is None and wrong is None:
        return Redirect(f"{request.app.state.base}/t/{table}", status_code=303)
    with speaking(language_of(request)):
        text = writer_of(request).table(found, seat, (), hint, "" if wrong is None else str(wrong))
    return html(text, 200 if wrong is None else wrong.status)


@get("/t/{table:str}/news")
async def news(request: Asked, table: str) -> ServerSentEvent:
    """Tell at once and at every change that the page is old."""
    lobby = lobby_of(request)
    found = lobby.table(table)
    seat = seat_in(request, found)
    if lobby.streams >= STREAMS:
        raise TableError(429, f"{STREAMS} streams are open: no more are until some end")

    async def told() -> AsyncIterator[ServerSentEventMessage]:
        async for changed in changes(lobby, found, seat):
            told = str(found.session.history.state.ply)
            yield ServerSentEventMessage(event="changed", id=found.version, data=told) if changed else beat()

    return ServerSentEvent(told())


@get("/t/{table:str}/picture.svg")
async def picture(request: Asked, table: str) -> Response[str]:
    """Return the picture of a whole table."""
    found = lobby_of(request).table(table)
    with speaking(language_of(request)):
        try:
            drawn = picture_of(found, seat_in(request, found))
        except NoPicture:
            raise TableError(404, "this game has no picture") from None
    own = HEADERS | {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(drawn, media_type="image/svg+xml", headers=own)


@get("/static/{name:str}")
async def static(name: str) -> Response[str]:
    """Return the style, the script, the sign of the pages, and the pictures of the home."""
    game = name.removesuffix(".svg")
    if name == "page.css":
        text, kind = style(), "text/css"
    elif name == "page.js":
        text, kind = script(), "text/javascript"
    elif name == "icon.svg":
        text, kind = ICON, "image/svg+xml"
    elif game in GAMES and game != name:
        text, kind = sample_picture(game), "image/svg+xml"
    else:
        raise TableError(404, "there is no such file")
    return Response(
        text,
        media_type=kind,
        headers={"Cache-Control": f"public, max-age={YEAR}", "X-Content-Type-Options": "nosniff"},
    )


PAGES = Router(
    "/",
    route_handlers=[home, open_table, choose_language, show, act, news, picture, static],
    include_in_schema=False,
)
