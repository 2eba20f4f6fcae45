"""The JSON interface: requests of programs, and what they are answered; `/api/openapi.json` describes it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import Meta

from urbanist.bots.server.lobby import STREAMS, Lobby, NewTable, called
from urbanist.bots.server.table import AGAIN, UNDO, ServedTable, TableError
from urbanist.bots.server.view import GameInfo, TableView, games, view_of
from urbanist.bots.table.session.advice import best

#: Seconds after which a stream that has nothing to tell sends a comment.
BEAT = 14.0

Key = Annotated[str, Meta(max_length=100)]
QueryKey = Annotated[str | None, Parameter(query="key", description="the key of a seat", max_length=100)]
Served = Request[None, None, State]


class ErrorAnswer(msgspec.Struct, frozen=True):
    """Why a request was refused, in one line."""

    error: str


class OpenedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a new table: who sits there; for a person the key, and the link that opens the seat in a browser."""

    seat: int
    who: str
    key: str = ""
    link: str = ""


class OpenedTable(msgspec.Struct, frozen=True):
    """A new table: its name, its seats, and the address for spectators."""

    table: str
    seats: tuple[OpenedSeat, ...]
    watch: str


class KeyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a seat; the key may stand in the query or in the header `Authorization: Bearer` too."""

    key: Key = ""


class MoveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move in notation, at the ply at which it was chosen."""

    ply: int
    move: Annotated[str, Meta(max_length=200)]
    key: Key = ""


class Idea(msgspec.Struct, frozen=True):
    """A move that a search thinks good, what it promises, why, and what it expects to follow."""

    move: str
    win_share: float
    points: tuple[float, ...]
    reason: str
    line: tuple[str, ...]


class HintAnswer(msgspec.Struct, frozen=True):
    """The moves of a hint, the best one first."""

    ideas: tuple[Idea, ...]


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Return what OpenAPI says of the errors of a request, beside those of all requests."""
    said = {
        400: "malformed",
        403: "not yours to do, or not yet",
        404: "no such thing",
        409: "the table has moved on",
        413: "too long",
        422: "against the rules, with the reason",
        429: "too many",
    }
    return {
        status: ResponseSpec(ErrorAnswer, description=said[status], generate_examples=False)
        for status in (400, 404, 413, 429, *statuses)
    }


def lobby_of(request: Served) -> Lobby:
    """Return the tables of the server."""
    lobby: Lobby = request.app.state.lobby
    return lobby


def key_of(request: Served, *given: str | None) -> str | None:
    """Return the first key of a request: that of its header, or one that is given."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    return next(filter(None, [bearer if scheme == "Bearer" else "", *given]), None)


@get("/games", summary="The games", sync_to_thread=False)
def list_games() -> list[GameInfo]:
    """Return what can be played."""
    return games()


@post("/tables", summary="Open a table", responses=refusals())
async def open_table(request: Served, data: NewTable) -> OpenedTable:
    """Open a table; who opens it gets the keys of all people, and gives them away."""
    return opened(lobby_of(request).open(data), request.app.state.base)


def opened(table: ServedTable, base: str) -> OpenedTable:
    """Return what who opens a table is told."""
    watch = f"{base}/t/{table.name}"
    seats = tuple(
        OpenedSeat(number, called(seat.player), seat.key, f"{watch}?key={seat.key}" if seat.key else "")
        for number, seat in enumerate(table.setup.seats)
    )
    return OpenedTable(table.name, seats, watch)


@get("/tables/{table:str}", summary="Look", responses=refusals(403))
async def look(request: Served, table: str, key: QueryKey = None) -> TableView:
    """Return a table as the seat of the key sees it; without a key as a spectator does."""
    found = lobby_of(request).table(table)
    seat = found.seat_of(key_of(request, key))
    if seat is not None:
        found.greet(seat)
    return view_of(found, seat)


@post("/tables/{table:str}/moves", status_code=200, summary="Move", responses=refusals(403, 409, 422))
async def move(request: Served, table: str, data: MoveRequest, key: QueryKey = None) -> TableView:
    """Play a move of the seat of the key, and return the view after it."""
    found = lobby_of(request).table(table)
    seat = found.seat_with(key_of(request, data.key, key))
    found.move(seat, data.ply, data.move)
    return view_of(found, seat)


