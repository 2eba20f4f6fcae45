"""Whatever dies, the games go on: the server is killed at random moments, and its processes that think too."""

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import msgspec
import psutil
import pytest

from tests.bots.server.served import PROGRAM, Server
from urbanist.bots.server.lobby import Lobby, NewTable
from urbanist.bots.server.pool import ThinkingPool, WorkerProcess
from urbanist.bots.server.store import TableStore
from urbanist.bots.server.worker import HEAD, DecisionAnswer, DecisionJob, DecisionWorker, framed
from urbanist.engine import GAMES
from urbanist.engine.history import History, View


def play_until_killed(server: Server, table: str, key: str, told: list[str], rng: random.Random) -> bool:
    """Play at random until the server dies; return whether the game is over. `told` grows by what it acknowledges."""
    try:
        while True:
            view = server.get(f"{table}?key={key}")
            assert view["events"][: len(told)] == told
            told[:] = view["events"]
            if view["over"]:
                return True
            if view["legal"]:
                body = {"key": key, "ply": view["ply"], "move": rng.choice(view["legal"])}
                status, after = server.ask("POST", f"{table}/moves", body)
                assert status == 200
                told[:] = after["events"]
    except (OSError, HTTPException):
        return False


@pytest.mark.parametrize("kills", [1, pytest.param(40, marks=pytest.mark.nightly)])
def test_a_killed_server_finds_every_event_again(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    server = Server(tmp_path)
    games = [*GAMES]
    table, key, told, over = "", "", list[str](), True
    for number in range(kills):
        if over:
            seats = ["human", *["level=1"] * (min(GAMES[games[number % 3]].notation.seat_counts) - 1)]
            table, keys = server.open(games[number % 3], seats=seats)
            key, told = str(keys[0]), []
        timer = threading.Timer(rng.uniform(0, 0.5), os.kill, (server.process.pid, signal.SIGKILL))
        timer.start()
        over = play_until_killed(server, table, key, told, rng)
        timer.join()
        server.kill()
        server.start()
        view = server.get(f"{table}?key={key}")
        assert view["events"][: len(told)] == told
        View.read(GAMES[view["game"]], 0, view["deal"], view["events"]).states()
    server.end()


def test_a_short_decision_does_not_wait_for_a_long_one() -> None:
    state = GAMES["metropolys"].deal(seats=2, seed=1)
    view = History.start(state).seen_by(state.to_move)
    told = 1, view.game.name, state.to_move, view.deal, view.texts
    command = [sys.executable, "-m", DecisionJob.__module__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number, bot in enumerate(["ismcts:nodes=30000", "ismcts:nodes=10000", "level=1"]):
            process.stdin.write(framed(DecisionJob(number, bot, *told)))
        process.stdin.flush()
        answers = []
        for _ in range(3):
            length = int.from_bytes(process.stdout.read(HEAD), "big")
            answers.append(msgspec.msgpack.decode(process.stdout.read(length), type=DecisionAnswer))
        process.stdin.close()
        assert process.wait() == 0
    assert [answer.number for answer in answers] == [2, 1, 0]
    assert not any(answer.error for answer in answers)


def test_a_long_decision_ends_though_short_ones_come_without_end() -> None:
    state = GAMES["metropolys"].deal(seats=2, seed=1)
    view = History.start(state).seen_by(state.to_move)
    told = 1, view.game.name, state.to_move, view.deal, view.texts
    made = list[int]()
    worker = DecisionWorker(lambda answer: made.append(answer.number))
    worker.begin(DecisionJob(0, "ismcts:nodes=2000", *told))
    for number in range(1, 500):
        worker.begin(DecisionJob(number, "random", *told))
        while number not in made:
            worker.go_on()
        if 0 in made:
            return
    raise AssertionError(made)


def test_a_position_is_searched_for_a_hint_once(tmp_path: Path) -> None:
    async def hints(store: TableStore) -> list[DecisionAnswer]:
        lobby = Lobby(store, ThinkingPool([WorkerProcess()]))
        async with lobby:
            table = lobby.open(NewTable("metropolys", seats=("human", "human"), seed=1), "")
            seat = table.session.history.state.to_move
            asked = await asyncio.gather(table.hint(seat), table.hint(seat))
            answers = [answer for answer, _ in asked]
            table.move(seat, 0, str(answers[0].result(asked[0][1]).move))
            seat = table.session.history.state.to_move
            return [*answers, (await table.hint(seat))[0]]

    with TableStore(tmp_path) as store:
        first, second, after = asyncio.run(hints(store))
    assert first is second
    assert after is not second


def test_a_process_that_thinks_may_die(server: Server) -> None:
    table, [key, _] = server.open("metropolys", seats=["human", "level=9"], seed=1)
    with server.news(f"{table}/news?key={key}") as views:
        view = next(view for view in views if view["legal"])
        server.post(f"{table}/moves", key=key, ply=view["ply"], move=view["legal"][0])
        for child in psutil.Process(server.process.pid).children():
            child.kill()
        assert next(each for each in views if each["ply"] > view["ply"] + 1)


@pytest.mark.nightly
def test_idle_and_half_sent_requests_hold_nobody_up(tmp_path: Path) -> None:
    """1,050 of them from four addresses, where a process may have 1,024 descriptors."""
    program = tmp_path / "serve"
    program.write_text(f'#!/bin/bash\nulimit -n 1024\nexec {PROGRAM} "$@"\n')
    program.chmod(0o755)
    server = Server(tmp_path / "tables", program=program)
    table, [key, _] = server.open("metropolys", seats=["human", "level=0"], seed=1)
    with server.news(f"{table}/news?key={key}") as views:
        idle = []
        for number in range(1050):
            source = (f"127.0.0.{2 + number // 270}", 0)
            idle.append(socket.create_connection(("127.0.0.1", server.port), source_address=source))
            if number % 2:
                idle[-1].sendall(b"GET /api/games HTTP/1.1\r\nHost: local")
        # Who plays goes on meanwhile, on a connection that is there.
        view = next(view for view in views if view["legal"])
        asking = HTTPConnection("127.0.0.1", server.port, timeout=60)
        while view["ply"] < 6:
            body = json.dumps({"key": key, "ply": view["ply"], "move": view["legal"][0]})
            try:
                asking.request("POST", f"/api{table}/moves", body)
                assert asking.getresponse().read()
            except (OSError, HTTPException):
                # All places are taken, until those who say nothing are sent away.
                asking.close()
                continue
            ply = view["ply"]
            view = next(each for each in views if each["ply"] > ply and each["legal"])
        asking.close()
        # Those beyond what there may be are closed at once, the others when their time is over.
        began = time.monotonic()
        while idle and time.monotonic() < began + 120:
            idle = [each for each in idle if not _closed(each)]
        assert not idle
        assert server.get("/games")
    assert server.end() == ""


def _closed(connection: socket.socket) -> bool:
    """Return whether the other side has closed a connection, within a moment."""
    connection.settimeout(0.01)
    try:
        if connection.recv(1000):
            return False
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    connection.close()
    return True
