"""A real server, and what asks it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

PROGRAM = Path(sys.executable).with_name("urbanist")


class Server:
    """A server of a folder, as a process."""

    def __init__(self, folder: Path, *options: str, program: Path = PROGRAM) -> None:
        self.folder, self.options, self.program = folder, options, program
        self.start()

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        command = [str(self.program), "serve", "--port", "0", "--data", str(self.folder), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("serving http://127.0.0.1:"), (line, self.process.poll())
        self.port = int(line.strip().rstrip("/").rpartition(":")[2])

    def kill(self) -> None:
        """Kill it at once; its processes that think end by themselves."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._close()

    def end(self) -> str:
        """End it by SIGTERM; return what it said on standard error."""
        self.process.terminate()
        said = self.process.communicate(timeout=60)[1]
        assert self.process.returncode in (0, -signal.SIGTERM), said
        return said

    def _close(self) -> None:
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def raw(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
            answer = connection.getresponse()
            told = {k.lower(): v for k, v in answer.getheaders()}
            streamed = told["content-type"].startswith("text/event-stream")
            # Of a stream the first event.
            text = b"".join(iter(answer.readline, b"\r\n")) if streamed else answer.read()
            return answer.status, told, text
        finally:
            connection.close()

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Return status and JSON of an answer of the interface."""
        data = None if body is None else json.dumps(body).encode()
        status, _, answer = self.raw(method, f"/api{path}", data, **headers)
        return status, json.loads(answer)

    def get(self, path: str) -> Any:
        """Return the JSON of an answer that must be 200."""
        status, answer = self.ask("GET", path)
        assert status == 200, answer
        return answer

    def post(self, path: str, **body: object) -> Any:
        """Return the JSON of an answer that must be 200 or 201."""
        status, answer = self.ask("POST", path, body)
        assert status in (200, 201), answer
        return answer

    def open(self, game: str, **more: object) -> tuple[str, list[str | None]]:
        """Open a table; return its path and the keys of its seats."""
        opened = self.post("/tables", game=game, **more)
        return f"/tables/{opened['table']}", [seat.get("key") for seat in opened["seats"]]

    @contextmanager
    def news(self, path: str) -> Iterator[Iterator[Any]]:
        """Yield the views of a stream."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", f"/api{path}")
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        try:
            yield (json.loads(line.removeprefix(b"data: ")) for line in answer if line.startswith(b"data: "))
        finally:
            answer.close()
            connection.close()


def until_turn(server: Server, table: str, keys: list[str | None]) -> Any:
    """Return the first view of a spectator in which a person is to move, or the game is over."""
    with server.news(f"{table}/news") as views:
        return next(view for view in views if view["over"] or keys[view["to_move"]])
