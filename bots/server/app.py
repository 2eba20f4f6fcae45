"""The web application: its parts, who may ask, how much an address may ask, and errors as one line of JSON."""

import ipaddress
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from urbanist.bots.server.api import API, ErrorAnswer
from urbanist.bots.server.lobby import Lobby
from urbanist.bots.server.store import TableStoreError
from urbanist.bots.server.table import TableError
from urbanist.bots.server.web import PAGES, Asked, html, language_of, writer_of
from urbanist.bots.table.kit.language import reason_of, speaking
from urbanist.engine.printable import one_line

#: Requests a minute of an address, new tables of it, and the bytes of a request.
REQUESTS, OPENED, LONGEST = 3000, 120, 64 * 1024


def application(lobby: Lobby, origin: str) -> Litestar:
    """Return the application for some tables; `origin` is the address under which the world sees it, or empty."""
    world = urlsplit(origin)

    @asynccontextmanager
    async def opened(app: Litestar) -> AsyncIterator[None]:
        app.state.lobby, app.state.base = lobby, world.path.rstrip("/")
        app.state.secure = world.scheme == "https"
        async with lobby:
            yield

    async def check(request: Asked) -> None:
        host = request.headers.get("host", "")
        if not is_ours(host, world.netloc):
            raise TableError(
                403, f"this server is not {one_line(host)[:80] or 'nameless'}: --origin names its address"
            )
        source = request.headers.get("origin")
        if (
            request.method != "GET"
            and source is not None
            and urlsplit(source).netloc not in (host, world.netloc)
        ):
            raise TableError(403, "the request comes from a page of another server")

    return Litestar(
        [API, PAGES],
        lifespan=[opened],
        before_request=check,
        middleware=[
            RateLimitConfig(("minute", REQUESTS), set_rate_limit_headers=False).middleware,
            RateLimitConfig(
                ("minute", OPENED),
                store="opened",
                set_rate_limit_headers=False,
                check_throttle_handler=lambda request: (
                    request.method == "POST" and request.url.path.endswith("/tables")
                ),
            ).middleware,
        ],
        compression_config=CompressionConfig("gzip", gzip_compress_level=6, exclude=["/news$"]),
        exception_handlers={
            HTTPException: _refused,
            TableError: _refused,
            TableStoreError: _broken,
            Exception: _broken,
        },
        openapi_config=OpenAPIConfig(
            "urbanist serve", "1", path="/api/openapi.json", render_plugins=[JsonRenderPlugin(path="/")]
        ),
        request_max_body_size=LONGEST,
        logging_config=None,
    )


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
    status = int(getattr(error, "status", 0) or getattr(error, "status_code", 500))
    detail = getattr(error, "detail", str(error))
    extra = getattr(error, "extra", None)
    if isinstance(extra, list) and extra:
        detail = "; ".join(f"{each.get('key', 'body')}: {each.get('message')}" for each in extra)
    if request.url.path.startswith("/api"):
        return Response(ErrorAnswer(one_line(detail)), status_code=status)
    with speaking(language_of(request)):
        return html(writer_of(request).error(one_line(detail)), status)


def _broken(_: Asked, error: Exception) -> Response[ErrorAnswer]:
    """Return that something is wrong here, without the reason where it could be a secret."""
    if isinstance(error, TableStoreError):
        return Response(ErrorAnswer(reason_of(error)), status_code=503)
    traceback.print_exception(error)
    return Response(ErrorAnswer("the server has failed"), status_code=500)
