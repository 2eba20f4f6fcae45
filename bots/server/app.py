"""The web application: its parts, who may ask, how much an address may ask, and errors in one line."""

import asyncio
import ipaddress
import traceback
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.stores.memory import MemoryStore
from litestar.stores.registry import StoreRegistry
from litestar.types import ControllerRouterHandler

from urbanist.bots.server.api import API, ErrorAnswer
from urbanist.bots.server.client import AddressUsage, Asked, SpokenLanguage, language_of, limit
from urbanist.bots.server.lobby import Lobby
from urbanist.bots.server.mistakes import MISTAKES
from urbanist.bots.server.page_answer import FILES, frame_of, html
from urbanist.bots.server.page_cache import PageCache
from urbanist.bots.server.puzzles import PUZZLES
from urbanist.bots.server.stream import Streams
from urbanist.bots.server.table import TableError
from urbanist.bots.server.web import PAGES
from urbanist.bots.table.kit.language import marked, reason_of, speaking, translated
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.message import UserError
from urbanist.engine.printable import one_line

#: The requests of an address in a second, and the bytes of a request.
REQUESTS, LONGEST = 50, 64 * 1024
#: Seconds between two looks for addresses that ask no more.
SWEEP = 60.0
#: What people are told of the requests that the library refuses.
REFUSED = {
    400: marked("the request is malformed"),
    404: marked("there is no such page"),
    405: marked("this cannot be asked for here"),
    413: marked("the request is too long"),
    429: marked("too many requests: try again later"),
}


@dataclass(frozen=True, slots=True)
class ServedPart:
    """A part of the application: its addresses, and what is open while it is served."""

    handlers: Sequence[ControllerRouterHandler]
    opened: AbstractAsyncContextManager[object]
    #: What its handlers find in the state of the application.
    state: Mapping[str, object] = field(default_factory=dict)


def tables(lobby: Lobby) -> ServedPart:
    """Return the part with the tables of a lobby."""
    return ServedPart([API, PAGES, PUZZLES, MISTAKES], lobby, {"lobby": lobby})


def application(origin: str, *parts: ServedPart) -> Litestar:
    """Return the application of some parts; `origin` is the address under which the world sees it, or empty."""
    world = urlsplit(origin)
    counts: dict[str, MemoryStore] = {}

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(_sweep(counts))
        async with AsyncExitStack() as stack:
            stack.callback(sweeping.cancel)
            stack.callback(app.state.cache.close)
            for part in parts:
                await stack.enter_async_context(part.opened)
            yield

    async def check(request: Asked) -> None:
        host = request.headers.get("host", "")
        if not is_ours(host, world.netloc):
            name = one_line(host)[:80] or "?"
            raise TableError(403, "this server is not {name}: --origin names its address", name=name)
        source = request.headers.get("origin")
        # A page in a sandbox has none, and says `null`.
        ours = {host, world.netloc} - {""}
        if request.method != "GET" and source is not None and urlsplit(source).netloc not in ours:
            raise TableError(403, "the request comes from a page of another server")

    return Litestar(
        [FILES, *(handler for part in parts for handler in part.handlers)],
        state=State(
            {
                "base": world.path.rstrip("/"),
                "secure": world.scheme == "https",
                "proxied": bool(origin),
                "world": f"{world.scheme}://{world.netloc}" if origin else "",
                "usage": AddressUsage(),
                "cache": PageCache(),
                "streams": Streams(),
                **{name: value for part in parts for name, value in part.state.items()},
            }
        ),
        lifespan=[opened],
        before_request=check,
        middleware=[SpokenLanguage(), limit("requests", "second", REQUESTS).middleware],
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=6, exclude=["/news$"], exclude_opt_key="drawn"
        ),
        exception_handlers={
            HTTPException: _refused,
            UserError: _refused,
            OSError: _refused,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            "urbanist serve", "1", path="/api/openapi.json", render_plugins=[JsonRenderPlugin(path="/")]
        ),
        request_max_body_size=LONGEST,
        stores=StoreRegistry(default_factory=lambda name: counts.setdefault(name, MemoryStore())),
        logging_config=None,
    )


async def _sweep(counts: Mapping[str, MemoryStore]) -> None:
    """Forget the counts of addresses that have asked nothing for long."""
    while True:
        await asyncio.sleep(SWEEP)
        for store in [*counts.values()]:
            await store.delete_expired()


def is_ours(host: str, known: str) -> bool:
    """Return whether a header names this server: by an address, as this machine, or by the name that is known.

    A page of a stranger may let its own name lead here (DNS rebinding); then the header has that name.
    """
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or (bool(known) and host == known)
    return True


def _refused(request: Asked, error: Exception) -> Response[ErrorAnswer] | Response[str]:
    """Return why a request was refused, in one line: as JSON, or as a page for people."""
    programs = request.url.path.startswith("/api")
    with speaking(language_of(request)):
        if not isinstance(error, HTTPException):
            # Beside what is asked wrongly, what cannot be read or kept here.
            status, detail = error.status if isinstance(error, TableError) else 503, reason_of(error)
        else:
            status, detail = error.status_code, error.detail
            if isinstance(error.extra, list) and error.extra:
                detail = "; ".join(
                    f"{each.get('key', 'body')}: {each.get('message')}" for each in error.extra
                )
            if status in REFUSED and not programs:
                detail = translated(REFUSED[status])
        if programs:
            return Response(ErrorAnswer(one_line(detail)), status_code=status)
        return html(frame_of(request).error(upper(one_line(detail)) + "."), status)


def _broken(_: Asked, error: Exception) -> Response[ErrorAnswer]:
    """Return that something is wrong here, without the reason, which could be a secret."""
    traceback.print_exception(error)
    return Response(ErrorAnswer("the server has failed"), status_code=500)
