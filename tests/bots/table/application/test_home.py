"""The home, used by keys and by clicks."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.bots.table.application.desk import SIZES
from tests.bots.table.application.fitting import CUT, too_long
from tests.bots.table.application.window import Size, lines_of, opened
from tests.bots.table.playing import city_game, played
from tests.bots.table.steps import guided, history_of
from tests.pseudo import untranslated
from urbanist.bots.players.level import HIGHEST, NAMES, levels_of, win_share
from urbanist.bots.table import table_of, title_of
from urbanist.bots.table.application.home import (
    CONTINUE,
    GAMES_PLAYED,
    LEARN,
    PLAY,
    PUZZLES,
    SECTIONS,
    SETTINGS,
    Begin,
    Home,
    Learn,
    Look,
    Request,
    Resume,
    Solve,
)
from urbanist.bots.table.application.new_game import chance
from urbanist.bots.table.kit.language import LANGUAGES, choose
from urbanist.bots.table.puzzles import store
from urbanist.bots.table.puzzles.motif import NO_MOTIF, by_motif, motif_name
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.logbook import Logbook
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.results import own_result
from urbanist.bots.table.session.selection import GameSelection, LastChoices
from urbanist.bots.table.session.settings import logbook_file, read_settings, settings_file
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import Record

FIRST = next(iter(GAMES))


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


class Visit:
    """A home and what a script does there."""

    pilot: Pilot[Any]

    def __init__(self, section: str | None = None, size: Size = (80, 24)) -> None:
        self.last_choices = LastChoices()
        self.home = Home(self.last_choices, self.last_choices.selection(), section)
        self._size = size

    def of(self, script: Callable[["Visit"], Awaitable[None]]) -> Request | None:
        """Open the home, run a script, and return what is to be done at the end."""

        async def run() -> None:
            async with opened(self.home, self._size) as self.pilot:
                await script(self)
                await self.pilot.pause()

        asyncio.run(run())
        return self.home.return_value

    @property
    def lines(self) -> list[str]:
        return lines_of(self.home)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.lines).split())

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def click(self, word: str, row: str = "") -> None:
        """Click on the middle of a word, in the row with this name."""
        line, column = next(
            (number, text.index(word))
            for number, text in enumerate(self.lines)
            if word in text and row in text
        )
        await self.pilot.click(offset=(column + len(word) // 2, line))
        await self.pilot.pause()


def keep(history: History, name: str, *, rated: bool = False) -> Path:
    """Save a game of a person, and count its result if it is over."""
    seats = ("human", *["easy"] * (history.state.seats - 1))
    notes = Notebook.new(1, seats, rated=rated)
    record = Record.of(history, seats, notes.meta(len(history.events)))
    file = saves.folder() / f"{name}.jsonl"
    saves.write_game(file, record)
    if history.state.over and (result := own_result(record, history)) is not None:
        with Logbook(logbook_file()) as logbook:
            logbook.add_result(result)
    return file


def test_a_first_visit_opens_at_the_first_game_and_enter_begins_it() -> None:
    async def script(visit: Visit) -> None:
        assert visit.home.section == LEARN
        assert "› Metropolys: your first game" in visit.text
        await visit.press("enter")

    assert Visit().of(script) == Learn(FIRST, "first-game")


def test_lessons_follow_the_first_game_and_those_that_were_done_have_a_tick() -> None:
    first, lesson, *_ = table_of(FIRST).guided
    with Logbook(logbook_file()) as logbook:
        logbook.add_lesson(FIRST, first)
    # A lesson that was left at its end is no game to continue.
    history, seats = history_of(guided(FIRST, lesson)), ("human", "gentle")
    meta = {"step": len(guided(FIRST, lesson).steps), "lesson": lesson}
    saves.write_game(saves.folder() / f"{FIRST}-1.jsonl", Record.of(history, seats, meta))

    async def script(visit: Visit) -> None:
        assert visit.home.section == LEARN
        assert "› Metropolys: your first game ✓" in visit.text
        await visit.press("down")
        assert "› Metropolys: outbidding" in visit.text
        assert "outbidding ✓" not in visit.text
        await visit.press("enter")

    assert Visit().of(script) == Learn(FIRST, lesson)


def test_a_new_game_is_preset_for_a_first_visit_and_enter_begins_it() -> None:
    async def script(visit: Visit) -> None:
        await visit.press("tab", "enter")

    assert Visit().of(script) == Begin(GameSelection(FIRST, "family", (1,)))


def test_keys_choose_game_variant_players_and_who_sits_where() -> None:
    async def script(visit: Visit) -> None:
        await visit.press(
            "down", "right", "down", "right", "down", "3", "down", "right", "up", "left", "left"
        )
        await visit.press("enter")

    selection = Visit(PLAY).of(script)
    assert isinstance(selection, Begin)
    assert selection == Begin(GameSelection(FIRST, "expert", (1, 4)))
    assert selection.selection.seats("Ann") == ("human:Ann", NAMES[0], NAMES[3])


@pytest.mark.parametrize("game", GAMES)
def test_clicks_choose_game_level_clock_and_a_rated_game_and_begin(game: str) -> None:
    fewest = min(GAMES[game].notation.seat_counts)

    async def script(visit: Visit) -> None:
        await visit.click(title_of(game), "game")
        await visit.click("9", "seat 1")
        await visit.click("5m+3s", "clock")
        await visit.click("none: a rated game", "help")
        await visit.press("enter")

    selection = Visit(PLAY, (100, 30)).of(script)
    variant = GAMES[game].notation.variants[0]
    others = (9, *[1] * (fewest - 2))
    assert selection == Begin(GameSelection(game, variant, others, (), "5m+3s", rated=True))


def test_people_get_names_and_options_are_typed_and_checked() -> None:
    async def script(visit: Visit) -> None:
        await visit.press("right", "down", "down", "down", *["right"] * 9, *"A,a", "enter")
        assert "a name has letters, digits and spaces" in visit.text
        await visit.press(*["backspace"] * 2, *"nn", "enter", "down", "right", *"temple", "enter")
        assert "temples" in visit.text
        await visit.press("s", "enter")
        assert "[temples]" in visit.text
        await visit.press("enter")

    assert Visit(PLAY).of(script) == Begin(GameSelection("akropolis", "standard", ("Ann",), ("temples",)))


def test_a_level_is_told_with_its_rating_for_this_number_of_players() -> None:
    async def script(visit: Visit) -> None:
        await visit.press("9")
        rating = levels_of(FIRST, 2)[8].rating
        assert f"Level 9, master, about {rating} points: thinks for 1 s a move." in visit.text
        await visit.press("down", "down", "right", "right", "7")
        assert f"Level 7, strong, about {levels_of(FIRST, 4)[6].rating} points" in visit.text
        assert levels_of(FIRST, 4)[6].rating < levels_of(FIRST, 2)[6].rating
        await visit.press("0")
        assert "Level 0, gentle" in visit.text

    Visit(PLAY).of(script)


def test_a_rating_says_how_often_one_would_win() -> None:
    keep(played(1000, seats=2), "metropolys-1", rated=True)
    with Logbook(logbook_file(), copied=True) as logbook:
        course = logbook.ratings()[FIRST, 2]
    own = course[-1].value
    share = win_share(own, [levels_of(FIRST, 2)[0].rating])
    assert share == pytest.approx(1 / (1 + 10 ** ((1000 - own) / 400)))

    async def script(visit: Visit) -> None:
        assert chance(share) in visit.text
        assert f"{own:.0f} ± " in visit.text

    Visit(PLAY).of(script)
    assert chance(0.31) == "You would win about 3 of 10 games."
    assert chance(0.014) == "You would win about 1 of 100 games."


def test_saved_games_go_on_the_last_saved_first_and_show_who_leads_and_a_board() -> None:
    keep(city_game(9), "akropolis-1")
    file = keep(played(20, seats=2), "metropolys-1")

    async def script(visit: Visit) -> None:
        assert visit.home.section == CONTINUE
        [first, second] = [line for line in visit.lines if ", move " in line]
        assert "Metropolys, move 20, with easy" in first
        assert "Akropolis, move" in second
        assert "After 20 moves." in visit.text
        assert "point" in visit.text
        assert "N2" in visit.text
        await visit.press("enter")

    assert Visit().of(script) == Resume(file)


def test_a_game_of_a_file_goes_on_or_is_looked_at() -> None:
    ended = keep(played(1000, seats=2), "metropolys-1")
    open_game = keep(played(20, seats=2), "metropolys-2")

    def typing(path: Path) -> Callable[[Visit], Awaitable[None]]:
        async def script(visit: Visit) -> None:
            await visit.press("up", "enter", "x", "enter")
            assert "No such file" in visit.text
            await visit.press("backspace")
            for sign in str(path):
                await visit.pilot.press("full_stop" if sign == "." else "slash" if sign == "/" else sign)
            await visit.press("enter")

        return script

    with TemporaryDirectory(prefix="u") as folder:  # a short path, as each letter takes its time
        looked = Path(ended).rename(Path(folder, "e"))
        assert Visit(CONTINUE).of(typing(looked)) == Look(looked)
        resumed = Path(open_game).rename(Path(folder, "o"))
        assert Visit(CONTINUE).of(typing(resumed)) == Resume(resumed)


def test_games_that_are_over_open_in_the_room_and_ratings_have_a_graph() -> None:
    file = keep(played(1000, seats=2), "metropolys-1", rated=True)

    async def script(visit: Visit) -> None:
        assert "Metropolys, 2 players: your rating is " in visit.text
        assert any("⠁" <= sign <= "⣿" for sign in visit.text)
        await visit.press("down")
        assert "rank " in visit.text
        assert "wins with 24 points." in visit.text
        assert "lead" not in visit.text
        await visit.press("enter")

    assert Visit(GAMES_PLAYED).of(script) == Look(file)


def test_puzzles_are_offered_by_motif_and_exact_endings_beside_them() -> None:
    motifs = {game: by_motif(store.read_shipped(game)) for game in GAMES}

    async def script(visit: Visit) -> None:
        first = next(iter(motifs[FIRST].values()))
        assert f"Metropolys: {motif_name(first[0])}, 0 of {len(first)} solved" in visit.text
        endings = len(store.read_shipped("akropolis", endings=True))
        ends = len(motifs[FIRST]) + len(motifs["akropolis"])
        await visit.press(*["down"] * ends)
        assert f"› Akropolis: exact endings, 0 of {endings} solved" in visit.text
        await visit.press(*["up"] * (ends - 1), "enter")

    assert Visit(PUZZLES).of(script) == Solve(FIRST, list(motifs[FIRST])[1])


@pytest.mark.parametrize("game", list(GAMES))
def test_every_puzzle_has_one_motif_a_row_of_the_score(game: str) -> None:
    puzzles = store.read_shipped(game)
    motifs = by_motif(puzzles)
    assert sorted(each.id for part in motifs.values() for each in part) == sorted(e.id for e in puzzles)
    assert len(motifs) > 2
    assert list(motifs)[-1] == NO_MOTIF
    for motif, part in list(motifs.items())[:-1]:
        state = part[0].view.bare_state()
        assert motif in [row.kind for seat in range(state.seats) for row in state.score_rows(seat)]


def test_learning_offers_the_rules_and_what_the_board_shows() -> None:
    async def script(visit: Visit) -> None:
        await visit.press(*["down"] * len(table_of(FIRST).guided), "enter")
        assert "Goal" in visit.text
        await visit.press("escape", "down", "enter")
        assert "• " in visit.text
        await visit.press("escape")
        assert "› Metropolys: what the board shows" in visit.text

    Visit(LEARN, (100, 40)).of(script)


def test_settings_are_followed_at_once_and_kept() -> None:
    async def script(visit: Visit) -> None:
        await visit.press("down", "right", "right")
        assert "Ustawienia" in visit.text
        await visit.press("down", "right", "down", "right", "up", "up", "up", "enter", *"Ann", "enter")
        assert "[Ann]" in visit.text

    try:
        Visit(SETTINGS).of(script)
    finally:
        choose("en")
    kept = read_settings()
    assert (kept.name, kept.language, kept.ground, kept.pace) == ("Ann", "pl", "dark", 2.0)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c"])
def test_one_can_leave_without_a_game(key: str) -> None:
    async def script(visit: Visit) -> None:
        await visit.press("9", key)

    assert Visit(PLAY).of(script) is None


def test_another_game_comes_with_what_was_chosen_for_it() -> None:
    games = list(GAMES)
    last_choices = LastChoices()
    last_choices.keep(last_choices.selection(games[1]))
    kept = GameSelection(games[0], GAMES[games[0]].notation.variants[0], (5,))
    last_choices.keep(kept)

    async def script(visit: Visit) -> None:
        assert visit.home.new_game.selection == kept
        await visit.press("right")
        assert visit.home.new_game.selection.game == games[1]
        await visit.press("left", "enter")

    assert Visit(PLAY).of(script) == Begin(kept)


@pytest.mark.parametrize(
    ("section", "language"),
    [
        # By day each section in one of the languages with long words.
        pytest.param(section, language, marks=[pytest.mark.nightly] * (language != ("pl", "ru")[number % 2]))
        for number, section in enumerate(SECTIONS)
        for language in LANGUAGES
    ],
)
def test_every_section_fits_in_every_language(
    section: str, language: str, speak: Callable[[str], None]
) -> None:
    keep(played(20, seats=2), "metropolys-1")
    keep(city_game(1000), "akropolis-1", rated=True)

    async def script(visit: Visit) -> None:
        for size in SIZES:
            await visit.pilot.resize_terminal(*size)
            await visit.pilot.pause()
            assert not too_long(visit.home)
            assert CUT not in visit.text.replace(" …", "").replace("[…]", "")

    speak(language)
    Visit(section).of(script)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("section", SECTIONS)
def test_no_word_of_the_home_stays_english(section: str) -> None:
    async def script(visit: Visit) -> None:
        for level in range(HIGHEST + 1):
            await visit.press(str(level))
            said = visit.text
            for name in LANGUAGES.values():
                said = said.replace(name, "")
            assert not {*untranslated(said)} - {"Enter", "Tab"}

    Visit(section).of(script)


def test_without_colour_the_choice_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(visit: Visit) -> None:
        assert f"[{title_of(FIRST)}]" in visit.text
        assert "› game" in "\n".join(visit.lines)

    Visit(PLAY).of(script)


def test_each_broken_file_is_one_line() -> None:
    file = LastChoices().file
    file.parent.mkdir(parents=True)
    file.write_text("{")
    settings_file().write_text('{"name": 5}')

    async def script(visit: Visit) -> None:
        assert "last-choices.json: " in visit.text
        assert "the usual choices are used" in visit.text
        assert "settings.json: " in visit.text
        assert "the usual settings are used" in visit.text

    Visit(PLAY, (200, 50)).of(script)


def test_a_narrow_window_shows_the_chosen_value_and_all_keys() -> None:
    """A row stays a row, so that a click on another one still hits it."""

    async def script(visit: Visit) -> None:
        rows = [
            line for line in visit.lines if line[3:].startswith(("your name", "language", "colours", "pace"))
        ]
        assert len(rows) == 4
        await visit.press("down", *["right"] * len(LANGUAGES))
        assert f"[{list(LANGUAGES.values())[-1]}]" in visit.text
        await visit.click(list(LANGUAGES.values())[-2])
        assert visit.home.settings.language == list(LANGUAGES)[-2]
        assert "Tab" in visit.text

    Visit(SETTINGS, (50, 20)).of(script)
    choose("en")


def test_keys_of_a_russian_layout_count_by_their_place_but_in_a_text() -> None:
    async def script(visit: Visit) -> None:
        await visit.press("enter", *"йцу", "enter")
        assert visit.home.settings.name == "йцу"
        assert visit.home.is_running
        await visit.press("й")
        assert not visit.home.is_running

    Visit(SETTINGS).of(script)
