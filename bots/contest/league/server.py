"""A web server of a league, match or tournament, with the endpoint of remote bots: Starlette in a thread."""

import asyncio
import json
import os
import socket
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from urbanist.bots import files
from urbanist.bots.background import Background
from urbanist.bots.contest import page as standings_page
from urbanist.bots.contest.league.hub import Hub, HubFull, RemoteBot
from urbanist.bots.contest.league.pages import (
    LATEST,
    board_picture,
    bot_page,
    last_games,
    list_parts,
    live_page,
    main_page,
    now,
)
from urbanist.bots.contest.league.settings import FRAME, UNKNOWN, LeagueError, LeagueSettings
from urbanist.bots.contest.league.store import BotVersion, LeagueStore, table_of
from urbanist.bots.contest.results import GameResult
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import standings
from urbanist.bots.markup import Element, element, written
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.process.transport import LONGEST_LINE
from urbanist.bots.table.kit.language import reason_of
from urbanist.bots.timestamp import timestamp
from urbanist.engine import NotationError

#: Seconds that the server has to start and to end.
STARTING, ENDING = 20.0, 5.0
#: The least time in seconds between two computations of the list, the share of the time that they may take, and the
#: seconds between two lines to those who watch.
FRESH, PART, BEAT = 2.0, 0.05, 15.0
#: How a connection ends where there is no place.
FULL = 4409

PageOf = Callable[[str], str]


