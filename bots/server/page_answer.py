"""How pages, pictures and the files of pages are answered, and the language in which."""

import gzip
from collections.abc import Callable, Hashable
from typing import Annotated
from urllib.parse import urlsplit

from litestar import Response, Router, get
from litestar.datastructures import Cookie
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect

from urbanist.bots.server.board_page import BACK, CHOSEN
from urbanist.bots.server.client import LANGUAGE, WRITING, Asked, address_of, usage_of
from urbanist.bots.server.page_frame import POLICY, PageFrame, files
from urbanist.bots.server.review import GameReview
from urbanist.bots.server.table import TableError
from urbanist.bots.table.kit.language import LANGUAGES, tr
from urbanist.bots.table.kit.language import chosen as spoken

#: Seconds for which a browser keeps a seat, and what never changes under its address; how it is told the second.
YEAR = 365 * 24 * 3600
KEPT = f"public, max-age={YEAR}"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
#: What a picture may load.
PICTURE = "default-src 'none'; style-src 'unsafe-inline'"
#: The parts of a move that are chosen, and the event at which a page looks back.
Chosen = Annotated[list[str] | None, QueryParameter(name=CHOSEN, max_items=4)]
Back = Annotated[int | None, QueryParameter(name=BACK, ge=0, le=10_000)]
#: A body that a form of a page sends.
FORM = Body(media_type=RequestEncodingType.URL_ENCODED)
#: What is sent compressed already.
DRAWN = {"drawn": True}


def cookie(request: Asked, name: str, value: str) -> Cookie:
    """Return a cookie that a browser keeps for a year and tells no script."""
    state = request.app.state
    return Cookie(
        name,
        value=value,
        path=f"{state.base}/",
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=state.secure,
    )


def led_to(request: Asked, path: str, *cookies: Cookie) -> Redirect:
    """Lead who asks to another page of the server."""
    return Redirect(f"{request.app.state.base}{path}", status_code=303, cookies=[*cookies])


def html(text: str, status: int = 200, cookies: list[Cookie] | None = None) -> Response[str]:
    """Return a page."""
    return Response(text, status_code=status, media_type="text/html", headers=HEADERS, cookies=cookies)


async def drawn(
    request: Asked, key: Hashable, draw: Callable[[], str], media_type: str, **headers: str
) -> Response[bytes]:
    """Return what a function draws; with a key it is drawn once for all who ask for the same in the same language."""
    cache = request.app.state.cache
    with usage_of(request).used(address_of(request), WRITING):
        made = await (cache.fresh(draw) if key is None else cache.get((spoken(), key), draw))
    return sent(request, made, media_type, **headers)


def sent(request: Asked, made: bytes, media_type: str, **headers: str) -> Response[bytes]:
    """Return what is compressed already."""
    told = (
        HEADERS
        | {name.replace("_", "-"): value for name, value in headers.items()}
        | {"Vary": "Accept-Encoding"}
    )
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(made, media_type=media_type, headers=told | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(made), media_type=media_type, headers=told)


def being_written(request: Asked, said: str) -> Response[str]:
    """Return a page that says a line and loads itself again, until what it stands for is there."""
    told = html(frame_of(request).notice(said))
    told.headers["Refresh"] = "1"
    return told


def reviewed(request: Asked, review: GameReview | None) -> Response[bytes] | Response[str]:
    """Return the page of a review; while it is written, one that loads itself again."""
    if review is None:
        return being_written(request, tr("The review of this game is being written …"))
    return sent(request, review.page, "text/html")


def frame_of(request: Asked) -> PageFrame:
    """Return the frame of the pages for a request."""
    host = request.headers.get("host", "")
    ground = request.headers.get("ground", "")
    return PageFrame(request.app.state.base, request.app.state.world or f"http://{host}", ground)


@get("/language/{code:str}")
async def choose_language(request: Asked, code: str) -> Redirect:
    """Keep a language, and lead back to where the link was, or home."""
    if code not in LANGUAGES:
        raise TableError(404, "there is no such language")
    base = request.app.state.base
    came = urlsplit(request.headers.get("referer", "")).path
    back = came.removeprefix(base) if came.startswith(f"{base}/t/") else "/"
    return led_to(request, back, cookie(request, LANGUAGE, code))


@get("/static/{name:str}")
async def static(name: str) -> Response[str]:
    """Return a file of the pages."""
    if name not in files():
        raise TableError(404, "there is no such file")
    text, kind = files()[name]
    return Response(
        text, media_type=kind, headers={"Cache-Control": KEPT, "X-Content-Type-Options": "nosniff"}
    )


FILES = Router("/", route_handlers=[choose_language, static], include_in_schema=False)
