"""How soon does `urbanist serve` answer, and does it refuse nothing, while many play and watch?

A real server answers a real client over HTTP; both share the processors. The questions:

- `moves`: at 200 tables with bots of level 3, one move of a person a second, 50 streams: how soon is it answered?
- `watchers`: 260 spectators of one table: how soon after a move have all of them the new page and the new picture?
- `page`: how soon after an own move has a person the page with the answer of the bot? Level 0 does not think, so of it
  this is what the server adds.
- `browser`: how long after the start of the server, and by how many clicks, has a person made the first own move, in a
  Chromium and a folder that know nothing of it? How many bytes has the first page of a table, with all that it loads,
  and how many has a move with the answer of the bot? It needs the extra `pages-test`.

`python -m bench.served_tables moves --seconds 60`
"""

import asyncio
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any

import click
import httpx

PROGRAM = Path(sys.executable).with_name("urbanist")
GAMES = {"metropolys": 2, "akropolis": 2, "warszawa": 3}


@contextmanager
def serving() -> Iterator[str]:
    """Start a server and yield its address; to it we are a proxy, so that each client may have its own address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(PROGRAM), "serve", "--port", "0", "--data", folder, "--origin", "http://localhost"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[1]
            finally:
                process.terminate()


@asynccontextmanager
async def client(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Yield a client that keeps its connections."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=600)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
        yield http


def of(number: int) -> dict[str, str]:
    """Return the header that names the address of a client."""
    return {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}


async def opened(http: httpx.AsyncClient, number: int, game: str, level: int) -> tuple[str, str]:
    """Open a table against bots; return its path and the key of its person."""
    asked = {"game": game, "seats": ["human", *[f"level={level}"] * (GAMES[game] - 1)], "seed": number}
    answer = await http.post("/api/tables", json=asked, headers=of(number))
    answer.raise_for_status()
    table = answer.json()
    return f"/api/tables/{table['table']}", table["seats"][0]["key"]


async def events(http: httpx.AsyncClient, path: str, number: int, **cookies: str) -> AsyncIterator[str]:
    """Yield the data of a stream."""
    headers = of(number) | {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    async with http.stream("GET", path, headers=headers) as answer:
        answer.raise_for_status()
        async for line in answer.aiter_lines():
            if line.startswith("data: "):
                yield line[6:]


def told(what: str, seconds: list[float]) -> None:
    """Print the median, the 95th percentile and the longest of some times."""
    ordered = sorted(seconds)
    late = ordered[ceil(0.95 * len(ordered)) - 1]
    print(
        f"{what}: {len(ordered)} answers, median {1000 * median(ordered):.0f} ms, "
        f"95 % under {1000 * late:.0f} ms, the longest {1000 * ordered[-1]:.0f} ms"
    )


async def moves(address: str, tables: int, streams: int, seconds: float) -> None:
    """Move once a second at one of many tables."""
    rng = random.Random(1)
    async with client(address) as http, AsyncExitStack() as stack:
        seats = [await opened(http, number, [*GAMES][number % 3], 3) for number in range(tables)]
        watching = [
            asyncio.create_task(_watch(http, f"{path}/news?key={key}", number))
            for number, (path, key) in enumerate(seats[:streams])
        ]
        for task in watching:
            stack.callback(task.cancel)
        taken, errors, until = list[float](), 0, time.monotonic() + seconds
        while time.monotonic() < until:
            began = time.monotonic()
            number = rng.randrange(tables)
            path, key = seats[number]
            view = (await http.get(path, params={"key": key}, headers=of(number))).json()
            if view["over"]:
                seats[number] = await opened(http, number + 1000, [*GAMES][number % 3], 3)
            elif view["legal"]:
                move = {"key": key, "ply": view["ply"], "move": rng.choice(view["legal"])}
                asked = time.monotonic()
                answer = await http.post(f"{path}/moves", json=move, headers=of(number))
                taken.append(time.monotonic() - asked)
                errors += answer.status_code != 200
            await asyncio.sleep(max(0.0, began + 1 - time.monotonic()))
        told(f"{tables} tables, {streams} streams", taken)
        print(f"errors: {errors + sum(task.done() for task in watching)}")


async def _watch(http: httpx.AsyncClient, path: str, number: int) -> None:
    async for _ in events(http, path, number):
        pass


class Watcher:
    """A browser that watches a table, as little as one can be: of hundreds `httpx` would be slower than the server."""

    def __init__(self, port: int, page: str, number: int) -> None:
        self._port, self._page, self._number = port, page, number
        #: When the page and the picture after a change were there.
        self.shown = asyncio.Event()

    async def _ask(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._send(writer, path)
        return reader, writer

    def _send(self, writer: asyncio.StreamWriter, path: str) -> None:
        [[name, address]] = of(self._number).items()
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{name}: {address}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        )

    async def watch(self) -> None:
        """Fetch page and picture at once and at each change of the ply."""
        news, _ = await self._ask(f"{self._page}/news")
        pages, asking = await asyncio.open_connection("127.0.0.1", self._port)
        seen = b""
        while line := await news.readline():
            if line.startswith(b"data: ") and line != seen:
                seen = line
                for path in (self._page, f"{self._page}/picture.svg"):
                    self._send(asking, path)
                    head = await pages.readuntil(b"\r\n\r\n")
                    assert head.startswith(b"HTTP/1.1 200"), head
                    length = re.search(rb"content-length: (\d+)", head)
                    assert length is not None
                    await pages.readexactly(int(length[1]))
                self.shown.set()


async def watchers(address: str, count: int, rounds: int) -> None:
    """Move, and let all who watch fetch page and picture."""
    port = int(address.rstrip("/").rpartition(":")[2])
    async with client(address) as http:
        for game, seats in GAMES.items():
            asked = {"game": game, "seats": ["human"] * seats, "seed": 1}
            table = (await http.post("/api/tables", json=asked, headers=of(0))).json()
            path = f"/api/tables/{table['table']}"
            watching = [Watcher(port, table["watch"], number) for number in range(1, count + 1)]
            tasks = [asyncio.create_task(each.watch()) for each in watching]
            taken = list[float]()
            for _ in range(rounds):
                for each in watching:
                    await each.shown.wait()
                    each.shown.clear()
                view = (await http.get(path)).json()
                key = table["seats"][view["to_move"]]["key"]
                view = (await http.get(path, params={"key": key})).json()
                move = {"key": key, "ply": view["ply"], "move": view["legal"][0]}
                began = time.monotonic()
                (await http.post(f"{path}/moves", json=move)).raise_for_status()
                for each in watching:
                    await each.shown.wait()
                taken.append(time.monotonic() - began)
            for task in tasks:
                task.cancel()
            told(f"{game}, {count} watchers", taken)


async def page(address: str, level: int, rounds: int) -> None:
    """Move by the form of the page, and wait for the page with the answer of the bot."""
    rng = random.Random(1)
    async with client(address) as http:
        for game in GAMES:
            taken = list[float]()
            number = 0
            while len(taken) < rounds:
                number += 1
                path, key = await opened(http, number, game, level)
                name = path.rpartition("/")[2]
                cookies = {f"seat_{name}": key}
                heard: asyncio.Queue[str] = asyncio.Queue()
                listening = asyncio.create_task(_hear(http, f"/t/{name}/news", number, cookies, heard))
                view: dict[str, Any] = {}
                began = 0.0
                while len(taken) < rounds and not view.get("over"):
                    await heard.get()
                    headers = of(number) | {"Cookie": f"seat_{name}={key}"}
                    text = (await http.get(f"/t/{name}", headers=headers)).text
                    seconds = time.monotonic() - began
                    view = (await http.get(path, params={"key": key}, headers=of(number))).json()
                    if not view["legal"]:
                        continue
                    if began:
                        taken.append(seconds)
                    token = re.search('name="token" value="([^"]+)"', text)
                    assert token is not None
                    form = {
                        "action": "move",
                        "token": token[1],
                        "ply": str(view["ply"]),
                        "move": rng.choice(view["legal"]),
                    }
                    began = time.monotonic()
                    await http.post(f"/t/{name}", data=form, headers=headers)
                listening.cancel()
            told(f"{game}, level {level}", taken)


async def _hear(
    http: httpx.AsyncClient, path: str, number: int, cookies: dict[str, str], heard: asyncio.Queue[str]
) -> None:
    async for ply in events(http, path, number, **cookies):
        heard.put_nowait(ply)


class Traffic:
    """The bytes that a page of Chromium receives, heads of answers and streams too."""

    def __init__(self, page: Any) -> None:
        self.bytes = 0
        self._streams = set[str]()
        told = page.context.new_cdp_session(page)
        told.on("Network.responseReceived", self._answered)
        told.on("Network.dataReceived", self._received)
        told.on("Network.loadingFinished", self._loaded)
        told.send("Network.enable")

    def _answered(self, event: dict[str, Any]) -> None:
        if event["type"] == "EventSource":
            self._streams.add(event["requestId"])

    def _received(self, event: dict[str, Any]) -> None:
        # What has an end is counted there, and a stream has none.
        if event["requestId"] in self._streams:
            self.bytes += event["encodedDataLength"]

    def _loaded(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])


def moved(page: Any) -> int:
    """Make a move as a person does who reads the page: click on what can be chosen, then on Play; return the clicks."""
    page.locator("#words").wait_for()
    clicks, play = 0, page.get_by_role("button", name="Play", exact=True)
    things, places = page.locator(".play [data-thing]:not(.chosen)"), page.locator("#board .target.place")
    while not play.count():
        held = page.locator(".play [data-thing].chosen").count() and places.count()
        # What lies above the middle of a place may belong to another one.
        (places.nth(places.count() // 2) if held else things.last).click(force=True)
        page.locator("main:not([aria-busy])").wait_for()
        clicks += 1
    events = page.locator("body").get_attribute("data-events")
    play.click()
    page.locator(f"body:not([data-events='{events}'])").wait_for()
    return clicks + 1


def browser(level: int, rounds: int) -> None:
    """Play in a browser, from the start of the server on."""
    from tests.chromium import running  # late: the other questions need no browser

    with running() as chromium:
        for number, game in enumerate(GAMES):
            began = time.monotonic()
            with serving() as address:
                page = chromium.new_page()
                page.goto(address)
                page.get_by_role("button", name="Play against a bot").nth(number).click()
                clicks = 1 + moved(page)
                print(
                    f"{game}: the first own move {time.monotonic() - began:.1f} s after the start, {clicks} clicks"
                )
                page.close()
                page = chromium.new_page()
                asked = {"game": game, "seats": ["human", *[f"level={level}"] * (GAMES[game] - 1)], "seed": 1}
                table = httpx.post(f"{address}api/tables", json=asked).json()
                traffic = Traffic(page)
                page.goto(address.rstrip("/") + table["seats"][0]["link"])
                page.locator("#words").wait_for()
                page.wait_for_timeout(1000)
                first, taken = traffic.bytes, list[int]()
                while len(taken) < rounds and not page.get_by_role("button", name="Play again").count():
                    before = traffic.bytes
                    moved(page)
                    page.locator("#words, .choice button.main").first.wait_for()
                    page.wait_for_timeout(500)
                    taken.append(traffic.bytes - before)
                page.close()
                print(
                    f"{game}: first page {first / 1000:.1f} KB; {len(taken)} moves, "
                    f"median {median(taken) / 1000:.1f} KB, at most {max(taken) / 1000:.1f} KB"
                )


@click.command(help=__doc__)
@click.argument("question", type=click.Choice(["moves", "watchers", "page", "browser"]))
@click.option("--tables", default=200)
@click.option("--streams", default=50)
@click.option("--seconds", default=60.0)
@click.option("--watchers", "count", default=260)
@click.option("--level", default=3)
@click.option("--rounds", default=20)
def main(
    question: str, tables: int, streams: int, seconds: float, count: int, level: int, rounds: int
) -> None:
    """Answer a question."""
    if question == "browser":
        browser(level, rounds)
        return
    with serving() as address:
        if question == "moves":
            asyncio.run(moves(address, tables, streams, seconds))
        elif question == "watchers":
            asyncio.run(watchers(address, count, rounds))
        else:
            asyncio.run(page(address, level, rounds))


if __name__ == "__main__":
    main()
