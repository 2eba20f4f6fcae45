"""The pages of a contest over HTTP, its news, and the socket of bots elsewhere: a part of the application.

As a program it serves this part alone, beside the process that plays the games.
"""

import asyncio
import json
import os
import pickle
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from litestar import Response, Router, WebSocket, get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.response import ServerSentEvent, ServerSentEventMessage
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from urbanist.bots.contest.league.settings import FRAME, UNKNOWN, read_settings
from urbanist.bots.contest.league.store import BotVersion
from urbanist.bots.markup import Element
from urbanist.bots.process.transport import LONGEST_LINE
from urbanist.bots.server.app import ServedPart
from urbanist.bots.server.client import Asked, address_of
from urbanist.bots.server.contest.broadcast import Served
from urbanist.bots.server.contest.contest import Contest, LeagueContest, LiveGame, bot_page, contest_page
from urbanist.bots.server.contest.remote import Message, RemoteBots
from urbanist.bots.server.page_answer import DRAWN, PICTURE, drawn, frame_of, html, reviewed
from urbanist.bots.server.page_frame import LEAGUE
from urbanist.bots.server.review import ReviewCache, ReviewJob
from urbanist.bots.server.run import Connection, serve
from urbanist.bots.server.stream import stream
from urbanist.bots.server.table import TableError
from urbanist.bots.table import NoPicture, draw_picture
from urbanist.bots.table.kit.language import chosen
from urbanist.bots.table.kit.picture.image import svg
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine import GAMES
from urbanist.engine.history import View

#: Games of which a board is kept.
MAX_BOARDS = 100
#: The least seconds between two pages, the share of the time that they may take, and those that watch in a second.
PACE, SHARE, WATCHED = 2.0, 0.2, 100
#: The visits of each search of the page of a game: there are many games, and they play beside it.
VISITS = 50
#: How a connection ends where there is no place.
FULL = 4409


class SocketConnection(WebSocketsSansIOProtocol):
    """A connection of a bot, which counts as one of its address."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        Connection.count(self._address, 1)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no more."""
        Connection.count(self._address, -1)
        super().connection_lost(exc)


#: How uvicorn serves bots: longer messages than a line are refused, and the pings are ours, which tell the latency.
SOCKETS = {"ws": SocketConnection, "ws_max_size": LONGEST_LINE + FRAME, "ws_ping_interval": None}


