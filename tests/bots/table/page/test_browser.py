"""The page in a real browser: its steps, its graph, its keys, on narrow and wide screens, in the dark and on paper."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bots.table.page.stories import GAMES, page_of
from tests.chromium import MARKS, running, violations

pytestmark = MARKS
PLIES = 40
#: The moves that have a mark.
MARKED = ".moves tr:is(.inaccuracy, .mistake, .blunder, .found)"
NARROW, WIDE = (390, 844), (1600, 1000)
LIGHT, DARK = "light", "dark"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with running() as chromium:
        yield chromium


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the page of each game."""
    pages = tmp_path_factory.mktemp("pages")
    for game in GAMES:
        (pages / f"{game}.html").write_text(page_of(game, PLIES), encoding="utf-8")
    return pages


class Opened:
    """A page that is open in the browser, without any request but its own and without any message of its script."""

    def __init__(self, browser: Any, file: Path, size: tuple[int, int], ground: str) -> None:
        self.page = browser.new_page(
            viewport={"width": size[0], "height": size[1]}, color_scheme=ground, reduced_motion="reduce"
        )
        self.messages: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(file.as_uri())

    def close(self) -> None:
        """Close the page; it must have been silent."""
        self.page.close()
        assert self.messages == []
        assert len(self.requests) == 1

    def at(self) -> str:
        """Return the name of the frame that the page shows."""
        # Not `page.url`, which Playwright brings up to date a moment later.
        return str(self.page.evaluate("location.hash.slice(1)"))

    def caption(self) -> str:
        return str(self.page.inner_text("#caption"))

    def press(self, *keys: str) -> str:
        for key in keys:
            self.page.keyboard.press(key)
        return self.at()

    def board(self) -> str:
        return str(self.page.inner_html("#board"))


@pytest.fixture
def opened(browser: Any, folder: Path) -> Iterator[Any]:
    """Return a function that opens the page of a game."""
    pages: list[Opened] = []

    def opening(game: str = "metropolys", size: tuple[int, int] = WIDE, ground: str = LIGHT) -> Opened:
        pages.append(Opened(browser, folder / f"{game}.html", size, ground))
        return pages[-1]

    yield opening
    for each in pages:
        each.close()


@pytest.mark.parametrize("game", GAMES)
def test_keys_step_through_the_game(opened: Any, game: str) -> None:
    shown = opened(game)
    assert shown.at() == str(PLIES)
    last = shown.board()
    assert shown.press("ArrowLeft", "ArrowLeft") == str(PLIES - 2)
    assert f"Event {PLIES - 2} of {PLIES}" in shown.caption()
    assert shown.board() != last
    assert shown.press("Home") == "0"
    assert "Before the first event" in shown.caption()
    assert shown.press("ArrowLeft") == "0"
    assert shown.press("ArrowRight") == "1"
    assert shown.press("End") == str(PLIES)
    assert shown.board() == last


@pytest.mark.parametrize("game", GAMES)
def test_a_board_is_the_same_on_every_way_to_it(opened: Any, game: str) -> None:
    """Differences add up to what a fresh drawing shows."""
    shown = opened(game)
    shown.press(*["ArrowLeft"] * 15, "Home", *["ArrowRight"] * 9)
    stepped = shown.board().replace(' data-fresh=""', "")
    shown.page.goto(shown.page.url.rpartition("#")[0] + "#9")
    shown.page.reload()
    shown.requests.pop()
    assert shown.at() == "9"
    assert shown.board() == stepped


@pytest.mark.parametrize("game", GAMES)
def test_a_step_keeps_what_both_boards_have(opened: Any, game: str) -> None:
    shown = opened(game)
    count = "document.querySelectorAll('#board *').length"
    shown.page.evaluate("window.before = new Set(document.querySelectorAll('#board *'))")
    shown.press("ArrowLeft", "ArrowLeft")
    kept = shown.page.evaluate(
        "[...document.querySelectorAll('#board *')].filter((one) => before.has(one)).length"
    )
    assert kept > 0.8 * shown.page.evaluate(count)


def test_buttons_and_the_slider_step_too(opened: Any) -> None:
    shown = opened()
    shown.page.click("#first")
    assert shown.at() == "0"
    assert shown.page.is_disabled("#back")
    shown.page.click("#on")
    assert shown.at() == "1"
    shown.page.click("#back")
    assert shown.at() == "0"
    shown.page.focus("#slider")
    assert shown.press("ArrowRight", "ArrowRight") == "2"
    assert "Event 2 of" in shown.page.get_attribute("#slider", "aria-valuetext")
    shown.page.click("#last")
    assert shown.at() == str(PLIES)
    assert shown.page.is_disabled("#on")


