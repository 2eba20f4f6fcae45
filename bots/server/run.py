"""The process that serves: its socket, its limits of connections, and its end."""

import asyncio
import os
import resource
import socket
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from urbanist.bots.server.app import ServedPart, application, tables
from urbanist.bots.server.listening import address_of, listening_at
from urbanist.bots.server.lobby import Lobby
from urbanist.bots.server.pool import ThinkingPool, WorkerProcess
from urbanist.bots.server.store import LARGEST, TableStore
from urbanist.bots.server.stream import Streams

#: Seconds for the head of a request to come, and connections of one address and of all.
PATIENCE, AN_ADDRESS, ALL = 10.0, 300, 2000
#: Descriptors beside connections: files, pipes to processes, and connections that are accepted and not counted yet.
BESIDE = 100
#: How many connections are accepted before the first of them is counted, and how many wait for that.
ACCEPTED, WAITING = 16, 2048


class Connection(H11Protocol):
    """A connection that is ended if no whole request comes for some seconds, or if its address has too many."""

    #: The address of a server before this one, whose connections are those of many people; empty if there is none.
    proxy: ClassVar[str] = ""
    _open: ClassVar[Counter[str]] = Counter()
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and wait for its first request."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self.count(self._address, 1)
        crowded = self._open[self._address] > AN_ADDRESS and self._address != self.proxy
        if crowded or len(self.connections) > most_connections():
            transport.close()
        else:
            self._waiting = self.loop.call_later(PATIENCE, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Take what comes; a request that has come whole is waited for no more."""
        super().data_received(data)
        if self._waiting is not None and self.cycle is not None and not self.cycle.more_body:
            self._waiting.cancel()
            self._waiting = None

    def on_response_complete(self) -> None:
        """Wait for the next request of the connection."""
        super().on_response_complete()
        if self._waiting is None and not self.transport.is_closing():
            self._waiting = self.loop.call_later(PATIENCE, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None or self.cycle.response_complete or self.cycle.more_body:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        self._leave()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Leave the connection to what it becomes, which counts it anew."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _leave(self) -> None:
        self.count(self._address, -1)
        if self._waiting is not None:
            self._waiting.cancel()

    @classmethod
    def count(cls, address: str, more: int) -> None:
        """Count a connection of an address, or one less."""
        cls._open[address] += more
        if not cls._open[address]:
            del cls._open[address]


def most_connections() -> int:
    """Return how many connections the process may have."""
    return min(ALL, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - BESIDE)


class PageServer(uvicorn.Server):
    """A server that says when it accepts connections, and lets streams end before itself."""

    def __init__(self, config: uvicorn.Config, streams: Streams, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._streams, self._ready = streams, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(WAITING)
        try:
            self._ready()
        except OSError:
            # Nobody can be told: end the processes of bots too.
            await self.shutdown(sockets)
            raise

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let streams end, and end."""
        self._streams.end()
        await super().shutdown(sockets)


def serve_tables(
    host: str,
    port: int,
    folder: Path,
    say: Callable[[str], None],
    *,
    origin: str = "",
    cluster: str | None = None,
    disk: float = LARGEST,
    bots: Mapping[str, str] | None = None,
    more: Sequence[ServedPart] = (),
) -> None:
    """Serve the tables of a folder, and `more`, until SIGINT or SIGTERM.

    `say` is told the address once it accepts connections. Bots think on this machine, or on the workers of a Dask
    scheduler. The file has `disk` MiB at most. `bots` are offered beside the levels, see `Lobby`.

    Raise `UserError` if the port is taken or the folder has no file of tables, and `ConnectionError` if the scheduler
    has no worker.
    """
    with ExitStack() as stack:
        listening, store = (
            stack.enter_context(listening_at(host, port)),
            stack.enter_context(TableStore(folder, disk)),
        )
        if cluster is None:
            pool = ThinkingPool([WorkerProcess() for _ in range(os.cpu_count() or 1)])
        else:
            # Late: few servers have a scheduler, and all that plays games stands behind it.
            from urbanist.bots.match.cluster import LOCAL, check_cluster, connected, started
            from urbanist.bots.server.cluster import ClusterMember

            check_cluster(cluster, (), "")
            client = started(os.cpu_count() or 1) if cluster == LOCAL else connected(cluster)
            pool = ThinkingPool([ClusterMember(stack.enter_context(client))])
        lobby = Lobby(store, pool, bots)
        # Before anything is served, so that a disk which is full is said in a line.
        lobby.forget()
        serve(listening, host, origin, [tables(lobby), *more], say)


def serve(
    listening: socket.socket,
    host: str,
    origin: str,
    parts: Sequence[ServedPart],
    say: Callable[[str], None],
    **more: Any,
) -> None:
    """Serve the parts of an application on a socket until SIGINT or SIGTERM; `more` are settings of uvicorn."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ALL + BESIDE if hard == resource.RLIM_INFINITY else min(ALL + BESIDE, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    Connection.proxy = "127.0.0.1" if origin else ""
    address = address_of(listening, host)
    app = application(origin, *parts)
    config = uvicorn.Config(
        app,
        http=Connection,
        backlog=ACCEPTED,
        log_level="critical",
        access_log=False,
        server_header=False,
        # Without a server before this one nobody else says who asks.
        proxy_headers=bool(origin),
        timeout_graceful_shutdown=2,
        **({"ws": "none"} | more),
    )
    PageServer(config, app.state.streams, lambda: say(address)).run([listening])
