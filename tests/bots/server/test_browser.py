"""Whole games in a real Chromium: by mouse, at the width of a phone, by keys, and without a script."""

import random
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.bots.contest.game_results import drawn
from tests.bots.server.served import Server
from tests.chromium import MARKS, launched, running, sync_api, violations, wait_until
from urbanist.bots.contest.page import page as standings_page
from urbanist.bots.contest.standings import standings
from urbanist.engine import GAMES
from urbanist.engine.history import View

pytestmark = MARKS
#: Milliseconds that a page may take, on a machine that has much else to do.
PATIENCE = 120_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with running() as chromium:
        yield chromium


@pytest.fixture
def faults() -> Iterator[list[str]]:
    errors: list[str] = []
    yield errors
    assert not errors


def opened(browser: Any, server: Server, faults: list[str], game: str, **how: Any) -> Any:
    """Return a page at a new table, one click from the home."""
    usual = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
    context = browser.new_context(**{**usual, **how})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "request",
        lambda request: faults.append(request.url) if f":{server.port}/" not in request.url else None,
    )
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.locator("article").nth([*GAMES].index(game)).locator("button.main").click()
    return page


def waited(page: Any, scripted: bool) -> bool:
    """Wait for the own turn; return whether there is one, or the game is over."""
    while True:
        if page.locator("#words").count():
            return True
        if page.get_by_role("button", name="Play again").count():
            return False
        page.wait_for_timeout(50)
        if not scripted:
            page.reload()


def play(page: Any, point: Any, *, scripted: bool = True) -> int:
    """Play to the end of the game, each move by pointing until one is proposed; return how many were played."""
    moves = 0
    while waited(page, scripted):
        events = page.locator("body").get_attribute("data-events")
        while not page.locator("#play").count():
            point(page)
        page.locator("#play").click()
        page.locator(f"body:not([data-events='{events}'])").wait_for()
        moves += 1
    return moves


#: A thing that is not chosen, on the board, beside it, or below it.
THING = ".play [data-thing]:not(.chosen)"


def changed(page: Any, before: str) -> None:
    """Wait until what is chosen has changed, and the page that shows it is there: what hovers changes before it."""
    page.locator("main:not([aria-busy])").wait_for()
    wait_until(page, "was => document.querySelector('.play').innerHTML !== was", before)


def what_lies_there(page: Any) -> tuple[str, Any | None]:
    """Return what the table shows, and the places that can be pointed at if a thing is chosen."""
    places = page.locator("#board .target.place")
    held = page.locator(".play [data-thing].chosen").count() and places.count()
    return page.locator(".play").inner_html(), places if held else None


