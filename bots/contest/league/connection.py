"""The client of a remote league: it starts the bot's program for each game, and relays its lines."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from urbanist.bots.background import Background
from urbanist.bots.contest.league.settings import FRAME, UNKNOWN, LeagueError
from urbanist.bots.process.engine_process import EngineProcess
from urbanist.bots.process.transport import (
    LONGEST_LINE,
    OutputLimitExceeded,
    ProcessEnded,
    ReadTimeout,
    StreamClosed,
)

#: Seconds before the first attempt to connect again, and before the last; each waits twice as long as the one before.
SOON, LATE = 1.0, 60.0


class RunningGame:
    """A game that the program plays."""

    def __init__(self, line: ClientConnection, game: str, command: str) -> None:
        self._line, self._game = line, game
        self._process = EngineProcess(command)
        self._ended = False
        self._reader = Background(self._pass_on)

    def tell(self, line: str) -> None:
        """Send a line to the program; its faults show when it answers."""
        with suppress(StreamClosed, ReadTimeout, OutputLimitExceeded, ProcessEnded):
            self._process.send(line)
            self._process.expect_anew()

    def end(self) -> None:
        """End the program."""
        self._ended = True
        self._process.interrupt()
        self._reader.join()
        self._process.close()

    def _pass_on(self, _: threading.Event) -> None:
        while True:
            try:
                self._say(line=self._process.read())
            except (StreamClosed, OutputLimitExceeded) as error:
                self._say(gone=str(error))
                return
            except (ProcessEnded, ReadTimeout):
                return

    def _say(self, **told: str) -> None:
        if not self._ended:
            with suppress(ConnectionClosed):
                self._line.send(json.dumps({"game": self._game, **told}))


def play(url: str, command: str, key: str, say: Callable[[str], None]) -> None:
    """Let a program play in a league until it is interrupted; connect again whenever the connection breaks.

    `say` is told what happens. Raise `LeagueError` if the league does not know the key.
    """
    wait = SOON
    while True:
        try:
            with connect(
                _address(url),
                additional_headers={"Authorization": f"Bearer {key}"},
                max_size=LONGEST_LINE + FRAME,
                proxy=None,
            ) as line:
                wait = SOON
                _attend(line, command, say)
        except ConnectionClosed as error:
            code, reason = (None, "") if error.rcvd is None else (error.rcvd.code, error.rcvd.reason)
            if code == UNKNOWN:
                raise LeagueError(f"{url}: {reason}") from None
            say(f"the connection ended{reason and f': {reason}'}")
        except (OSError, InvalidStatus, WebSocketException) as error:
            say(f"{url}: {error}")
        say(f"trying again in {wait:.0f} s")
        time.sleep(wait)
        wait = min(2 * wait, LATE)


def _attend(line: ClientConnection, command: str, say: Callable[[str], None]) -> None:
    """Do what the server says until the connection ends."""
    game: RunningGame | None = None
    try:
        for text in line:
            message: dict[str, Any] = json.loads(text)
            if "ping" in message:
                line.send(json.dumps({"pong": message["ping"]}))
            elif "line" in message and game is not None:
                game.tell(message["line"])
            elif "begin" in message:
                say(f"game {message['begin']}")
                game = RunningGame(line, message["begin"], command)
            elif "end" in message and game is not None:
                game.end()
                game = None
            elif "welcome" in message:
                say(f"connected as {message['welcome']}")
    finally:
        if game is not None:
            game.end()


def _address(url: str) -> str:
    """Return the address to which bots connect, from that of the pages."""
    scheme, separator, rest = url.partition("://")
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if not separator or scheme not in schemes or not rest.strip("/"):
        raise LeagueError(f"{url}: expected the address of a league, such as http://127.0.0.1:8000/")
    rest = rest.rstrip("/")
    return f"{schemes[scheme]}://{rest if rest.endswith('/connect') else f'{rest}/connect'}"
