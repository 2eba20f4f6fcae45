"""Bots that are connected from elsewhere, and the games that they play: their lines go on to the arena and back.

All of it runs in the event loop of the server. The games are played by other processes: these reach a bot through a
socket in a private folder, and are told who is connected.
"""

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from urbanist.bots.contest.league.store import BotVersion
from urbanist.bots.process.transport import LONGEST_LINE

#: Bots that may be connected.
MAX_CONNECTED = 64
#: Seconds between two measurements of the latency, and the number of those that count.
PULSE, MEASURED = 5.0, 12
#: Seconds that a bot has to answer a measurement before it counts as gone, and a program of ours to say who it is.
SILENCE, GREETING = 20.0, 10.0
#: Bytes that may wait for the arena.
MAX_WAITING = 1 << 24

Message = dict[str, Any]


@dataclass(slots=True, eq=False)
class RemoteSeat:
    """A seat of a game that a bot plays from elsewhere."""

    game: str
    arena: asyncio.StreamWriter


@dataclass(slots=True, eq=False)
class RemoteBot:
    """A connected bot: how to send to it, its seat, and its last latencies in seconds."""

    entry: BotVersion
    send: Callable[[Message], Awaitable[None]]
    seat: RemoteSeat | None = None
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=MEASURED))
    asked: dict[int, float] = field(default_factory=dict)

    @property
    def latency(self) -> float:
        """The shortest of the last measurements: a bot can only make one longer than the way is."""
        return min(self.latencies, default=0.0)


class RemoteBots:
    """The bots that are connected; `tell` tells the games, and `secret` is what their processes must know."""

    def __init__(self, socket: Path, secret: str, tell: Callable[[Message], None]) -> None:
        self._socket, self._secret, self._tell = socket, secret, tell
        self._connected: dict[int, RemoteBot] = {}
        self._arena: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen to the arena."""
        self._socket.unlink(missing_ok=True)
        self._arena = await asyncio.start_unix_server(self._relay, self._socket, limit=LONGEST_LINE + 1)

    def close(self) -> None:
        """Listen to nobody any more."""
        if self._arena is not None:
            self._arena.close()

    def latencies(self) -> Mapping[int, float]:
        """Return the latency of each bot that is connected."""
        return {bot: remote.latency for bot, remote in self._connected.items()}

    def connect(self, entry: BotVersion, send: Callable[[Message], Awaitable[None]]) -> RemoteBot | None:
        """Connect a bot; return None if it is connected already, or too many are."""
        if entry.id in self._connected or len(self._connected) >= MAX_CONNECTED:
            return None
        remote = self._connected[entry.id] = RemoteBot(entry, send)
        self._tell({"bot": entry.id, "latency": 0.0})
        return remote

    def disconnect(self, remote: RemoteBot) -> None:
        """Note that a connection has broken, and then end its game: the games must know why before they see that."""
        del self._connected[remote.entry.id]
        seat, remote.seat = remote.seat, None
        self._tell({"bot": remote.entry.id, "latency": None})
        if seat is not None:
            self._tell({"bot": remote.entry.id, "dropped": seat.game})
            seat.arena.close()

    def heard(self, remote: RemoteBot, message: Message) -> None:
        """Do what a bot says: a line for the arena, the end of its program, an answer to a measurement."""
        seat = remote.seat
        if "pong" in message:
            asked = remote.asked.pop(message["pong"], None)
            if asked is not None:
                remote.latencies.append(time.perf_counter() - asked)
                self._tell({"bot": remote.entry.id, "latency": remote.latency})
        elif seat is None or message.get("game") != seat.game:
            return  # of a game that is over
        elif isinstance(line := message.get("line"), str):
            if seat.arena.transport.get_write_buffer_size() < MAX_WAITING:
                seat.arena.write(line.replace("\n", " ").encode(errors="replace") + b"\n")
        elif "gone" in message:
            # Its program has ended: that is its own fault, and no broken connection.
            seat.arena.close()

    async def measure(self, remote: RemoteBot) -> None:
        """Ask a bot for an answer again and again; return when it is silent."""
        number = 0
        while True:
            now = time.perf_counter()
            if any(now - asked > SILENCE for asked in remote.asked.values()):
                return
            remote.asked[number] = now
            with suppress(TimeoutError):  # it takes nothing: the next look finds it silent
                await asyncio.wait_for(remote.send({"ping": number}), PULSE)
            number += 1
            await asyncio.sleep(PULSE)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass the lines of the arena to the bot that they are for, which its first line names."""
        seat = remote = None
        try:
            greeting = (await asyncio.wait_for(reader.readline(), GREETING)).decode().split()
            if len(greeting) != 3 or not secrets.compare_digest(greeting[0], self._secret):
                return
            bot, game = int(greeting[1]), greeting[2]
            remote = self._connected.get(bot)
            if remote is None or remote.seat is not None:
                remote = None
                self._tell({"bot": bot, "dropped": game})
                return
            seat = remote.seat = RemoteSeat(game, writer)
            await remote.send({"begin": game})
            while line := await reader.readline():
                await remote.send({"game": game, "line": line.decode().rstrip("\n")})
        except (TimeoutError, ValueError, OSError, RuntimeError):
            pass
        finally:
            writer.close()
            if remote is not None and remote.seat is seat:
                remote.seat = None
                with suppress(Exception):
                    await remote.send({"end": seat.game if seat else ""})
