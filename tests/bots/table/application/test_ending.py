"""The end of a game in the application: what next, looking back, the same again, a picture."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bots.table.application.desk import Desk
from tests.bots.table.playing import city_game, played, rebuilt
from urbanist.bots.table import table_of
from urbanist.bots.table.application.frame import TooltipText
from urbanist.bots.table.kit.language import LANGUAGES, tr
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.verdict import PLACES
from urbanist.engine.history import History

#: Games whose moves were partly random; the first two are over, and the person gave up the third.
ENDED = {
    "metropolys": played(1000, seats=2),
    "akropolis": city_game(1000),
    "warszawa": rebuilt(60, seats=3),
}


def desk_of(history: History, *, file: Path | None = None, size: tuple[int, int] = (120, 40)) -> Desk:
    players = ("human", *["drawn"] * (history.state.seats - 1))
    desk = Desk(history, players, file=file, size=size)
    desk.session.notes.resigned = None if history.state.over else 0
    return desk


@pytest.mark.parametrize("by", ["key", "click"])
def test_the_same_again_deals_anew_with_the_same_seats_in_a_new_file(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(desk: Desk) -> None:
        before = desk.session.history
        if by == "key":
            await desk.press("a")
        else:
            await desk.click(*desk.find("Same again (a)"))
        session = desk.session
        assert session.person == 0
        assert session.history.state.seats == before.state.seats
        assert session.history.deal != before.deal
        assert session.players == ("human", "drawn")
        assert "Take a tile" in desk.screen
        await desk.press("n", "enter")
        assert session.file is not None
        assert session.file.parent == tmp_path / "urbanist" / "saves"
        assert saves.read_game(session.file)[1].deal == session.history.deal

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "game.jsonl"
    desk_of(ENDED["akropolis"], file=file).play(script)
    assert saves.read_game(file)[1].state.over


def test_a_page_has_its_size_when_it_is_first_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[tuple[int, int]] = []

    async def script(desk: Desk) -> None:
        await desk.read()
        await desk.press("escape")
        sizes.clear()
        # Not by `Desk.press`, which paints once after all.
        await desk.pilot.press("s")
        assert "Close (Esc)" in desk.screen

    monkeypatch.setattr(TooltipText, "on_resize", lambda _, event: sizes.append(event.size), raising=False)
    desk_of(ENDED["akropolis"], size=(80, 24)).play(script)
    assert len(set(sizes)) == 1


def test_games_after_one_another_are_the_same_again_with_the_same_seed() -> None:
    deals = []
    for _ in range(2):
        desk = desk_of(ENDED["akropolis"])
        desk.session.again()
        first = desk.session.history.deal
        desk.session.again()
        deals.append((first, desk.session.history.deal))
    assert deals[0] == deals[1]
    assert deals[0][0] != deals[0][1]


def test_a_picture_is_saved_to_the_current_folder_and_never_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("p")
        await desk.until("The picture: ")
        await desk.press("s")
        await desk.click(*desk.find("Save a picture (p)"))
        monkeypatch.chdir("/proc")
        await desk.press("s", "p")
        await desk.until("No picture is saved: ")

    monkeypatch.chdir(tmp_path)
    desk_of(ENDED["akropolis"]).play(script)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["akropolis-2.png", "akropolis.png"]
    assert (tmp_path / "akropolis.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("keys", "what"), [(("l",), "end"), (("escape", "w"), "worst"), (("y",), "mistakes")]
)
def test_keys_of_the_end_lead_to_the_room_of_analysis(keys: tuple[str, ...], what: str) -> None:
    async def script(desk: Desk) -> None:
        if "escape" in keys:
            await desk.read()
        await desk.press(*keys)

    assert desk_of(ENDED["akropolis"]).play(script).app.looking == what


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
def test_the_page_of_the_end_is_not_cut_off(size: tuple[int, int]) -> None:
    async def script(desk: Desk) -> None:
        for word in (
            "Look back (l)",
            "My mistakes (y)",
            "Same again (a)",
            "Another game (n)",
            "Save a picture (p)",
            "Close (Esc)",
        ):
            assert word in desk.screen
        assert "together" in desk.screen

    desk = desk_of(ENDED["metropolys"], size=size)
    desk.app.offers_another = True
    desk.play(script)


#: Games to their end, by the number of seats.
WHOLE: dict[str, Callable[[int], History]] = {
    "metropolys": lambda seats: played(1000, seats=seats),
    "akropolis": lambda seats: city_game(1000, seats=seats),
    "warszawa": lambda seats: rebuilt(1000, seats=seats),
}
SEATS = [("metropolys", 4), ("akropolis", 4), ("warszawa", 5)]
#: The language whose words are longest at these tables; the others wait for the night.
LONG = "ru"
FEWER = [("metropolys", 2), ("metropolys", 3), ("akropolis", 3), ("warszawa", 3), ("warszawa", 4)]


@pytest.mark.parametrize(
    ("game", "seats", "language", "size"),
    [
        *(
            pytest.param(*each, language, (80, 24), marks=[pytest.mark.nightly] * (language != LONG))
            for each in SEATS
            for language in LANGUAGES
        ),
        *(pytest.param(*each, "pl", (80, 24), marks=pytest.mark.nightly) for each in FEWER),
        *((*each, "pl", (120, 40)) for each in SEATS),
    ],
)
def test_the_end_shows_sums_ranks_and_all_buttons_and_breaks_no_line(
    game: str, seats: int, language: str, size: tuple[int, int], speak: Callable[[str], None]
) -> None:
    speak(language)
    state = WHOLE[game](seats).state

    async def script(desk: Desk) -> None:
        lines = desk.lines()
        sums = next(number for number, line in enumerate(lines) if f" {tr('together')} " in line)
        assert re.search(r"\s+".join(map(str, state.scores())), lines[sums])
        places = [tr(PLACES[rank]) if rank in PLACES else tr("{rank}th", rank=rank) for rank in state.ranks()]
        assert re.search(r"\s+".join(map(re.escape, places)), lines[sums + 1])
        for row in state.score_rows(0):
            fact = table_of(game).fact(row)
            first = (fact.common or fact.label).split()[0]
            assert any(re.search(rf"│ +{re.escape(first)}(?!\w).* {row.points} ", line) for line in lines)
        for key in ("l", "y", "a", "n", "p", "Esc"):
            assert f"({key})" in desk.screen

    desk = desk_of(WHOLE[game](seats), size=size)
    desk.app.offers_another = True
    desk.play(script)


def test_before_the_end_there_is_nothing_to_look_back_at() -> None:
    async def script(desk: Desk) -> None:
        await desk.press("l")
        assert desk.app.looking is None
        await desk.press("s")
        assert "Scores so far" in desk.screen
        assert "Same again" not in desk.screen

    Desk(city_game(4), ("human", "drawn")).play(script)


def test_a_second_enter_that_was_typed_with_the_last_move_leaves_the_end_on_the_screen() -> None:
    async def script(desk: Desk) -> None:
        await desk.press("n")
        desk.app.simulate_key("enter")
        desk.app.simulate_key("enter")
        await desk.until("Close (Esc)")
        await desk.pilot.pause()
        assert desk.session.ended
        assert "Close (Esc)" in desk.screen
        # Whoever has seen the page closes it by the same key.
        await desk.read()
        await desk.press("enter")
        assert "Close (Esc)" not in desk.screen

    game = ENDED["akropolis"]
    last = max(ply for ply, state in enumerate(game.states) if not (state.over or state.due))
    seat = game.states[last].to_move
    players = tuple("human" if each == seat else "drawn" for each in range(game.state.seats))
    Desk(game.until(last), players, size=(120, 40)).play(script)


def test_a_choice_at_the_end_can_be_made_as_soon_as_it_is_seen() -> None:
    async def script(desk: Desk) -> None:
        await desk.press("l")
        assert desk.app.looking == "end"

    desk_of(ENDED["akropolis"]).play(script)
