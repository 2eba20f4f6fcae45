"""Who asks: the address, the language, and how much of the server an address may use at a time."""

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from litestar import Request
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.middleware.rate_limit import DurationUnit, RateLimitConfig
from litestar.types import ASGIApp, Receive, Scope, Send

from urbanist.bots.server.table import TableError
from urbanist.bots.table.kit.language import LANGUAGES, speaking

#: The cookie of the language.
LANGUAGE = "language"
#: What an address may use at a time.
STREAMS, HINTS, WRITING = "streams", "hints", "pages"
MOST = {STREAMS: 100, HINTS: 3, WRITING: 10}

Asked = Request[None, None, State]


def language_of(request: Asked) -> str:
    """Return the language of who asks: that of the cookie, or the first of the browser's that there is."""
    if (kept := request.cookies.get(LANGUAGE)) in LANGUAGES:
        return str(kept)
    wanted = (
        part.split(";")[0].strip()[:2] for part in request.headers.get("accept-language", "").split(",")
    )
    return next((code for code in wanted if code in LANGUAGES), "en")


def address_of(request: Asked) -> str:
    """Return the address of who asks, by which all is limited; empty for this machine alone, which has no limits.

    Where another server stands before this one, all requests come from this machine, and none of them is exempt. One
    customer has all addresses of IPv6 that begin with the same 64 bits.
    """
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host or "unknown"
    if address.is_loopback and not request.app.state.proxied:
        return ""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


def limit(name: str, unit: DurationUnit, most: int) -> RateLimitConfig:
    """Return the limit of an address for requests; those of one name are counted together."""
    return RateLimitConfig(
        (unit, most),
        store=name,
        set_rate_limit_headers=False,
        identifier_for_request=address_of,
        check_throttle_handler=_is_limited,
    )


async def _is_limited(request: Asked) -> bool:
    """Return whether a limit holds for who asks; a coroutine, as the library calls all else in a thread."""
    return bool(address_of(request))


class AddressUsage:
    """What addresses use at a time, by what it is."""

    def __init__(self) -> None:
        self._used: Counter[tuple[str, str]] = Counter()

    def check(self, address: str, what: str) -> None:
        """Raise 429 if an address has as many of something as it may have."""
        if address and self._used[address, what] >= MOST[what]:
            raise TableError(
                429, "your address has {n} requests of this kind already: wait until one ends", n=MOST[what]
            )

    @contextmanager
    def used(self, address: str, what: str) -> Iterator[None]:
        """Count a use until the block ends; raise 429 if there are too many."""
        self.check(address, what)
        self._used[address, what] += 1
        try:
            yield
        finally:
            self._used[address, what] -= 1
            if not self._used[address, what]:
                del self._used[address, what]


def usage_of(request: Asked) -> AddressUsage:
    """Return what addresses use at a time."""
    usage: AddressUsage = request.app.state.usage
    return usage


class SpokenLanguage(ASGIMiddleware):
    """Lets all that is written for a request be in the language of who asks."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Answer a request in its language."""
        with speaking(language_of(Request(scope))):
            await next_app(scope, receive, send)
