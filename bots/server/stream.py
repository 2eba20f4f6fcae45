"""Streams of news (server-sent events), one for each who watches, until that one leaves or the server ends."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, suppress

from litestar.response import ServerSentEvent, ServerSentEventMessage

from urbanist.bots.server.client import STREAMS, Asked, address_of, usage_of
from urbanist.bots.server.table import TableError

#: Streams of all addresses, and seconds after which one that has nothing to tell sends a comment.
MOST, BEAT = 900, 14.0
BEATING = ServerSentEventMessage(data=None, comment="still here")


class Streams:
    """The open streams of a server."""

    def __init__(self) -> None:
        self.open = set[asyncio.Event]()
        self.ended = False

    def end(self) -> None:
        """Let all of them end, because the server does."""
        self.ended = True
        for changed in self.open:
            changed.set()


def stream(
    request: Asked,
    watching: AbstractContextManager[asyncio.Event],
    message: Callable[[], ServerSentEventMessage | None],
) -> ServerSentEvent:
    """Return a stream that sends a message at once, and whenever the event is set that is watched; None ends it.

    Raise 429 if there are too many.
    """
    streams: Streams = request.app.state.streams
    if len(streams.open) >= MOST:
        raise TableError(429, "{n} streams are open: no more are until some end", n=MOST)
    usage, address = usage_of(request), address_of(request)
    usage.check(address, STREAMS)

    async def told() -> AsyncIterator[ServerSentEventMessage]:
        with usage.used(address, STREAMS), watching as changed:
            streams.open.add(changed)
            try:
                changed.set()
                while True:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(BEAT):
                            await changed.wait()
                    said: ServerSentEventMessage | None = BEATING
                    if changed.is_set():
                        changed.clear()
                        said = message()
                    if streams.ended or said is None:
                        return
                    yield said
            finally:
                streams.open.discard(changed)

    return ServerSentEvent(told())
