"""What pages and their headers promise, asked over HTTP as a browser without a script asks."""

import gzip
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from urllib.parse import urlencode
from xml.etree.ElementTree import tostring

import pytest

from tests.bots.server.served import Server, until_turn
from urbanist.bots.server.client import HINTS, MOST, STREAMS
from urbanist.bots.server.table_page import qr_code
from urbanist.bots.table import table_of
from urbanist.engine import GAMES

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server behind another one, which tells who asks; without one this machine has no limits."""
    running = Server(tmp_path_factory.mktemp("behind"), "--origin", "https://games.example/city")
    yield running
    assert running.end() == ""


def begun(server: Server, game: str, **form: list[str]) -> tuple[str, str]:
    """Open a table by the form of the home; return its address and the cookie of the first seat."""
    status, headers, _ = server.raw(
        "POST", "/", urlencode({"game": game, **form}, doseq=True).encode(), **FORM
    )
    assert status == 303
    status, headers, _ = server.raw("GET", headers["location"])
    assert status == 303
    return headers["location"], headers["set-cookie"]


def test_a_first_visit_binds_the_key_to_a_cookie_and_leads_to_the_address_without_it(server: Server) -> None:
    address, cookie = begun(server, "metropolys")
    assert re.fullmatch(r"/t/[\w-]+", address)
    name, rest = cookie.split("=", 1)
    assert name == f"seat_{address[3:]}"
    assert {part.strip().lower() for part in rest.split(";")[1:]} >= {"httponly", "samesite=lax", "path=/"}
    own = server.raw("GET", address, Cookie=cookie.split(";")[0])
    watched = server.raw("GET", address)
    assert own[0] == watched[0] == 200
    assert b'name="token"' in own[2]
    assert b'name="token"' not in watched[2]
    assert "default-src 'none'" in own[1]["content-security-policy"]
    assert "unsafe-inline" not in own[1]["content-security-policy"]
    assert not re.search(rb"<style|<script(?! src=)| style=| on[a-z]+=", own[2])


def test_the_home_offers_what_was_chosen_last(server: Server) -> None:
    form = {
        "game": "akropolis",
        "seat": ["human", "level=7", "human", ""],
        "option": ["houses"],
        "watch": "yes",
    }
    body = urlencode({**form, "clock": "5m+3s"}, doseq=True).encode()
    _, headers, _ = server.raw("POST", "/", body, **FORM)
    home = server.raw("GET", "/", Cookie=headers["set-cookie"].split(";")[0])[2].decode()
    akropolis = home.split("<article>")[2]
    chosen = re.findall(r'<option value="([^"]*)" selected', akropolis)
    assert chosen == ["human", "level=7", "human", ""]
    assert 'value="5m+3s"' in akropolis
    assert re.findall(r'type="checkbox" name="(\w+)" value="\w+" checked', akropolis) == ["option", "watch"]
    assert "selected" not in home.split("<article>")[1]


def test_a_form_needs_the_cookie_and_the_token_of_its_page(server: Server) -> None:
    address, cookie = begun(server, "metropolys", seat=["human", "human"])
    with_cookie = {"Cookie": cookie.split(";")[0], **FORM}
    assert server.raw("POST", address, b"action=resign&token=wrong", **with_cookie)[0] == 403
    page = server.raw("GET", address, None, **with_cookie)[2].decode()
    token = re.search(r'name="token" value="(\w+)"', page)
    assert token is not None
    assert server.raw("POST", address, f"action=resign&token={token[1]}".encode(), **FORM)[0] == 403
    wrong = f"action=move&ply=0&move=99@N1&token={token[1]}".encode()
    status, _, told = server.raw("POST", address, wrong, **with_cookie)
    assert status in (403, 422)
    assert b'role="alert"' in told


def test_all_links_begin_with_the_base_path_of_the_world(behind: Server) -> None:
    home = behind.raw("GET", "/", Host="games.example")[2].decode()
    assert {*re.findall(r'(?:href|src|action)="(/[^/"]*)', home)} == {"/city"}
    status, headers, _ = behind.raw("POST", "/", b"game=akropolis", **FORM)
    assert status == 303
    assert headers["location"].startswith("/city/t/")
    _, headers, _ = behind.raw("GET", headers["location"].removeprefix("/city"))
    assert "secure" in headers["set-cookie"].lower()
    assert "path=/city/" in headers["set-cookie"].lower()
    assert behind.get("/games")
    opened = behind.post("/tables", game="metropolys")
    assert opened["watch"].startswith("/city/t/")
    # Who looks from elsewhere gets a code to read by a phone's camera: that of the address of the world.
    table = behind.raw("GET", opened["watch"].removeprefix("/city"), Host="games.example")[2].decode()
    code = qr_code(f"https://games.example{opened['watch']}")
    assert tostring(code, encoding="unicode", short_empty_elements=False) in table


def test_pages_speak_the_language_of_the_browser_or_the_one_that_is_chosen(server: Server) -> None:
    assert "Zagraj z botem" in server.raw("GET", "/", Accept_Language="pl,en;q=0.5")[2].decode()
    status, headers, _ = server.raw("GET", "/language/cs")
    assert status == 303
    chosen = headers["set-cookie"].split(";")[0]
    assert "Hrát s botem" in server.raw("GET", "/", Accept_Language="pl", Cookie=chosen)[2].decode()
    assert server.raw("GET", "/language/xx")[0] == 404


def test_an_unknown_address_is_told_on_a_page(server: Server) -> None:
    status, headers, page = server.raw("GET", "/t/nothing")
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert b"There is no such table." in page


def test_a_page_looks_back_at_each_event_and_offers_no_move_there(server: Server) -> None:
    path, [ann, bob] = server.open("metropolys", seats=["human:Ann", "human:Bob"], seed=2)
    turn = server.get(path)["to_move"]
    server.post(f"{path}/moves", key=(ann, bob)[turn], ply=0, move="1@N1")
    other = (ann, bob)[1 - turn]
    address, cookie = path.replace("/tables/", "/t/"), {"Cookie": f"seat_{path.split('/')[2]}={other}"}
    now, first, beyond = (
        server.raw("GET", f"{address}{query}", None, **cookie)[2].decode() for query in ("", "?at=0", "?at=9")
    )
    assert f'class="spot fresh of-{turn}" data-spot="N1"' in now
    assert 'data-part="value-13"' in now
    assert 'id="bid-N1"' in now
    assert "This was after event 0." in first
    assert "data-part" not in first
    assert "fresh" not in first
    assert beyond == now


def test_a_game_that_is_over_has_a_review_and_stands_in_the_home(server: Server) -> None:
    path, [ann, *bots] = server.open("warszawa", seats=["human:Ann", "level=0", "level=0"], seed=2)
    table, ask = path.replace("/tables/", "/t/"), {"Cookie": f"seat_{path.split('/')[2]}={ann}"}
    until_turn(server, path, [ann, *bots])
    assert server.raw("GET", f"{table}/games/1", None, **ask)[0] == 404
    server.post(f"{path}/resign", key=ann)
    told, review = {"refresh": "1"}, b""
    while "refresh" in told:
        time.sleep(0.1)
        status, told, review = server.raw("GET", f"{table}/games/1", None, **ask)
        assert status == 200
    assert "unsafe-inline" not in told["content-security-policy"]
    assert not re.search(rb"<style|<script(?! src=| type=)| style=| on[a-z]+=", review)
    assert b'class="curve of-1"' in server.raw("GET", table, None, **ask)[2]
    server.post(f"{path}/again", key=ann)
    home = server.raw("GET", "/", None, **ask)[2].decode()
    assert re.search(rf'href="{table}/games/1">[-0-9]+  Warszawa with gentle, gentle: resigned<', home)
    assert server.raw("GET", f"{table}/games/2", None, **ask)[0] == 404


def test_a_first_game_goes_through_its_steps_and_then_on_with_the_bots(server: Server) -> None:
    address, cookie = begun(server, "akropolis", lesson=["first-game"])
    ask = {"Cookie": cookie.split(";")[0], **FORM}
    lesson = table_of("akropolis").guided_game("")
    assert lesson is not None

    def page() -> str:
        return server.raw("GET", address, None, **ask)[2].decode()

    def act(**form: object) -> tuple[int, str]:
        hidden = dict(re.findall(r'name="(ply|token)" value="(\w+)"', page()))
        status, _, said = server.raw("POST", address, urlencode({**hidden, **form}).encode(), **ask)
        return status, said.decode()

    assert act(action="undo")[0] == act(action="onward", token="none")[0] == 403
    for number, step in enumerate(lesson.steps, 1):
        assert f"Step {number} of {len(lesson.steps)}" in page()
        if number == 1:
            status, said = act(action="move", move="2@-2,2/0")
            assert (status, step.hint in said) == (422, True)
        status, said = act(action="move", move=step.move) if step.move else act(action="onward")
    assert status == 200
    assert "now you play on alone" in said
    assert "Step 12 of" not in page()
    # The home has the lessons, and ticks what is done.
    home = server.raw("GET", "/", None, **ask)[2].decode()
    assert home.count("Your first game ✓") == 1
    assert "Lessons: 0 of" in home


def test_pages_are_small(server: Server) -> None:
    script = server.raw("GET", "/static/page.js")[2]
    style = server.raw("GET", "/static/page.css", Accept_Encoding="gzip")[2]
    assert len(script) < 25_000
    for game in GAMES:
        address, cookie = begun(server, game)
        page = server.raw("GET", address, Cookie=cookie.split(";")[0], Accept_Encoding="gzip")[2]
        picture = server.raw("GET", f"{address}/picture.svg", Accept_Encoding="gzip")[2]
        assert gzip.decompress(page).startswith(b"<!DOCTYPE html>")
        assert len(page) + len(picture) < 60_000
        assert len(page) + len(picture) + len(style) + len(script) < 400_000
        ground = re.search(rb'data-ground="([^"]+)"', gzip.decompress(page))
        known = "" if ground is None else ground[1].decode()
        seat = cookie.split(";")[0]
        again = server.raw("GET", address, Cookie=seat, Ground=known, Accept_Encoding="gzip")[2]
        # A move takes some four pages, which send no ground of a board again.
        assert len(again) < 15_000
        assert (b'class="neighbourhood' in gzip.decompress(page)) == (ground is not None)
        assert b'class="neighbourhood' not in gzip.decompress(again)


def test_an_address_opens_so_many_tables_and_asks_so_many_requests(behind: Server) -> None:

    def asked(method: str, path: str, body: bytes | None = None, address: str = "192.0.2.1") -> int:
        return behind.raw(method, path, body, X_Forwarded_For=address)[0]

    table = b'{"game": "metropolys", "seats": ["human", "human"]}'
    # Tables, whichever way they are opened: those of a minute.
    opened = [asked("POST", "/api/tables", table) for _ in range(20)]
    form = {**FORM, "X_Forwarded_For": "192.0.2.1"}
    opened += [behind.raw("POST", "/", b"game=metropolys", **form)[0] for _ in range(15)]
    assert opened == [201] * 20 + [303] * 10 + [429] * 5
    # One customer of IPv6 has many addresses.
    assert [asked("POST", "/api/tables", table, f"2001:db8::{n:x}") for n in range(31)] == [201] * 30 + [429]
    assert asked("POST", "/api/tables", table, "2001:db8:0:1::1") == 201
    # Streams and hints at a time. A second has fewer requests than an address has streams.
    path, keys = behind.open("metropolys", seats=["human", "human"], seed=2)
    with ExitStack() as streams:
        said = list[int]()
        while len(said) < MOST[STREAMS] + 2:
            line = streams.enter_context(closing(HTTPConnection("127.0.0.1", behind.port, timeout=60)))
            who = "192.0.2.4" if len(said) > MOST[STREAMS] else "192.0.2.3"
            line.request("GET", f"/api{path}/news", headers={"X-Forwarded-For": who})
            answer = line.getresponse()
            if answer.status == 429 and b"of this kind" not in answer.read():
                time.sleep(0.1)
            else:
                said.append(answer.status)
    assert said == [200] * MOST[STREAMS] + [429, 200]
    body = json.dumps({"key": keys[behind.get(path)["to_move"]]}).encode()
    with ThreadPoolExecutor() as asking:
        hints = [
            asking.submit(asked, "POST", f"/api{path}/hint", body, "192.0.2.5")
            for _ in range(MOST[HINTS] + 1)
        ]
    assert sorted(each.result() for each in hints) == [200] * MOST[HINTS] + [429]
    # Requests of a second; others go on.
    assert any(asked("GET", "/api/games") == 429 for _ in range(200))
    assert asked("GET", "/api/games", None, "192.0.2.2") == 200
