"""Screens of games in the middle, as characters: `python -m tests.bots.table.application.screens` writes them."""

from pathlib import Path

from tests.bots.table.application.desk import SIZES, Desk
from tests.bots.table.application.window import Size
from tests.bots.table.playing import city_game, played, rebuilt
from urbanist.engine.history import History

FOLDER = Path(__file__).parents[3] / "data/screens"
#: For each game a position, and the keys after which it is shown.
SHOWN: dict[str, tuple[History, tuple[str, ...]]] = {
    "metropolys": (played(40), ("tab",)),
    "warszawa": (rebuilt(40), ("c", "down")),
    "akropolis": (city_game(30, seats=3, options=("temples",), greed=0.7), ("tab", "n", "n")),
}


#: The keys that open what helps to learn a game: the rules, what counts for a row of a score, and explanations.
PAGES = {"rules": ("question_mark",), "counted": ("b",), "explained": ("e",)}
#: The size of these pages.
LEAST: Size = (80, 24)


def file_of(game: str, size: Size, page: str = "") -> Path:
    return FOLDER / f"{game}{page and f'_{page}'}_{size[0]}x{size[1]}.txt"


def screen_of(game: str, size: Size, page: str = "") -> str:
    """Return the characters of a game's screen, or of one of `PAGES`."""
    history, keys = SHOWN[game]
    keys = PAGES[page] if page else keys
    person = history.state.to_move
    seats = tuple("human" if seat == person else "drawn" for seat in range(history.state.seats))
    screens = []

    async def script(desk: Desk) -> None:
        await desk.press(*keys)
        screens.append(desk.screen)

    Desk(history, seats, size=size).play(script)
    return f"{screens[0]}\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SHOWN:
        for each in SIZES:
            file_of(name, each).write_text(screen_of(name, each), encoding="utf-8")
        for opened in PAGES:
            file_of(name, LEAST, opened).write_text(screen_of(name, LEAST, opened), encoding="utf-8")