@post("/tables/{table:str}/hint", status_code=200, summary="Get a hint", responses=refusals(403))
async def hint(request: Served, table: str, data: KeyRequest, key: QueryKey = None) -> HintAnswer:
    """Return good moves for the seat of the key, which is to move."""
    found = lobby_of(request).table(table)
    return await hint_for(found, found.seat_with(key_of(request, data.key, key)))


async def hint_for(table: ServedTable, seat: int) -> HintAnswer:
    """Return good moves for a seat."""
    answer, view = await table.hint(seat)
    result, state = answer.result(view), view.bare_state()
    shown = best(result, seat)
    explain = table.session.table.explain
    ideas = (
        Idea(
            str(each.move),
            each.value,
            each.points,
            explain(state, each.move),
            tuple(map(str, result.pv)) if each.move == result.move else (str(each.move),),
        )
        for each in shown
    )
    return HintAnswer(
        tuple(ideas) or (Idea(str(result.move), 0.0, (), explain(state, result.move), (str(result.move),)),)
    )


@post(
    "/tables/{table:str}/{action:str}",
    status_code=200,
    summary="Undo, resign, play again, relieve",
    responses=refusals(403),
)
async def act(
    request: Served, table: str, action: str, data: KeyRequest, key: QueryKey = None
) -> Response[TableView]:
    """Do what is asked; 202 where other people have to agree first: then their views say so in `wishes`."""
    found = lobby_of(request).table(table)
    seat = found.seat_with(key_of(request, data.key, key))
    done = do(found, seat, action)
    return Response(view_of(found, seat), status_code=200 if done else 202)


def do(table: ServedTable, seat: int, action: str) -> bool:
    """Do what a seat asks; return False if other people have to agree first. Raise 404 for an unknown action."""
    if action == UNDO:
        return table.undo(seat)
    if action == AGAIN:
        return table.again(seat)
    if action == "resign":
        table.resign(seat)
    elif action == "relieve":
        table.relieve(seat)
    else:
        raise TableError(404, "there is no such action: undo, resign, again, relieve, hint and moves are")
    return True


@get("/tables/{table:str}/record", summary="The record", responses=refusals(403))
async def record(request: Served, table: str, key: QueryKey = None) -> Response[bytes]:
    """Return the record of a game that is over, as `urbanist verify` reads it."""
    found = lobby_of(request).table(table)
    found.seat_of(key_of(request, key))
    return Response(found.record().encode(), media_type="application/json")


@get("/tables/{table:str}/news", summary="A stream of views", responses=refusals(403))
async def news(request: Served, table: str, key: QueryKey = None) -> ServerSentEvent:
    """Stream the view at once and at every change, as events of the kind `view` whose ids are plies."""
    lobby = lobby_of(request)
    found = lobby.table(table)
    seat = found.seat_of(key_of(request, key))

    if lobby.streams >= STREAMS:
        raise TableError(429, f"{STREAMS} streams are open: no more are until some end")

    async def told() -> AsyncIterator[ServerSentEventMessage]:
        async for changed in changes(lobby, found, seat):
            view = view_of(found, seat) if changed else None
            yield (
                beat()
                if view is None
                else ServerSentEventMessage(
                    event="view", id=view.ply, data=msgspec.json.encode(view).decode()
                )
            )

    return ServerSentEvent(told())


def beat() -> ServerSentEventMessage:
    """Return a comment, which tells proxies and browsers that a stream lives."""
    return ServerSentEventMessage(data=None, comment="still here")


async def changes(lobby: Lobby, table: ServedTable, seat: int | None) -> AsyncIterator[bool]:
    """Yield True at once and at every change of a table, and False after each time without any; end with the server."""
    with table.watching(seat) as changed:
        changed.set()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await changed.wait()
            if lobby.closing or table.broken:
                return
            told = changed.is_set()
            changed.clear()
            yield told


API = Router(
    "/api", route_handlers=[list_games, open_table, look, move, hint, act, record, news], tags=["tables"]
)