class ContestSite:
    """What the pages of a contest are made of, in the loop of their server; it is played elsewhere.

    `prefix` is the path before the addresses of its pages.
    """

    def __init__(self, contest: Contest, prefix: str = "") -> None:
        self.contest, self.prefix = contest, prefix
        self.boards: dict[str, LiveGame] = {}
        #: The games that have ended since the last page, and before it: their boards stay as long as a page shows them.
        self._ended, self._gone = set[str](), set[str]()
        self.reviews = ReviewCache()
        #: Grows with what is shown; no server before this one had the same.
        self.version = time.time_ns() // 1000
        self._watching = set[asyncio.Event]()
        self._publishing: asyncio.TimerHandle | None = None
        self._making: tuple[int, asyncio.Future[tuple[str, list[Element], list[BotVersion]]]] | None = None
        self._cost = 0.0

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Look again and again until the block ends whether the file of the contest has changed."""
        looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            looking.cancel()
            await self.reviews.close()

    async def _look(self) -> None:
        known = self.contest.stamp()
        while True:
            await asyncio.sleep(PACE)
            if (stamp := self.contest.stamp()) != known:
                known = stamp
                self.changed()

    def latencies(self) -> Mapping[int, float]:
        """Return the latency of each bot that is connected."""
        return {}

    def changed(self) -> None:
        """Tell those who watch, but not too often: the more watch, and the longer a page takes, the less."""
        if self._publishing is None:
            pause = max(PACE, self._cost / SHARE, len(self._watching) / WATCHED)
            self._publishing = asyncio.get_running_loop().call_later(pause, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        self.version += 1
        for game in self._gone:
            self.boards.pop(game, None)
        self._gone, self._ended = self._ended, set()
        for event in self._watching:
            event.set()

    @property
    def live(self) -> list[LiveGame]:
        """The games that are being played."""
        return [each for game, each in self.boards.items() if game not in self._ended | self._gone]

    @contextmanager
    def watching(self) -> Iterator[asyncio.Event]:
        """Return an event that is set at each change, until the block ends."""
        event = asyncio.Event()
        self._watching.add(event)
        try:
            yield event
        finally:
            self._watching.discard(event)

    async def parts(self) -> tuple[str, list[Element], list[BotVersion]]:
        """Return the parts of the page that take long, made once a version for all who ask, in a thread."""
        if self._making is None or self._making[0] != self.version:
            self._making = self.version, asyncio.get_running_loop().run_in_executor(None, self._made)
        return await asyncio.shield(self._making[1])

    def _made(self) -> tuple[str, list[Element], list[BotVersion]]:
        began = time.thread_time()
        said, parts = self.contest.parts()
        made = said, parts, [*self.contest.far()]
        self._cost = time.thread_time() - began
        return made


class PlayedSite(ContestSite):
    """A site beside the process that plays the games and tells of them; bots from elsewhere connect to it."""

    def __init__(self, served: Served) -> None:
        super().__init__(served.contest)
        self._served = served
        self.remote = RemoteBots(served.relays, served.secret, self._tell)

    def latencies(self) -> Mapping[int, float]:
        """Return the latency of each bot that is connected."""
        return self.remote.latencies()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Listen to the games until the block ends, and end with them."""
        loop = asyncio.get_running_loop()
        self.contest.open()
        self._games, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, sys.stdout)
        loop.add_reader(sys.stdin, self._left)
        self._served.boards.unlink(missing_ok=True)
        boards, _ = await loop.create_datagram_endpoint(
            lambda: GameListener(self), local_addr=str(self._served.boards), family=socket.AF_UNIX
        )
        await self.remote.open()
        try:
            yield
        finally:
            loop.remove_reader(sys.stdin)
            self.remote.close()
            boards.close()
            await self.reviews.close()

    def _left(self) -> None:
        """End, because the process of the games has."""
        asyncio.get_running_loop().remove_reader(sys.stdin)
        os.kill(os.getpid(), signal.SIGTERM)

    def _tell(self, message: Message) -> None:
        """Tell the games; if that is who comes or goes, those who watch too."""
        self._games.write(json.dumps(message).encode() + b"\n")
        if "latency" in message:
            self.changed()

    def ready(self, _: str) -> None:
        """Tell the games that pages are served."""
        self._tell({"ready": True})

    def hear(self, told: Message) -> None:
        """Take news of a game."""
        if "ended" in told:
            self._ended.add(told["ended"])
        else:
            if len(self.boards) >= MAX_BOARDS and told["game"] not in self.boards:
                del self.boards[next(iter(self.boards))]
            self.boards[told["game"]] = msgspec.convert(told, LiveGame)
        self.changed()


class GameListener(asyncio.DatagramProtocol):
    """Hands news of games to the site."""

    def __init__(self, site: PlayedSite) -> None:
        self._site = site

    def datagram_received(self, data: bytes, _address: object) -> None:
        """Take news; what is none is ignored."""
        with suppress(ValueError, KeyError, TypeError):
            self._site.hear(json.loads(data))


def site_of(request: Asked) -> ContestSite:
    """Return the site of the server."""
    site: ContestSite = request.app.state.site
    return site


@get("/", opt=DRAWN)
async def show(request: Asked) -> Response[bytes]:
    """Show the contest."""
    site, frame = site_of(request), frame_of(request)
    version = site.version
    said, parts, far = await site.parts()
    latencies = site.latencies()
    presence = {entry: latencies.get(entry.id) for entry in far}
    draw = partial(
        contest_page, frame, site.prefix, site.contest, (said, parts), site.live, presence, version
    )
    return await drawn(request, ("contest", frame.server, version), draw, "text/html")


@get("/news")
async def news(request: Asked) -> ServerSentEvent:
    """Tell at once and at every change that the page is old."""
    site = site_of(request)

    def message() -> ServerSentEventMessage:
        return ServerSentEventMessage(event="changed", id=site.version, data="contest")

    return stream(request, site.watching(), message)


@get("/live/{name:str}", opt=DRAWN)
async def board(request: Asked, name: str) -> Response[bytes]:
    """Return the picture of a game that is being played, as everybody may see it."""
    site = site_of(request)
    live = site.boards.get(name.removesuffix(".svg"))
    if live is None:
        raise TableError(404, "there is no such page")
    draw = partial(board_picture, site.contest.game, live)
    kept = "private, max-age=3600"
    try:
        return await drawn(
            request,
            ("board", live),
            draw,
            "image/svg+xml",
            Cache_Control=kept,
            Content_Security_Policy=PICTURE,
        )
    except NoPicture:
        raise TableError(404, "this game has no picture") from None


