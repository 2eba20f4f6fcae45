"""The hub of a server: it connects remote bots, the programs that stand for them in the arena, and spectators.

All of it runs in the event loop of the server. The games ask from another thread.
"""

import asyncio
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from urbanist.bots.contest.league.store import BotVersion
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.player import Bot
from urbanist.bots.process.socket_transport import SocketAddress
from urbanist.bots.process.transport import LONGEST_LINE
from urbanist.bots.protocol.command import CommandBot

#: Bots that may be connected, people who may watch, and games of which a board is kept.
MAX_CONNECTED, MAX_WATCHING, MAX_BOARDS = 64, 200, 100
#: News that wait for somebody who watches slowly; more are lost to him.
MAX_NEWS = 50
#: Seconds between two measurements of the latency, and the number of those that count.
PULSE, MEASURED = 5.0, 12
#: Seconds that a bot has to answer a measurement before it counts as gone, and a program of ours to say who it is.
SILENCE, GREETING = 20.0, 10.0
#: Bytes that may wait for the arena.
MAX_WAITING = 1 << 24

Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(slots=True, eq=False)
class RemoteSeat:
    """A seat of a game that a remote bot plays."""

    bot: int
    game: str
    arena: asyncio.StreamWriter | None = None


@dataclass(slots=True, eq=False)
class RemoteBot:
    """A connected bot: how to send to it, its game, and its last latencies in seconds."""

    entry: BotVersion
    send: Send
    seat: RemoteSeat | None = None
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=MEASURED))
    asked: dict[int, float] = field(default_factory=dict)

    @property
    def latency(self) -> float:
        """The shortest of the last measurements: a bot can only make one longer than the way is."""
        return min(self.latencies, default=0.0)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being played, as everybody may see it."""

    game: str
    deal: str
    events: tuple[str, ...]
    names: tuple[str, ...]


class HubFull(Exception):
    """There is no place for one more."""


class Hub:
    """The hub; `folder` is private, and holds its sockets."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._relays, self._boards = folder, folder / "relays", folder / "boards"
        self._lock = threading.Lock()
        self._remote: dict[int, RemoteBot] = {}
        self._expected: dict[str, RemoteSeat] = {}
        self._seats: dict[tuple[str, int], RemoteSeat] = {}
        self._dropped: dict[str, set[int]] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self.boards: dict[str, LiveGame] = {}
        self._watching: set[asyncio.Queue[dict[str, Any]]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: tuple[asyncio.Server | asyncio.BaseTransport, ...] = ()

    async def open(self) -> None:
        """Listen to the programs of the arena and to its boards."""
        self._loop = asyncio.get_running_loop()
        relays = await asyncio.start_unix_server(self._relay, self._relays, limit=LONGEST_LINE + 1)
        boards, _ = await self._loop.create_datagram_endpoint(
            lambda: BoardListener(self), local_addr=str(self._boards), family=1
        )
        self._open = (relays, boards)

    def close(self) -> None:
        """Listen to nobody any more, and end the streams of those who watch."""
        self._publish({})
        for each in self._open:
            each.close()

    # What the games ask, from their thread.

    def free(self) -> set[int]:
        """Return the bots that are connected and play no game."""
        with self._lock:
            playing = {seat.bot for seat in self._seats.values()}
            return {*self._remote} - playing

    def seat(self, entry: BotVersion, game: str) -> Bot:
        """Return the bot that stands in the arena for a remote one: its lines pass through the socket of the hub."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            seat = RemoteSeat(entry.id, game)
            self._expected[token] = self._seats[game, entry.id] = seat
        address = SocketAddress(str(self._relays), token=token)
        return CommandBot(entry.title, restart=True, address=address)

    def prepare(self, pairing: Pairing) -> Pairing:
        """Return a game that can be watched."""
        self._names[pairing.called] = pairing.names
        return replace(pairing, watched=str(self._boards))

    def latency(self, bot: int) -> float:
        """Return the round-trip time to a bot, in seconds."""
        with self._lock:
            remote = self._remote.get(bot)
            return 0.0 if remote is None else remote.latency

    def dropped(self, game: str) -> set[int]:
        """Return the bots whose connection broke during a game; the game is over."""
        with self._lock:
            for key in [key for key in self._seats if key[0] == game]:
                del self._seats[key]
            self._expected = {token: one for token, one in self._expected.items() if one.game != game}
            self._names.pop(game, None)
            self.boards.pop(game, None)
            return self._dropped.pop(game, set())

    def ended(self, _pairing: Pairing, _played: Played) -> None:
        """Tell those who watch that the list has changed."""
        self.publish({"kind": "list"})

    def publish(self, news: dict[str, Any]) -> None:
        """Broadcast news to all spectators, from any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(self._publish, news)

    # What the server does, in its loop.

    def connected(self) -> Mapping[int, RemoteBot]:
        """Return the bots that are connected."""
        with self._lock:
            return dict(self._remote)

    async def watch(self) -> AsyncIterator[dict[str, Any]]:
        """Yield news as they come, until the hub closes; raise `HubFull` if too many watch."""
        if len(self._watching) >= MAX_WATCHING:
            raise HubFull
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MAX_NEWS)
        self._watching.add(queue)
        try:
            while news := await queue.get():
                yield news
        finally:
            self._watching.discard(queue)

    async def connect(self, entry: BotVersion, send: Send) -> RemoteBot:
        """Connect a bot; raise `HubFull` if it is connected already, or too many are."""
        with self._lock:
            if entry.id in self._remote or len(self._remote) >= MAX_CONNECTED:
                raise HubFull
            remote = self._remote[entry.id] = RemoteBot(entry, send)
        self._publish({"kind": "list"})
        return remote

    def disconnect(self, remote: RemoteBot) -> None:
        """Note that a connection has broken, and tell its game."""
        with self._lock:
            del self._remote[remote.entry.id]
            seat, remote.seat = remote.seat, None
            if seat is not None:
                self._dropped.setdefault(seat.game, set()).add(seat.bot)
        if seat is not None and seat.arena is not None:
            seat.arena.close()
        self._publish({"kind": "list"})

    async def heard(self, remote: RemoteBot, message: dict[str, Any]) -> None:
        """Do what a bot says: a line for the arena, the end of its program, an answer to a measurement."""
        seat = remote.seat
        arena = None if seat is None else seat.arena
        if "pong" in message:
            asked = remote.asked.pop(message["pong"], None)
            if asked is not None:
                remote.latencies.append(time.perf_counter() - asked)
        elif seat is None or arena is None or message.get("game") != seat.game:
            return  # of a game that is over
        elif isinstance(line := message.get("line"), str):
            if arena.transport.get_write_buffer_size() < MAX_WAITING:
                arena.write(line.replace("\n", " ").encode(errors="replace") + b"\n")
        elif "gone" in message:
            # Its program has ended: that is its own fault, and no broken connection.
            arena.close()

    async def measure(self, remote: RemoteBot) -> None:
        """Ask a bot for an answer again and again; return when it is silent."""
        number = 0
        while True:
            now = time.perf_counter()
            if any(now - asked > SILENCE for asked in remote.asked.values()):
                return
            remote.asked[number] = now
            await remote.send({"ping": number})
            number += 1
            await asyncio.sleep(PULSE)

    def show(self, told: dict[str, Any]) -> None:
        """Take a new position of a game."""
        game, deal, events = told["game"], told["deal"], told["events"]
        names = self._names.get(game)
        if names is None or (len(self.boards) >= MAX_BOARDS and game not in self.boards):
            return
        self.boards[game] = LiveGame(game, deal, tuple(events), names)
        self._publish({"kind": "board", "game": game, "ply": len(events)})

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass the lines of the arena to the bot that they are for."""
        seat = remote = None
        try:
            token = (await asyncio.wait_for(reader.readline(), GREETING)).decode().strip()
            with self._lock:
                seat = self._expected.get(token)
                remote = None if seat is None else self._remote.get(seat.bot)
                if seat is not None and (remote is None or remote.seat is not None):
                    self._dropped.setdefault(seat.game, set()).add(seat.bot)
                    remote = None
            if seat is None or remote is None:
                return
            seat.arena, remote.seat = writer, seat
            await remote.send({"begin": seat.game})
            while line := await reader.readline():
                await remote.send({"game": seat.game, "line": line.decode().rstrip("\n")})
        except (TimeoutError, ValueError, OSError, RuntimeError):
            pass
        finally:
            writer.close()
            if seat is not None and remote is not None and remote.seat is seat:
                remote.seat = None
                with suppress(Exception):
                    await remote.send({"end": seat.game})
            if seat is not None:
                with self._lock:
                    self._seats.pop((seat.game, seat.bot), None)

    def _publish(self, news: dict[str, Any]) -> None:
        for queue in self._watching:
            if not news and queue.full():
                queue.get_nowait()
            with suppress(asyncio.QueueFull):
                queue.put_nowait(news)


class BoardListener(asyncio.DatagramProtocol):
    """Hands the positions that arrive to the hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def datagram_received(self, data: bytes, _address: object) -> None:
        """Take a position; what is none is ignored."""
        with suppress(ValueError, KeyError, TypeError):
            self._hub.show(json.loads(data))