def test_rows_and_their_links_lead_to_positions(opened: Any) -> None:
    shown = opened()
    shown.page.click("#event-7 .said")
    assert shown.at() == "7"
    assert shown.page.get_attribute("#event-7", "aria-current") == "step"
    shown.page.focus("#event-12 a")
    assert shown.press("Enter") == "12"
    assert shown.page.locator("[aria-current]").count() == 1


def test_the_graph_leads_to_positions_and_marks_the_costly_moves(opened: Any) -> None:
    shown = opened()
    box = shown.page.locator("#graph").bounding_box()
    shown.page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + 4)
    assert shown.at() == str(PLIES // 4)
    assert shown.page.get_attribute("#now", "x1") == "25%"
    marks = shown.page.locator("#graph a")
    assert marks.count() == shown.page.locator(MARKED).count() > 4
    marks.nth(1).focus()
    event = re.match(
        r"Event (\d+), seat \d\. (Mistake|Blunder): lost", marks.nth(1).get_attribute("aria-label")
    )
    assert event is not None
    assert shown.press("Enter") == event[1]


def test_shift_and_an_arrow_go_to_the_next_costly_move(opened: Any) -> None:
    shown = opened()
    shown.press("Home")
    costly = shown.page.locator(".moves tr:is(.inaccuracy, .mistake, .blunder)")
    events = [costly.nth(place).get_attribute("data-event") for place in range(2)]
    assert [shown.press("Shift+ArrowRight") for _ in events] == events
    assert shown.press("Shift+ArrowLeft") == events[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_better_line_can_be_stepped_through_and_left(opened: Any, game: str) -> None:
    shown = opened(game)
    shown.page.click("article ol a >> nth=0")
    name = shown.at()
    event, _, number = name.partition(".")
    assert number == "1"
    assert f"Better line for event {event}, 1 of " in shown.caption()
    assert shown.press("ArrowRight") == f"{event}.2"
    assert shown.press("Home") == str(int(event) - 1)
    shown.press("ArrowRight")
    shown.page.click("#caption a")
    assert shown.at() == event


def test_the_thoughts_of_hidden_cards_follow_the_position(opened: Any) -> None:
    shown = opened()
    assert shown.page.locator("#posteriors .true").count() == 4
    last = shown.page.inner_text("#posteriors")
    shown.press("Home")
    first = shown.page.inner_text("#posteriors")
    assert first != last
    assert set(re.findall(r"(\d+)%", first)) == {"4"}


def test_the_game_plays_by_itself_until_it_is_stopped(opened: Any) -> None:
    shown = opened()
    shown.page.click("#play")
    shown.page.wait_for_selector("#event-2[aria-current]")
    assert shown.page.get_attribute("#play", "aria-label") == "Pause"
    shown.page.click("#play")
    assert shown.page.get_attribute("#play", "aria-label") == "Play the game"


def test_the_board_can_be_enlarged(opened: Any) -> None:
    shown = opened(size=NARROW)
    small = shown.page.locator("#board > svg").bounding_box()["width"]
    shown.page.click("#zoom")
    assert shown.page.get_attribute("#zoom", "aria-pressed") == "true"
    assert shown.page.locator("#board > svg").bounding_box()["width"] > 2 * small


@pytest.mark.parametrize("ground", [LIGHT, DARK])
@pytest.mark.parametrize("size", [NARROW, WIDE])
@pytest.mark.parametrize("game", GAMES)
def test_it_fits_screens_and_a_checker_of_accessibility_finds_nothing(
    opened: Any, game: str, size: tuple[int, int], ground: str
) -> None:
    shown = opened(game, size, ground)
    assert shown.page.evaluate("document.documentElement.scrollWidth") == size[0]
    shown.press("ArrowLeft")
    # The board is one image with a label; the checker would look at each of its thousand parts.
    assert violations(shown.page, "#board > svg > *") == []


def test_dark_ground_is_dark(opened: Any) -> None:
    grounds = [
        opened(ground=ground).page.evaluate("getComputedStyle(document.body).backgroundColor")
        for ground in (LIGHT, DARK)
    ]
    light, dark = (sum(map(int, re.findall(r"\d+", colour))) for colour in grounds)
    assert light > 600
    assert dark < 150


def test_on_paper_it_has_the_board_and_all_moves_and_no_buttons(opened: Any) -> None:
    shown = opened()
    shown.page.emulate_media(media="print")
    assert not shown.page.is_visible("#first")
    assert not shown.page.is_visible("#slider")
    assert shown.page.is_visible("#board > svg")
    height, whole = shown.page.evaluate(
        "[document.querySelector('#moves').clientHeight, document.querySelector('.moves').offsetHeight]"
    )
    assert height >= whole
    assert shown.page.pdf().startswith(b"%PDF")


def test_without_a_script_the_last_position_and_all_tables_are_there(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "akropolis.html").as_uri())
    assert page.is_visible("#board > svg")
    assert page.locator(".moves tbody tr").count() == PLIES
    context.close()
