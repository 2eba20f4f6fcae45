"""The start menu, chosen by keys and by clicks."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from tests.bots.table.application.desk import SIZES, Size
from tests.bots.table.application.fitting import too_long
from tests.pseudo import untranslated
from urbanist.bots.players.level import HIGHEST, NAMES, levels_of
from urbanist.bots.table.application.menu import Menu, Row
from urbanist.bots.table.kit.language import LANGUAGES
from urbanist.bots.table.session.selection import Memory, Selection
from urbanist.engine import GAMES

FIRST = next(iter(GAMES))


class Visit:
    """A start menu and what a script does there."""

    pilot: Pilot[Any]

    def __init__(self, folder: Path, size: Size = (80, 24)) -> None:
        self.memory = Memory(folder / "choices.json")
        self.menu = Menu(self.memory, self.memory.selection())
        self._size = size

    def of(self, script: Callable[["Visit"], Awaitable[None]]) -> Selection | None:
        """Open the menu, run a script, and return what is chosen at the end."""

        async def run() -> None:
            async with self.menu.run_test(size=self._size) as self.pilot:
                await script(self)
                await self.pilot.pause()

        asyncio.run(run())
        return self.menu.return_value

    @property
    def lines(self) -> list[str]:
        return [strip.text.rstrip() for strip in self.menu.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.lines).split())

    async def click(self, word: str, row: str = "") -> None:
        """Click on the middle of a word, in the row with this name."""
        [(line, column)] = [
            (number, text.index(word))
            for number, text in enumerate(self.lines)
            if word in text and row in text
        ]
        await self.pilot.click(offset=(column + len(word) // 2, line))
        await self.pilot.pause()


def test_keys_choose_game_variant_players_and_level(tmp_path: Path) -> None:
    async def script(visit: Visit) -> None:
        await visit.pilot.press(
            "down", "right", "down", "left", "left", "down", "left", "7", "right", "enter"
        )

    chosen = Visit(tmp_path).of(script)
    notation = GAMES[FIRST].notation
    assert chosen is not None
    assert (chosen.game, chosen.variant, chosen.players, chosen.level) == (
        FIRST,
        notation.variants[-1],
        min(notation.seat_counts),
        8,
    )
    assert chosen.seats == ("human", NAMES[7])


@pytest.mark.parametrize("game", GAMES)
def test_clicks_choose_game_and_level_and_begin(game: str, tmp_path: Path) -> None:
    fewest = min(GAMES[game].notation.seat_counts)

    async def script(visit: Visit) -> None:
        await visit.click(game, "game")
        await visit.click(f" {fewest} ", "players")
        await visit.click("9", "level")
        await visit.click("Begin")

    chosen = Visit(tmp_path).of(script)
    assert chosen is not None
    assert (chosen.game, chosen.players, chosen.level) == (game, fewest, 9)


def test_what_is_chosen_stands_in_brackets_and_the_level_is_told(tmp_path: Path) -> None:
    async def script(visit: Visit) -> None:
        await visit.pilot.press("9", "right")
        await visit.pilot.pause()
        [row] = [line for line in visit.lines if "level" in line and "[" in line]
        assert row.split()[-1] == "[9]"
        selection = visit.menu.selection
        rating = levels_of(selection.game, selection.players)[8].rating
        assert f"Level 9, master, about {rating} points: thinks for 1 s a move." in visit.text
        await visit.pilot.press("left", "1")
        await visit.pilot.pause()
        assert "Level 1, easy, about" in visit.text
        assert "takes close moves for each other" in visit.text

    Visit(tmp_path).of(script)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c"])
def test_one_can_leave_without_a_game(key: str, tmp_path: Path) -> None:
    async def script(visit: Visit) -> None:
        await visit.pilot.press("9", key)

    assert Visit(tmp_path).of(script) is None


def test_another_game_comes_with_what_was_chosen_for_it(tmp_path: Path) -> None:
    games = list(GAMES)
    memory = Memory(tmp_path / "choices.json")
    memory.keep(memory.selection(games[1]))
    players = min(GAMES[games[0]].notation.seat_counts)
    kept = Selection(games[0], GAMES[games[0]].notation.variants[0], players, 5)
    memory.keep(kept)

    async def script(visit: Visit) -> None:
        assert visit.menu.selection == kept
        await visit.pilot.press("right")
        assert visit.menu.selection.game == games[1]
        await visit.pilot.press("left", "enter")

    assert Visit(tmp_path).of(script) == kept


@pytest.mark.parametrize("size", [*SIZES, (60, 20)])
def test_every_row_is_seen_at_every_size(size: Size, tmp_path: Path) -> None:
    async def script(visit: Visit) -> None:
        for word in (*GAMES, "variant", "players", "level", "[2]", " 9 ", "Begin (Enter)", "Leave (q)"):
            assert word in " ".join(visit.lines), word

    Visit(tmp_path, size).of(script)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_the_menu_fits_in_every_language(language: str, tmp_path: Path, speak: Callable[[str], None]) -> None:
    async def script(visit: Visit) -> None:
        for size in SIZES:
            await visit.pilot.resize_terminal(*size)
            for level in "19":
                await visit.pilot.press(level)
                await visit.pilot.pause()
                assert not too_long(visit.menu)
                assert visit.menu.screen.query_one(VerticalScroll).max_scroll_y == 0
                rows = visit.menu.query(Row)
                assert all(row.render().cell_len <= row.content_size.width for row in rows)
                assert not {"game", "variant", "players", "level", "Begin", "Leave"} & {*visit.text.split()}

    speak(language)
    Visit(tmp_path).of(script)


@pytest.mark.usefixtures("pseudo")
def test_no_word_of_the_menu_stays_english(tmp_path: Path) -> None:
    async def script(visit: Visit) -> None:
        for level in range(1, HIGHEST + 1):
            await visit.pilot.press(str(level))
            await visit.pilot.pause()
            assert not {*untranslated(visit.text)} - {"Enter"}

    Visit(tmp_path).of(script)


def test_without_colour_the_choice_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(visit: Visit) -> None:
        assert f"[{FIRST}]" in visit.text
        assert f"› {'game':<9}" in "\n".join(visit.lines)

    Visit(tmp_path).of(script)


def test_a_broken_file_of_choices_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "choices.json").write_text("{")

    async def script(visit: Visit) -> None:
        assert "choices.json: " in visit.text
        assert "the usual choices are used" in visit.text

    Visit(tmp_path, (200, 50)).of(script)


def test_every_level_has_a_key() -> None:
    keys = {binding.key for binding in Menu.BINDINGS if not isinstance(binding, tuple)}
    assert {str(level) for level in range(1, HIGHEST + 1)} <= keys