def by_mouse(page: Any, hit: str = "click") -> None:
    """Point at a place of the board if a thing is chosen, else at a thing."""
    before, places = what_lies_there(page)
    if places:
        # Without a look at what lies above: the middle of a place may belong to another one.
        getattr(places.nth(places.count() // 2), hit)(force=True)
    else:
        getattr(page.locator(THING).last, hit)()
    changed(page, before)


def by_touch(page: Any) -> None:
    """Tap on a place of the board if a thing is chosen, else on a thing."""
    by_mouse(page, "tap")


def by_dragging(page: Any) -> None:
    """Drag a thing to a place of the board, while the other places go as they come; what has no place is clicked."""
    chosen = page.locator(".play > :not(#board) [data-thing].chosen")
    thing = chosen if chosen.count() else page.locator(THING).first
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"], box["y"] - 20)
    page.locator("main:not([aria-busy])").wait_for()
    places = page.locator("#board .target.place")
    if places.count():
        aim = places.nth(places.count() // 2).bounding_box()
        page.mouse.move(aim["x"] + aim["width"] / 2, aim["y"] + aim["height"] / 2)
    page.mouse.up()
    page.locator("body:not(.dragging)").wait_for()
    page.locator("main:not([aria-busy])").wait_for()


def by_links(page: Any) -> None:
    """Choose by the links in words."""
    if not page.locator("#words[open]").count():
        page.locator("#words summary").click()
    chosen = page.locator("#words .parts.thing .chosen").count()
    places = page.locator("#words .parts.place .part")
    (places.first if chosen and places.count() else page.locator("#words .parts.thing .part").last).click()


def by_keys(page: Any) -> None:
    """Go to a thing or a place by Tab and arrows, and choose it by Enter."""
    before, places = what_lies_there(page)
    if places:
        places.first.focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    else:
        page.locator(THING).last.focus()
    page.keyboard.press("Enter")
    changed(page, before)


PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
WAYS: dict[str, tuple[dict[str, Any], Any]] = {
    "mouse": ({}, by_mouse),
    "dragging": ({}, by_dragging),
    "phone": (PHONE, by_touch),
    "keys": ({"viewport": {"width": 768, "height": 1024}}, by_keys),
    "no script": ({"java_script_enabled": False}, by_links),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played(browser: Any, server: Server, faults: list[str], game: str, way: str) -> None:
    how, point = WAYS[way]
    page = opened(browser, server, faults, game, **how)
    assert play(page, point, scripted=way != "no script") > 3
    assert "points" in page.locator("#now").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if way == "phone" else True
    page.context.close()


def test_a_finger_drags_a_tile_and_a_second_one_turns_it(
    browser: Any, server: Server, faults: list[str]
) -> None:
    page = opened(browser, server, faults, "akropolis", **PHONE)
    waited(page, scripted=True)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def middle(selector: str) -> tuple[float, float]:
        box = page.locator(selector).nth(0).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    x, y = middle("#open .target.thing")
    touch("touchStart", (x, y))
    touch("touchMove", (x, y - 40))
    first = page.locator(".parts.way .chosen")
    first.wait_for()
    way = first.get_attribute("data-part")
    aim = middle("#board .target.place")
    touch("touchMove", aim)
    page.locator("#board .held.on").wait_for()
    touch("touchStart", aim, (aim[0] + 80, aim[1] + 80))
    page.locator(f".parts.way .chosen:not([data-part={way}])").wait_for()
    touch("touchEnd", aim)
    touch("touchEnd")
    page.locator("#play").wait_for()
    page.context.close()


def test_pages_keep_to_the_rules_of_accessibility(browser: Any, server: Server, faults: list[str]) -> None:
    home = f"http://127.0.0.1:{server.port}/"
    for game in GAMES:
        for scheme in ("light", "dark"):
            page = opened(browser, server, faults, game, color_scheme=scheme)
            waited(page, scripted=True)
            assert violations(page) == []
            table = page.url
            # Without a look at what the browser says of it: it names the status.
            strange = page.context.new_page()
            strange.goto(f"{home}t/none")
            assert violations(strange) == []
            page.goto(home)
            assert violations(page) == []
            page.locator(f"[href='/puzzles/{game}']").click()
            page.get_by_role("button", name="Hint").wait_for()
            page.wait_for_load_state()
            page.get_by_role("button", name="Hint").click()
            page.locator("#hint").wait_for()
            assert violations(page) == []
            page.get_by_role("button", name="Solution").click()
            page.get_by_text("The next puzzle").wait_for()
            assert violations(page) == []
            page.goto(home)
            article = page.locator("article").nth([*GAMES].index(game))
            article.get_by_text("Lessons: 0 of 4 done").click()
            assert violations(page) == []
            article.locator("details").first.get_by_role("button").last.click()
            page.locator("#now.lesson").wait_for()
            assert violations(page) == []
            page.goto(table)
            page.get_by_text("Resign", exact=True).click()
            page.get_by_role("button", name="Yes, resign").click()
            page.locator("#chart .plot").wait_for()
            assert violations(page) == []
            page.get_by_text("My mistakes").click()
            page.locator("#main:not(:has-text('looked at'))").wait_for()
            assert violations(page) == []
            page.goto(f"{table}/games/1")
            page.locator("#slider").wait_for()
            assert violations(page) == []
            page.context.close()


@pytest.mark.parametrize("width", [360, 1280])
def test_standings_keep_to_the_rules_of_accessibility(browser: Any, tmp_path: Path, width: int) -> None:
    # Shares near 1 have the darkest cells; on a phone the comparisons scroll sideways.
    bots = ("ismcts:nodes=2000", "ismcts:nodes=200", "greedy", "random")
    games = drawn([4.0, 2.0, 1.0, 0.0], seats=3, deals=60, seed=9)
    (tmp_path / "page.html").write_text(standings_page(standings(bots, games, resamples=30), "Cup"))
    for scheme in ("light", "dark"):
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        page.goto((tmp_path / "page.html").as_uri())
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.close()


def test_a_page_says_why_not_shares_its_links_rings_and_replays_what_happened(
    browser: Any, server: Server, faults: list[str]
) -> None:
    path, keys = server.open("metropolys", seats=["human:Ann", "human:Bob"], seed=2)
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    # Chromium has no sheet for sharing on this system.
    page.add_init_script("navigator.share = async (told) => { window.told = told; };")
    first = server.get(path)["to_move"]
    page.goto(f"http://127.0.0.1:{server.port}/t/{path.split('/')[2]}?key={keys[first]}")
    page.locator("#links [data-share]").last.click()
    assert page.evaluate("told.url") == page.url
    page.locator("#links [data-copy]").last.click()
    page.get_by_text("copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert page.locator("#sound").get_attribute("aria-pressed") == "false"
    page.locator("#sound").click()
    page.reload()
    assert page.locator("#sound").get_attribute("aria-pressed") == "true"
    wait_until(page, "busy === null && latest !== null")
    page.evaluate("busy = true")  # as while a page is on its way
    for value in (7, 8, 9):
        bid(server, path, keys, value)
    wait_until(page, "latest.ply === '3'")
    page.evaluate("busy = null; follow()")
    page.get_by_text("This was after event 2.").wait_for()
    page.locator("body[data-events='3'] #now:has-text('bids 9 on')").wait_for()
    bid(server, path, keys, 10)
    page.locator("#words").wait_for()
    low, far = page.locator("#things [data-why]"), page.locator("#board [data-why*=adjacent]")
    for refused, why in ((low, "the next must be more than 10."), (far, "is not adjacent to the last bid")):
        refused.first.click(force=True)
        assert why in page.locator("#wrong").inner_text()
    context.close()


def bid(server: Server, path: str, keys: list[str | None], value: int) -> None:
    """Let whose turn it is bid a building at the first place where it may."""
    key = keys[server.get(path)["to_move"]]
    view = server.get(f"{path}?key={key}")
    move = next(move for move in view["legal"] if move.startswith(f"{value}@"))
    server.post(f"{path}/moves", key=key, ply=view["ply"], move=move)


def test_a_page_finds_its_table_again_whatever_is_lost(browser: Any, tmp_path: Path) -> None:
    server = Server(tmp_path)
    path, keys = server.open("metropolys", seats=["human:Ann", "human:Bob"], seed=2)
    first = server.get(path)["to_move"]
    table = f"http://127.0.0.1:{server.port}/t/{path.removeprefix('/tables/')}"
    laptop = browser.new_context()
    page, second = laptop.new_page(), laptop.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{table}?key={keys[first]}")
    second.goto(table)
    page.locator("#words").wait_for()
    # The server dies, and starts again.
    server.kill()
    page.locator("#lost").wait_for()
    server.options = ("--port", str(server.port))
    server.start()
    page.locator("#lost").wait_for(state="detached")
    bid(server, path, keys, 7)
    for tab in (page, second):
        tab.locator("body[data-events='1']").wait_for(timeout=PATIENCE)
    # The laptop has no network, while the other one bids.
    laptop.set_offline(True)
    page.locator("#lost").wait_for()
    bid(server, path, keys, 8)
    laptop.set_offline(False)
    page.locator("body[data-events='2']").wait_for()
    # A server before this one says that there is nobody: then browsers do not try again by themselves.
    page.route("**/news", lambda route: route.fulfill(status=502))
    page.reload()
    page.locator("#lost").wait_for()
    page.unroute("**/news")
    page.locator("#lost").wait_for(state="detached")
    phone = browser.new_context(**PHONE).new_page()
    phone.goto(f"{table}?key={keys[first]}")
    phone.locator("#words").wait_for(timeout=PATIENCE)
    bid(server, path, keys, 9)
    for screen in (page, second, phone):
        screen.locator("body[data-events='3']").wait_for(timeout=PATIENCE)
    laptop.close()
    phone.context.close()
    server.end()


def chromium_processes() -> set[psutil.Process]:
    """Return the processes of the browsers of these tests."""
    return {process for process in psutil.Process().children(recursive=True) if "chrom" in process.name()}


@pytest.mark.nightly
def test_games_go_on_though_their_browser_is_killed(browser: Any, server: Server) -> None:
    """Twenty times at a random moment; no event is lost or doubled."""
    rng, games, table, key, events, over = random.Random(20), cycle(GAMES), "", "", list[str](), True
    others = chromium_processes()

    def kill() -> None:
        for process in chromium_processes() - others:
            process.kill()

    for _ in range(20):
        if over:
            table, [opened, *_] = server.open(game := next(games), seats=["human", *["level=1"] * 2], seed=1)
            key, events = str(opened), []
        dying = launched(browser.browser_type)
        page = dying.new_page(reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{server.port}{table.replace('/tables/', '/t/')}?key={key}")
        timer = threading.Timer(rng.uniform(0.5, 5), kill)
        timer.start()
        with suppress(sync_api.Error):
            play(page, by_mouse)
        timer.join()
        dying.close()
        view = server.get(f"{table}?key={key}")
        # The end reveals what was hidden.
        assert len(view["events"]) >= len(events)
        assert all(was == now or "?" in was for was, now in zip(events, view["events"], strict=False))
        events, over = view["events"], view["over"]
        View.read(GAMES[game], 0, view["deal"], events).states()
    assert events


def test_a_friend_joins_by_the_link_and_both_see_each_move(
    browser: Any, server: Server, faults: list[str]
) -> None:
    path, [ann, bob] = server.open("metropolys", seats=["human:Ann", "human:Bob"], seed=2)
    table = path.removeprefix("/tables/")
    pages = []
    for key in (ann, bob):
        page = browser.new_context().new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: faults.append(message.text))
        page.goto(f"http://127.0.0.1:{server.port}/t/{table}?key={key}")
        assert "key" not in page.url
        pages.append(page)
    turn = server.get(path)["to_move"]
    key = (ann, bob)[turn]
    move = next(move for move in server.get(f"{path}?key={key}")["legal"] if move.startswith("1@"))
    server.post(f"{path}/moves", key=key, ply=0, move=move)
    pages[1 - turn].wait_for_selector("#words")
    for page in pages:
        page.wait_for_selector("#story li")
        assert re.search(f"{('Ann', 'Bob')[turn]}.* opens with 1 on", page.locator("#now").inner_text())
    for page in pages:
        page.context.close()
