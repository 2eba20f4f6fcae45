"""Take the pictures of tables in a browser for the guides: each game at three widths, side by side, in one file.

`make pictures` runs `python -m tests.draw_tables`. It needs Chromium, Playwright (the extra `pages-test`) and Pillow.
"""

from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.bots.server.served import Server

#: The games, each with the own moves before the picture, and what is then clicked: a thing, and a place.
GAMES = {
    "metropolys": (6, ("#things li:nth-last-child(3) a.part", "#board .target.place")),
    "akropolis": (7, ("#open .target.thing", "#board .target.place")),
    "warszawa": (10, ("#things li:nth-child(1) a.part", "#board .target.place")),
}
#: The widths, heights and schemes of the windows; the height of a picture, and the room between two.
WINDOWS = ((1280, 900, "light"), (768, 1024, "light"), (390, 844, "dark"))
HIGH, APART = 620, 16
DOCS = Path(__file__).parent.parent / "docs"


def table(server: Server, game: str, moves: int) -> str:
    """Return the address of a table at which a person has made so many moves, the best ones of a search."""
    path, [key, *_] = server.open(game, seats=["human:Ann", "level=4", "level=4"], seed=7)
    with server.news(f"{path}/news?key={key}") as views:
        for view in views:
            if view["legal"] and moves:
                best = server.post(f"{path}/hint", key=key)["ideas"][0]["move"]
                server.post(f"{path}/moves", key=key, ply=view["ply"], move=best)
                moves -= 1
            elif view["legal"]:
                break
    return f"http://127.0.0.1:{server.port}{path.replace('/tables/', '/t/')}?key={key}"


def picture(page: Any, address: str, clicks: tuple[str, ...]) -> Image.Image:
    """Return what a window shows of a table with a move that is chosen, as high as all pictures are."""
    page.goto(address)
    for click in clicks:
        if page.locator(click).count():
            page.locator(click).last.click()
            page.locator("main:not([aria-busy])").wait_for()
    page.evaluate("scrollTo(0, 0)")
    shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return shot.resize((round(shot.width * HIGH / shot.height), HIGH), Image.Resampling.LANCZOS)


def main() -> None:
    """Write the pictures."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        for game, (moves, clicks) in GAMES.items():
            address, parts = table(server, game, moves), []
            for width, height, scheme in WINDOWS:
                window: dict[str, Any] = {"color_scheme": scheme, "reduced_motion": "reduce"}
                page = browser.new_page(viewport={"width": width, "height": height}, **window)
                parts.append(picture(page, address, clicks))
                page.close()
            wide = sum(part.width for part in parts) + APART * (len(parts) - 1)
            sheet, left = Image.new("RGB", (wide, HIGH), "white"), 0
            for part in parts:
                sheet.paste(part, (left, 0))
                left += part.width + APART
            sheet.save(DOCS / f"table-{game}.webp", quality=82, method=6)
        browser.close()
        server.end()


if __name__ == "__main__":
    main()
