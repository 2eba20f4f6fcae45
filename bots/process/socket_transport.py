"""A bot that runs elsewhere: its lines go over a socket, `tcp://HOST:PORT` or one of this machine."""

import contextlib
import re
import select
import socket
import threading
import time
from dataclasses import dataclass
from typing import Self

from urbanist.bots.process.log import LineTrace
from urbanist.bots.process.transport import (
    CHUNK,
    LEAVING,
    TAKING,
    OutputLimitExceeded,
    ProcessEnded,
    ReadTimeout,
    StreamClosed,
    Transport,
)
from urbanist.engine.message import UserError

#: How the text of an address begins, its form, and its last port.
SCHEME, FORM = "tcp://", re.compile(r"tcp://(?P<host>[\w.-]+|\[[\da-fA-F:]+\]):(?P<port>\d{1,5})", re.ASCII)
LAST_PORT = 65535
#: Seconds until somebody must answer.
PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class SocketAddress:
    """Where a bot is reached: a host and a port, or without a port the path of a socket of this machine.

    The `token` is the first line to send, by which the other side knows who is meant; empty for none.
    """

    host: str
    port: int | None = None
    token: str = ""

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Return the address of a text; None for another text, as a command. Raise `UserError` for a wrong address."""
        if not text.startswith(SCHEME):
            return None
        match = FORM.fullmatch(text)
        if match is None or int(match["port"]) > LAST_PORT:
            raise UserError(f"'{text}': expected tcp://HOST:PORT")
        return cls(match["host"].strip("[]"), int(match["port"]))

    def connect(self) -> socket.socket:
        """Return a connection; raise `OSError` if nobody answers there."""
        if self.port is None:
            line = socket.socket(socket.AF_UNIX)
            line.connect(self.host)
        else:
            line = socket.create_connection((self.host, self.port), PATIENCE)
            # Lines are short, and each waits for an answer.
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.setblocking(False)
        return line


class SocketTransport(Transport):
    """A connection to a bot; each one is a new start of it. Raise `StreamClosed` if nobody answers."""

    def __init__(
        self, command: str, address: SocketAddress, *, taking: float = TAKING, trace: LineTrace | None = None
    ) -> None:
        super().__init__(command, taking=taking, trace=trace)
        try:
            self._socket = address.connect()
        except OSError as error:
            raise StreamClosed(f"no connection to {command}: {error.strerror or error}") from None
        # Held while the socket is used or closed: one that is closed is never used, whoever has its number then.
        self._using = threading.RLock()
        if address.token:
            self.send(address.token)

    def check_open(self) -> None:
        """Raise `ProcessEnded` if the connection is closed."""
        if self._killed:
            raise self._ended()

    def leave(self) -> None:
        """Send `quit` and that nothing follows, and wait for nothing."""
        with contextlib.suppress(StreamClosed, ReadTimeout, OutputLimitExceeded, ProcessEnded):
            self.send("quit")
        with self._using, contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def close(self, seconds: float = LEAVING) -> None:
        """Send `quit`, let it end the connection for at most `seconds`, and close that."""
        if self._killed:
            return
        try:
            self.leave()
            until = time.perf_counter() + seconds
            with contextlib.suppress(StreamClosed, OutputLimitExceeded):
                while (left := until - time.perf_counter()) > 0:
                    self._take_in(left)
        finally:
            self.kill()

    def kill(self) -> None:
        """Close the connection."""
        with self._using:
            self._killed = True
            self._socket.close()
        if self._trace is not None:
            self._trace.close()

    def _put(self, text: memoryview) -> memoryview:
        try:
            with self._using:
                self.check_open()
                return text[self._socket.send(text) :]
        except BlockingIOError:
            return text
        except OSError:
            raise StreamClosed(self._ending()) from None

    def _take_in(self, seconds: float, *, writing: bool = False) -> bool:
        with self._using:
            self.check_open()
            poll = select.poll()
            poll.register(self._socket, select.POLLIN | (select.POLLOUT if writing else 0))
        if not (events := poll.poll(max(seconds, 0) * 1000)):
            return False
        if any(event & ~select.POLLOUT for _, event in events):
            self._read()
        return True

    def _read(self) -> None:
        try:
            with self._using:
                self.check_open()
                chunk = self._socket.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:
            self._open = False
            raise StreamClosed(self._ending())
        self._heard(chunk)

    def ask(self, *, asked: bool) -> None:
        """Do nothing: it uses no processor of this machine."""

    def cpu_seconds(self) -> float:
        """Return 0."""
        return 0.0

    def _ending(self, _: str = "") -> str:
        return f"it has closed the connection to {self.command}"