class LivePages(ABC):
    """The live pages of games that are played: a page, the part of it that changes, boards, and news.

    A game that has ended is shown by a page of its own, which `page_of` makes of its record and `folder` keeps.
    """

    def __init__(self, game: str, hub: Hub, folder: Path, page_of: PageOf) -> None:
        self._game, self.hub = game, hub
        # The thread that plays the games changes the working directory of the process, to look for bots.
        self._folder, self._page_of = folder.absolute(), page_of
        self._writing = threading.Lock()
        self._counting = threading.Lock()
        self._parts: Sequence[Element] = ()
        self._stale = 0.0

    def app(self) -> Starlette:
        """Return the application."""
        return Starlette(
            routes=[
                Route("/", self.index),
                Route("/list", self.list),
                Route("/live/{game}.svg", self.board),
                Route("/events", self.events),
                Route("/games/{game}", self.game),
                *self.more(),
            ],
            exception_handlers={LeagueError: _broken},
        )

    def more(self) -> "list[BaseRoute]":
        """Return further routes."""
        return []

    @abstractmethod
    def page(self, current: Sequence[Element]) -> str:
        """Return the page with the parts that change."""

    @abstractmethod
    def parts(self) -> Sequence[Element]:
        """Return the parts that change, as they are now."""

    @abstractmethod
    def record(self, game: str) -> str | None:
        """Return the record of a game that has ended; None if there is no such game."""

    @abstractmethod
    def secret(self, game: str) -> bool:
        """Return whether the cards of a game that has ended are still to be played with."""

    def game(self, request: Request) -> Response:
        """Show a finished game, move by move; its page is kept."""
        game = request.path_params["game"]
        record = self.record(game)
        if record is None:
            return PlainTextResponse("no such game", 404)
        kept = self._folder / "pages" / f"{game}.html"
        if not kept.exists():
            if self.secret(game):
                return PlainTextResponse("this game opens when all games on its deal have ended", 403)
            # One at a time: each takes a processor for seconds.
            if not self._writing.acquire(timeout=30):
                return PlainTextResponse("other pages are being written; try again", 503)
            try:
                kept.parent.mkdir(exist_ok=True)
                files.write(kept, self._page_of(record))
            except (NotationError, OSError) as error:
                return PlainTextResponse(reason_of(error), 500)
            finally:
                self._writing.release()
        return HTMLResponse(kept.read_text(encoding="utf-8"))

    def index(self, _: Request) -> Response:
        """Show the page."""
        return page(self.page(self._current()))

    def list(self, _: Request) -> Response:
        """Return the part of the page that changes."""
        return page(written(element("div", *self._current())))

    def board(self, request: Request) -> Response:
        """Return the picture of a game that is being played, as everybody may see it."""
        board = self.hub.boards.get(request.path_params["game"])
        drawn = None if board is None else board_picture(self._game, board)
        if drawn is None:
            return PlainTextResponse("no such board", 404)
        return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})

    async def events(self, _: Request) -> Response:
        """Send news as they come."""
        news = self.hub.watch()

        async def lines() -> AsyncIterator[str]:
            following: asyncio.Task[Any] | None = None
            try:
                while True:
                    following = following or asyncio.ensure_future(anext(news))
                    done, _ = await asyncio.wait({following}, timeout=BEAT)
                    if not done:
                        yield ": still here\n\n"
                        continue
                    told, following = following.result(), None
                    yield f"data: {json.dumps(told)}\n\n"
            except (HubFull, StopAsyncIteration):
                return
            finally:
                if following is not None:
                    following.cancel()

        return StreamingResponse(
            lines(), media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    def _current(self) -> Sequence[Element]:
        """Return the parts from a cache; the longer they take to make, the longer they are kept."""
        with self._counting:
            began = time.monotonic()
            if began >= self._stale:
                self._parts = self.parts()
                now = time.monotonic()
                self._stale = now + max(FRESH, (now - began) / PART)
            return self._parts


class LeaguePages(LivePages):
    """The live pages of a league."""

    def __init__(self, folder: Path, settings: LeagueSettings, hub: Hub, page_of: PageOf) -> None:
        super().__init__(settings.game, hub, folder, page_of)
        self.settings = settings

    def more(self) -> "list[BaseRoute]":
        """Return the routes of the pages of bots, and of the endpoint of remote bots."""
        return [
            Route("/bots/{bot:int}", self.bot),
            WebSocketRoute("/connect", self.connect),
        ]

    def page(self, current: Sequence[Element]) -> str:
        """Return the page of the league."""
        return main_page(self.settings, current)

    def parts(self) -> Sequence[Element]:
        """Return the list, the last games, and the boards."""
        with LeagueStore(self._folder, known=True) as store:
            return list_parts(store, self.hub)

    def record(self, game: str) -> str | None:
        """Return the record of a game of the league."""
        with LeagueStore(self._folder, known=True) as store:
            return store.record(game)

    def secret(self, game: str) -> bool:
        """Return whether the table of a game lacks games, of which each is played on its deal."""
        with LeagueStore(self._folder, known=True) as store:
            return store.lacks(table_of(game))

    def bot(self, request: Request) -> Response:
        """Show a bot and how its rating went."""
        with LeagueStore(self._folder, known=True) as store:
            found = [entry for entry in store.bots() if entry.id == request.path_params["bot"]]
            if not found:
                return PlainTextResponse("no such bot", 404)
            return page(bot_page(found[0], store.history(found[0].id)))

    async def connect(self, websocket: WebSocket) -> None:
        """Serve a remote bot that authenticates by its key, until it disconnects."""
        await websocket.accept()
        scheme, _, key = websocket.headers.get("authorization", "").partition(" ")
        entry = await asyncio.to_thread(self._owner, key) if scheme == "Bearer" else None
        if entry is None:
            await websocket.close(UNKNOWN, "no bot of this league plays under this key")
            return

        async def send(message: dict[str, Any]) -> None:
            await websocket.send_text(json.dumps(message))

        try:
            remote = await self.hub.connect(entry, send)
        except HubFull:
            await websocket.close(FULL, "this bot is connected already, or too many are")
            return
        listening = asyncio.ensure_future(self._listen(websocket, remote))
        measuring = asyncio.ensure_future(self.hub.measure(remote))
        try:
            await send({"welcome": entry.title, "game": self.settings.game})
            await asyncio.wait({listening, measuring}, return_when=asyncio.FIRST_COMPLETED)
        except (WebSocketDisconnect, RuntimeError, OSError):
            pass
        finally:
            self.hub.disconnect(remote)
            for task in (listening, measuring):
                task.cancel()
            await asyncio.gather(listening, measuring, return_exceptions=True)
            with suppress(Exception):
                await websocket.close()

    async def _listen(self, websocket: WebSocket, remote: RemoteBot) -> None:
        while True:
            message = json.loads(await websocket.receive_text())
            if isinstance(message, dict):
                await self.hub.heard(remote, message)

    def _owner(self, key: str) -> BotVersion | None:
        with LeagueStore(self._folder, known=True) as store:
            return store.owner(key)


class Contest(LivePages):
    """The pages of a run, which it watches."""

    def __init__(self, run: Run, hub: Hub, page_of: PageOf) -> None:
        super().__init__(run.plan.rules.game, hub, hub.folder, page_of)
        self._run = run
        self._last: deque[tuple[str, GameResult]] = deque(maxlen=LATEST)
        # Of each game by what it is called: where its record begins and ends in a file, and the number of its deal.
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  # as long as the pages
        self._records: dict[str, tuple[int, int, int]] = {}
        run.watch = self

    def prepare(self, pairing: Pairing) -> Pairing:
        """Let a game be watched."""
        return self.hub.prepare(pairing)

    def ended(self, pairing: Pairing, played: Played) -> None:
        """Show that a game has ended, and keep its record."""
        record = played.record
        text, start = record.to_json().encode(), self._file.tell()
        self._file.write(text)
        self._file.flush()
        self._records[pairing.called] = start, start + len(text), pairing.deal
        self._last.appendleft((timestamp(), GameResult.of(pairing, played)))
        self.hub.dropped(pairing.called)
        self.hub.ended(pairing, played)

    def record(self, game: str) -> str | None:
        """Return the record of a game that this run has played."""
        start, end, _ = self._records.get(game, (0, 0, 0))
        return os.pread(self._file.fileno(), end - start, start).decode() if end else None

    def secret(self, game: str) -> bool:
        """Return whether other games are still to be played on the deal of a game."""
        return not self._run.settled(self._records[game][2])

    def page(self, current: Sequence[Element]) -> str:
        """Return the page, which never tells the seed: games are still to be played."""
        plan = self._run.plan
        return live_page(plan.name, standings_page.plan_facts(plan), current)

    def parts(self) -> Sequence[Element]:
        """Return the boards, the standings and the last games."""
        run = self._run
        games = list(run.games.values())
        found = standings(run.plan.names, games, run.plan.anchor, resamples=0)
        played = f"{len(games):,} of {run.format.games():,} games"
        main = standings_page.main(found, run.format.conclusion(games))
        return [element("p", played), now(self.hub), main, last_games(list(self._last), run.plan.names)]


def _broken(_: Request, error: Exception) -> Response:
    """Say in a line why a page cannot be shown: a row of the database is broken."""
    return PlainTextResponse(str(error), 500)


def page(text: str) -> Response:
    """Return a page, which is new each time."""
    return HTMLResponse(text, headers={"Cache-Control": "no-store"})


@contextmanager
def serving(pages: Callable[[Hub], LivePages], host: str, port: int) -> Iterator[tuple[Hub, str]]:
    """Serve pages until the block ends; give the hub and the address. Raise `LeagueError` if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with tempfile.TemporaryDirectory(prefix="urbanist-") as place, socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host.strip("[]"), port))
        except OSError as error:
            raise LeagueError(f"--serve {host}:{port}: {error.strerror}") from None
        hub = Hub(Path(place))
        config = uvicorn.Config(
            pages(hub).app(),
            log_level="critical",
            access_log=False,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=LONGEST_LINE + FRAME,
            ws_ping_interval=None,
            limit_concurrency=1000,
            timeout_graceful_shutdown=1,
        )
        server = Server(config, hub)
        thread = Background(lambda _: server.run([listening]))
        if not server.begun.wait(STARTING):
            raise LeagueError(f"--serve {host}:{port}: the server did not start")
        try:
            yield hub, f"http://{host}:{listening.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join(ENDING)


class Server(uvicorn.Server):
    """A server that leaves signals to the program, and opens the hub in its loop."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub
        self.begun = threading.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the program."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and open the hub."""
        await self._hub.open()
        await super().startup(sockets)
        self.begun.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the hub, and end."""
        self._hub.close()
        await super().shutdown(sockets)
