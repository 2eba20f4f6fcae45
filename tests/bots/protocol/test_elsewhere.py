"""A bot that is only reached by TCP: a real server on the loopback starts a program for each connection."""

import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import call, refused
from urbanist.bots.check import Candidate, Conditions, results
from urbanist.bots.process.sandbox import fault
from urbanist.bots.process.socket_transport import SocketAddress, SocketTransport
from urbanist.bots.process.transport import LONGEST_LINE, OutputLimitExceeded, ProcessEnded, ReadTimeout
from urbanist.bots.protocol.command import CommandBot


class Host:
    """A machine elsewhere: it serves a program to all who connect."""

    def __init__(self) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.connections = 0
        self.drops_after: int | None = None
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.listening.getsockname()[1]}"

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self.listening.accept()
                self.connections += 1
                threading.Thread(target=self._play, args=(line,), daemon=True).start()

    def _play(self, line: socket.socket) -> None:
        with line, line.makefile("rwb", buffering=0) as stream:
            program = subprocess.Popen(
                [sys.executable, "-I", str(SOUND)], stdin=subprocess.PIPE, stdout=line.fileno(), bufsize=0
            )
            assert program.stdin is not None
            for number, asked in enumerate(stream):
                program.stdin.write(asked)
                if number == self.drops_after:
                    program.kill()
                    line.shutdown(socket.SHUT_RDWR)
                    break
            program.stdin.close()
            program.wait(20)


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()
    yield host
    host.listening.close()


def test_a_bot_elsewhere_plays_as_one_here(host: Host, tmp_path: Path) -> None:
    done = call("match", "metropolys", "--seat", host.address, "--seat", "greedy", "--games", 2, "--seed", 1)
    assert done.exit_code == 0, done.stderr
    assert "forfeits" not in done.stderr
    assert host.connections == 3  # the check_start, and a new program for each game on one deal
    bots = f'[[bot]]\ncommand = "{host.address}"\n[[bot]]\nplay = "greedy"\n'
    (tmp_path / "cup.toml").write_text(
        f'game = "metropolys"\nplayers = 2\ndeals = 1\n{bots}', encoding="utf-8"
    )
    done = call("tournament", tmp_path / "cup.toml", "--workers", 2)
    assert (done.exit_code, "forfeits" in done.stdout) == (0, False), done.stderr


@pytest.mark.skipif(bool(fault()) or shutil.which("bwrap") is None, reason="needs bubblewrap")
def test_a_sandbox_does_not_keep_it_away(host: Host) -> None:
    asked = [
        "match",
        "metropolys",
        "--seat",
        host.address,
        "--seat",
        "greedy",
        "--games",
        1,
        "--sandbox",
        "bwrap",
    ]
    done = call(*asked)
    assert (done.exit_code, "forfeits" in done.stderr) == (0, False), done.stderr


def test_a_connection_that_breaks_is_a_forfeit(host: Host) -> None:
    host.drops_after = 12
    done = call("match", "metropolys", "--seat", host.address, "--seat", "greedy", "--games", 1, "--seed", 1)
    assert done.exit_code == 0, done.stderr
    assert "1 of 1 games" in done.stderr
    assert "crash" in done.stderr


@pytest.mark.parametrize("version", ["HTTP/1.0", "HTTP/0.9"])
def test_a_web_server_there_is_one_line(version: str) -> None:
    """To a line that is no request, a server answers with a status, or with a page as in the first version of HTTP."""

    class OldRequests(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

        default_request_version = version

    with HTTPServer(("127.0.0.1", 0), OldRequests) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        said = refused("match", "metropolys", "--seat", address, "--seat", "greedy", "--games", 1)
        server.shutdown()
    begins = "HTTP/1.0 400 " if version == "HTTP/1.0" else "<!DOCTYPE HTML>"
    assert said.startswith(f"bot '{address}': a web server is there: '{begins}")
    assert said.endswith("; expected a program of the bot protocol")


def ends_one(listening: socket.socket) -> None:
    listening.accept()[0].close()


def test_who_closes_the_connection_in_the_handshake_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=ends_one, args=(listening,), daemon=True).start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        said = refused("match", "metropolys", "--seat", address, "--seat", "greedy", "--games", 1)
    assert said == f"bot '{address}': it has closed the connection to {address}"


def test_no_process_stands_between(host: Host) -> None:
    client = CommandBot(host.address).start()
    assert isinstance(client.process, SocketTransport)
    client.tell()
    client.close()
    with pytest.raises(ProcessEnded, match="is closed; start it again"):
        client.tell()


def test_what_a_process_shows_is_not_checked_elsewhere(host: Host) -> None:
    asked = ["isready", "infinite", "memory", "quit-in-search", "restart"]
    checked = list(results(Candidate(host.address, Conditions(grace=10.0), ("metropolys",)), asked))
    assert [(result.name, result.outcome) for result in checked] == [
        ("isready", "ok"),
        ("infinite", "ok"),
        ("memory", "skip"),
        ("quit-in-search", "skip"),
        ("restart", "ok"),
    ]


def test_a_line_in_pieces_and_one_that_is_too_long() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        line = SocketTransport("far", SocketAddress("127.0.0.1", listening.getsockname()[1]))
        with listening.accept()[0] as other:
            for piece in (b"rea", b"dyo", "k é\r\nnext\nla".encode(), b"st\n"):
                other.sendall(piece)
            assert [line.read(60) for _ in range(3)] == ["readyok é", "next", "last"]
            with pytest.raises(ReadTimeout):
                line.read(0.01)
            threading.Thread(target=other.sendall, args=(b"x" * (LONGEST_LINE + 1),), daemon=True).start()
            with pytest.raises(OutputLimitExceeded, match="a line of more than"):
                line.read(60)
            line.kill()


def test_who_reads_nothing_is_late() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        line = SocketTransport("far", SocketAddress("127.0.0.1", listening.getsockname()[1]), taking=0.1)
        with listening.accept()[0], pytest.raises(ReadTimeout):
            line.send("x" * (1 << 26))
        line.close(0.0)


def test_nobody_there_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    asked = ["match", "metropolys", "--seat", f"tcp://127.0.0.1:{port}", "--seat", "greedy", "--games", 1]
    assert f"no connection to tcp://127.0.0.1:{port}: Connection refused" in refused(*asked)
    for wrong in ("tcp://host", "tcp://host:x", "tcp://a b:7", "tcp://:7"):
        asked = ["match", "metropolys", "--seat", wrong, "--seat", "greedy", "--games", 1]
        assert f"'{wrong}': expected tcp://HOST:PORT" in refused(*asked)
