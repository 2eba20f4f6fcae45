"""A server of pages beside games that are played, and of bots elsewhere: a process of its own.

The games go on whatever happens to it, and it is started again. What it shows stands in files; it tells through a pipe
which bots are connected; and both sides have sockets in a private folder.
"""

import fcntl
import json
import os
import pickle
import secrets
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from urbanist.bots.background import Background
from urbanist.bots.contest.league.settings import LeagueError
from urbanist.bots.contest.league.store import BotVersion
from urbanist.bots.match.arena import Played, inform
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.players.player import Bot
from urbanist.bots.process.socket_transport import SocketAddress
from urbanist.bots.protocol.command import CommandBot
from urbanist.bots.server.contest.contest import Contest

#: Seconds that the process has to start and to end, until it is started again, and between two looks at it.
STARTING, ENDING, AGAIN, LOOK = 20.0, 5.0, 1.0, 0.25
#: Seconds between two looks while it starts.
SOON = 0.02
#: What it runs.
MODULE = "urbanist.bots.server.contest.site"


@dataclass(frozen=True, slots=True)
class Served:
    """What the process gets: the socket on which it listens, the address that the world sees, what it shows, and where.

    `secret` is what processes that play games say to it.
    """

    listening: int
    host: str
    origin: str
    contest: Contest
    folder: Path
    secret: str

    @property
    def boards(self) -> Path:
        """The socket that gets positions, and the names of games that have ended."""
        return self.folder / "boards"

    @property
    def relays(self) -> Path:
        """The socket that leads to the bots that are connected."""
        return self.folder / "relays"


class Broadcast:
    """The side of the games: it starts the process, tells it what is played, and knows who is connected."""

    def __init__(
        self, listening: socket.socket, host: str, origin: str, contest: Callable[[Path], Contest]
    ) -> None:
        """Serve what is made for a private folder; raise `LeagueError` if the process does not start."""
        with ExitStack() as held:
            folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="urbanist-")))
            held.enter_context(listening)
            self._served = Served(
                listening.fileno(), host, origin, contest(folder), folder, secrets.token_urlsafe(24)
            )
            # Before it is started, so that what cannot be told ends nothing halfway.
            self._telling = pickle.dumps(self._served)
            self._lock = threading.Lock()
            self._latencies: dict[int, float] = {}
            self._seats: set[tuple[str, int]] = set()
            self._dropped: dict[str, set[int]] = {}
            self._ready = False
            self._start()
            held.callback(self._end)
            until = time.monotonic() + STARTING
            while not self._ready:
                if not self._take_in() or time.monotonic() > until:
                    raise LeagueError("--serve: the server did not start")
                time.sleep(SOON)
            self._watching = Background(self._watch)
            self._held = held.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._watching.stop()
        self._watching.join()
        self._held.close()

    # What the games do.

    def prepare(self, pairing: Pairing) -> Pairing:
        """Return a game that can be watched."""
        return replace(pairing, watched=str(self._served.boards))

    def ended(self, pairing: Pairing, played: Played) -> None:
        """Show that a game has ended."""
        self._served.contest.ended(pairing, played)
        inform(str(self._served.boards), {"ended": pairing.called})

    def free(self) -> set[int]:
        """Return the bots that are connected and play no game."""
        with self._lock:
            self._take_in()
            return {*self._latencies} - {bot for _, bot in self._seats}

    def seat(self, entry: BotVersion, game: str) -> Bot:
        """Return the bot that stands in the arena for one elsewhere: its lines pass through the server."""
        with self._lock:
            self._seats.add((game, entry.id))
            if entry.id not in self._latencies:
                self._dropped.setdefault(game, set()).add(entry.id)
        token = f"{self._served.secret} {entry.id} {game}"
        address = SocketAddress(str(self._served.relays), token=token)
        return CommandBot(entry.title, restart=True, address=address)

    def latency(self, bot: int) -> float:
        """Return the round-trip time to a bot, in seconds."""
        with self._lock:
            return self._latencies.get(bot, 0.0)

    def dropped(self, game: str) -> set[int]:
        """Return the bots whose connection broke during a game; the game is over."""
        with self._lock:
            # What was told before a connection ended stands in the pipe by now.
            self._take_in()
            self._seats = {seat for seat in self._seats if seat[0] != game}
            return self._dropped.pop(game, set())

    # The process.

    def _start(self) -> None:
        served = self._served
        self._process = subprocess.Popen(  # noqa: S603  # words of ours
            [sys.executable, "-P", "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[served.listening],
            # Ctrl-C is for the games: they end it.
            process_group=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._pipe, self._told = self._process.stdout.fileno(), b""
        fcntl.fcntl(self._pipe, fcntl.F_SETFL, fcntl.fcntl(self._pipe, fcntl.F_GETFL) | os.O_NONBLOCK)
        with suppress(OSError):  # it has ended already, which shows when it is heard
            self._process.stdin.write(self._telling)
            # It stays open: its end is the end of the games.
            self._process.stdin.flush()

    def _end(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()
        try:
            self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _watch(self, enough: threading.Event) -> None:
        """Hear what the process tells, and start it again when it dies."""
        while not enough.is_set():
            with self._lock:
                alive = self._take_in()
                waiting = select.poll()
                waiting.register(self._pipe, select.POLLIN)
            if alive:
                waiting.poll(1000 * LOOK)
            elif not enough.wait(AGAIN):
                with self._lock:
                    self._process.kill()
                    self._end()
                    self._start()

    def _take_in(self) -> bool:
        """Take in what the process has told; return whether it lives."""
        chunk = b""
        with suppress(BlockingIOError):
            while chunk := os.read(self._pipe, 1 << 16):
                *lines, self._told = (self._told + chunk).split(b"\n")
                for line in lines:
                    self._heard(json.loads(line))
            self._latencies.clear()
            for game, bot in self._seats:
                self._dropped.setdefault(game, set()).add(bot)
            return False
        return True

    def _heard(self, told: dict[str, Any]) -> None:
        if "ready" in told:
            self._ready = True
        elif "dropped" in told:
            self._dropped.setdefault(told["dropped"], set()).add(told["bot"])
        elif told["latency"] is None:
            self._latencies.pop(told["bot"], None)
        else:
            self._latencies[told["bot"]] = told["latency"]