def board_picture(game: str, live: LiveGame) -> str:
    """Return a game that is being played as SVG; raise `NoPicture` if the game has none."""
    view = View.read(GAMES[game], None, live.deal, live.events)
    return svg(draw_picture(PlayerView(view, view.states(), live.names)))


@get("/games/{game:str}", opt=DRAWN)
async def show_game(request: Asked, game: str) -> Response[bytes] | Response[str]:
    """Show a game that has ended, move by move; while the page is written, one that loads itself again."""
    site, frame = site_of(request), frame_of(request)
    record = await asyncio.to_thread(site.contest.record, game)
    if record is None:
        raise TableError(404, "there is no such page")
    if await asyncio.to_thread(site.contest.is_secret, game):
        raise TableError(403, "this game opens when all games on its deal have ended")
    back = f"{frame.base}{site.prefix}/"
    page = f"{back}games/{game}"
    job = ReviewJob(record, chosen(), frame.base, frame.server, page, back, VISITS, site.contest.cards)
    review = site.reviews.get(job, address_of(request), site.changed)
    return reviewed(request, review)


@get("/bots/{bot:int}")
async def show_bot(request: Asked, bot: int) -> Response[str]:
    """Show a bot and how its rating went."""
    site = site_of(request)
    assert isinstance(site.contest, LeagueContest)
    entry = await asyncio.to_thread(site.contest.bot, bot)
    if entry is None:
        raise TableError(404, "there is no such page")
    return html(bot_page(frame_of(request), *entry))


@websocket("/connect")
async def connect(socket: WebSocket[None, None, State]) -> None:
    """Serve a bot that authenticates by its key, until it disconnects."""
    site: PlayedSite = socket.app.state.site
    contest = site.contest
    assert isinstance(contest, LeagueContest)
    await socket.accept()
    scheme, _, key = socket.headers.get("authorization", "").partition(" ")
    entry = await asyncio.to_thread(contest.owner, key) if scheme == "Bearer" else None
    if entry is None:
        await socket.close(UNKNOWN, "no bot of this league plays under this key")
        return

    async def send(message: Message) -> None:
        try:
            await socket.send_text(json.dumps(message))
        except WebSocketDisconnect:
            raise ConnectionResetError from None

    remote = site.remote.connect(entry, send)
    if remote is None:
        await socket.close(FULL, "this bot is connected already, or too many are")
        return

    async def listen() -> None:
        while True:
            message: Any = json.loads(await socket.receive_text())
            if isinstance(message, dict):
                site.remote.heard(remote, message)

    tasks = [asyncio.ensure_future(listen()), asyncio.ensure_future(site.remote.measure(remote))]
    try:
        await send({"welcome": entry.title, "game": contest.game})
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    finally:
        site.remote.disconnect(remote)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Exception):
            await socket.close()


def played_part(site: PlayedSite) -> ServedPart:
    """Return the part of the application that shows a contest beside its games; bots connect to a league."""
    more = [show_bot, connect] if isinstance(site.contest, LeagueContest) else []
    router = Router("/", route_handlers=[show, news, board, show_game, *more], include_in_schema=False)
    return ServedPart([router], site.opened(), {"site": site})


def league_part(folder: Path) -> ServedPart:
    """Return the part that shows the league of a folder below a path of its own; raise `LeagueError` if it has none."""
    contest = LeagueContest(folder, read_settings(folder))
    with contest.store():
        site = ContestSite(contest, LEAGUE)
    router = Router(LEAGUE, route_handlers=[show, news, show_game, show_bot], include_in_schema=False)
    return ServedPart([router], site.opened(), {"site": site})


def main() -> None:
    """Serve what stands on standard input until that ends."""
    served: Served = pickle.load(sys.stdin.buffer)  # noqa: S301  # of the process that started this one
    site = PlayedSite(served)
    with socket.socket(fileno=served.listening) as listening:
        serve(listening, served.host, served.origin, [played_part(site)], site.ready, **SOCKETS)


if __name__ == "__main__":
    main()
