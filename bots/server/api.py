"""The JSON interface: requests of programs, and what they are answered; `/api/openapi.json` describes it."""

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import ServerSentEvent, ServerSentEventMessage
from msgspec import Meta

from urbanist.bots.server.client import HINTS, Asked, address_of, limit, usage_of
from urbanist.bots.server.lobby import Lobby, NewTable, called
from urbanist.bots.server.stream import stream
from urbanist.bots.server.table import AGAIN, UNDO, ServedTable, TableError
from urbanist.bots.server.view import GameInfo, TableView, games, view_of
from urbanist.bots.server.worker import DecisionAnswer
from urbanist.bots.table.session.advice import ideas
from urbanist.bots.table.session.reasons import Reasons
from urbanist.engine.history import View

Key = Annotated[str, Meta(max_length=100)]
QueryKey = Annotated[str | None, QueryParameter(name="key", description="the key of a seat", max_length=100)]
#: How many tables an address opens: in a minute, and in a day.
OPENING = [limit("opened", "minute", 30).middleware, limit("opened in a day", "day", 500).middleware]


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
    """A move that a search thinks good, what it promises, its effect, what speaks for it, and what may follow."""

    move: str
    win_share: float
    points: tuple[float, ...]
    reason: str
    why: str
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


def lobby_of(request: Asked) -> Lobby:
    """Return the tables of the server."""
    lobby: Lobby = request.app.state.lobby
    return lobby


def table_in(request: Asked, name: str) -> ServedTable:
    """Return a table that somebody asks for; raise 404 if there is none."""
    return lobby_of(request).table(name, address_of(request))


def key_of(request: Asked, *given: str | None) -> str | None:
    """Return the first key of a request: that of its header, or one that is given."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    return next(filter(None, [bearer if scheme == "Bearer" else "", *given]), None)


@get("/games", summary="The games", sync_to_thread=False)
def list_games(request: Asked) -> list[GameInfo]:
    """Return what can be played."""
    return games(lobby_of(request).bots)


@post("/tables", summary="Open a table", responses=refusals(), middleware=OPENING)
async def open_table(request: Asked, data: NewTable) -> OpenedTable:
    """Open a table; who opens it gets the keys of all people, and gives them away."""
    return opened(lobby_of(request).open(data, address_of(request)), request.app.state.base)


def opened(table: ServedTable, base: str) -> OpenedTable:
    """Return what who opens a table is told."""
    watch = f"{base}/t/{table.name}"
    seats = tuple(
        OpenedSeat(number, called(seat.player), seat.key, f"{watch}?key={seat.key}" if seat.key else "")
        for number, seat in enumerate(table.setup.seats)
    )
    return OpenedTable(table.name, seats, watch)


@get("/tables/{table:str}", summary="Look", responses=refusals(403))
async def look(request: Asked, table: str, key: QueryKey = None) -> TableView:
    """Return a table as the seat of the key sees it; without a key as a spectator does."""
    served = table_in(request, table)
    seat = served.seat_of(key_of(request, key))
    if seat is not None:
        served.greet(seat)
    return view_of(served, seat)


@post("/tables/{table:str}/moves", status_code=200, summary="Move", responses=refusals(403, 409, 422))
async def move(request: Asked, table: str, data: MoveRequest, key: QueryKey = None) -> TableView:
    """Play a move of the seat of the key, and return the view after it."""
    served = table_in(request, table)
    seat = served.seat_with(key_of(request, data.key, key))
    served.move(seat, data.ply, data.move)
    return view_of(served, seat)


@post("/tables/{table:str}/hint", status_code=200, summary="Get a hint", responses=refusals(403))
async def hint(request: Asked, table: str, data: KeyRequest, key: QueryKey = None) -> HintAnswer:
    """Return good moves for the seat of the key, which is to move."""
    served = table_in(request, table)
    seat = served.seat_with(key_of(request, data.key, key))
    return await hint_for(request, served, seat)


async def hint_for(request: Asked, table: ServedTable, seat: int) -> HintAnswer:
    """Return good moves for a seat; raise 429 if the address waits for too many hints."""
    with usage_of(request).used(address_of(request), HINTS):
        return await asyncio.to_thread(hint_of, table, seat, *await table.hint(seat))


def hint_of(table: ServedTable, seat: int, answer: DecisionAnswer, view: View) -> HintAnswer:
    """Return what a search has found for a seat, with the reasons: moves that lead to different things."""
    result, state = answer.result(view), view.bare_state()
    reasons = Reasons.of(table.session.pov(seat).until(len(view.events)))
    moves = ideas(result, reasons, seat)
    explain = table.session.table.explain
    shown = (
        Idea(
            str(each.value.move),
            each.value.value,
            each.value.points,
            explain(state, each.value.move),
            each.why,
            tuple(map(str, result.pv)) if each.value.move == result.move else (str(each.value.move),),
        )
        for each in moves
    )
    only = Idea(str(result.move), 0.0, (), explain(state, result.move), "", (str(result.move),))
    return HintAnswer(tuple(shown) or (only,))


@post(
    "/tables/{table:str}/{action:str}",
    status_code=200,
    summary="Undo, resign, play again, relieve",
    responses=refusals(403),
)
async def act(
    request: Asked, table: str, action: str, data: KeyRequest, key: QueryKey = None
) -> Response[TableView]:
    """Do what is asked; 202 where other people have to agree first: then their views say so in `wishes`."""
    served = table_in(request, table)
    seat = served.seat_with(key_of(request, data.key, key))
    done = do(served, seat, action)
    return Response(view_of(served, seat), status_code=200 if done else 202)


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
async def record(request: Asked, table: str, key: QueryKey = None) -> Response[bytes]:
    """Return the record of a game that is over, as `urbanist verify` reads it."""
    served = table_in(request, table)
    served.seat_of(key_of(request, key))
    return Response(served.record().encode(), media_type="application/json")


@get("/tables/{table:str}/news", summary="A stream of views", responses=refusals(403))
async def news(request: Asked, table: str, key: QueryKey = None) -> ServerSentEvent:
    """Stream the view at once and at every change, as events of the kind `view` whose ids are plies."""
    served = table_in(request, table)
    seat = served.seat_of(key_of(request, key))

    def message() -> ServerSentEventMessage | None:
        if served.broken:
            return None
        view = view_of(served, seat)
        return ServerSentEventMessage(event="view", id=view.ply, data=msgspec.json.encode(view))

    return stream(request, served.watching(seat), message)


API = Router(
    "/api", route_handlers=[list_games, open_table, look, move, hint, act, record, news], tags=["tables"]
)
