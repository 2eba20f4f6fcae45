"""How much processor time does the page of a whole game take, how large is it, and how soon does a browser show it?

A page should have less than 2 MB, and its first board should be there after a second. The option `-s` prints the sizes.
The browser is Chromium; it needs the extra pages-test.
"""

from pathlib import Path
from shutil import which
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bots.table.page.stories import ALL, GAMES, page_of, story_of
from urbanist.bots.table.page import page


@pytest.mark.benchmark(timer=process_time)
@pytest.mark.parametrize("game", GAMES)
def bench_page(benchmark: BenchmarkFixture, game: str) -> None:
    story = story_of(GAMES[game](ALL))
    text = benchmark.pedantic(lambda: page(story), rounds=2)
    print(f"{game}: {story.positions} boards, {len(text.encode()) / 1000:.0f} kB")


@pytest.mark.parametrize("game", GAMES)
def bench_first_board(benchmark: BenchmarkFixture, game: str, tmp_path: Path) -> None:
    """From the request until the board was drawn by the script of the page."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra pages-test")
    chromium = which("chromium") or pytest.skip("needs Chromium")
    file = tmp_path / "game.html"
    file.write_text(page_of(game, ALL), encoding="utf-8")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        shown = browser.new_page(viewport={"width": 1600, "height": 1000})

        def first_board() -> None:
            shown.goto("about:blank")
            shown.goto(file.as_uri())
            shown.wait_for_selector("tr[aria-current] >> nth=0")

        benchmark.pedantic(first_board, rounds=5, warmup_rounds=1)
        browser.close()
