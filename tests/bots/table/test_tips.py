"""What things at a table are and do: by pointer, by key, and for every row of a score."""

import re

import pytest
from textual.widgets._tooltip import Tooltip

from tests.bots.table.application.desk import Desk
from tests.bots.table.application.screens import LEAST, PAGES, SHOWN, file_of, screen_of
from tests.bots.table.application.window import Size
from tests.bots.table.playing import city_game, played, rebuilt
from urbanist.bots.table import table_of
from urbanist.engine.history import History
from urbanist.engine.metropolys.editions import EDITIONS

GAMES = {
    "family": played(60, variant="family"),
    "expert": played(60),
    "akropolis": city_game(30, options=("temples",), greed=0.8),
    "warszawa": rebuilt(90),
}
SENTENCE = re.compile(r"[-A-Z0-9].*\.", re.DOTALL)


def seats(history: History) -> tuple[str, ...]:
    person = history.state.to_move
    return tuple("human" if seat == person else "drawn" for seat in range(history.state.seats))


@pytest.mark.parametrize("name", GAMES)
def test_every_row_of_every_score_says_what_it_means(name: str) -> None:
    for history in (GAMES[name], GAMES[name].until(3)):
        table = table_of(history.game.name)
        for seat in range(history.state.seats):
            for row in history.state.score_rows(seat):
                assert SENTENCE.fullmatch(table.fact(row).tip)


def test_the_points_of_tokens_are_those_of_the_engine() -> None:
    for seat in range(4):
        for row in played(1000).state.score_rows(seat):
            if row.kind.endswith(" tokens"):
                assert row.each == getattr(EDITIONS.at(0).points, row.kind.removesuffix(" tokens"))


@pytest.mark.parametrize("size", [(80, 24), pytest.param((130, 40), marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", GAMES)
def test_every_character_of_a_board_is_explained_in_sentences_or_shows_nothing(name: str, size: Size) -> None:
    async def script(desk: Desk) -> None:
        columns, lines = desk.board.size
        tips = {desk.board.about(column, line) for column in range(0, columns, 2) for line in range(lines)}
        assert [text for text in tips if text and not SENTENCE.fullmatch(text)] == []
        assert len(tips) > 12

    Desk(GAMES[name], seats(GAMES[name]), size=size).play(script)


#: For each game something on its board or beside it, and what its explanation says.
RESTED = {
    "expert": [
        ("C10", "a place of type park in Centre"),
        ("♦", "A statue."),
        ("tallest", "In each district"),
    ],
    "akropolis": [
        ("q1", "gives no points; when"),
        ("★H1", "1 ★ to multiply the value"),
        ("t  temples", "A temple"),
    ],
    "warszawa": [
        ("5 cc", "(field 5) gives 2 concrete."),
        ("▒▒▒", "Clear it"),
        ("you", "begins the round"),
    ],
}


@pytest.mark.parametrize("game", RESTED)
def test_the_pointer_explains_what_it_rests_on(game: str) -> None:
    async def script(desk: Desk) -> None:
        for sign, text in RESTED[game]:
            column, line = desk.find(sign)
            tip = desk.app.screen.get_child_by_type(Tooltip)
            # A pointer that moves hides the tip, and shows it again when it rests.
            for step in range(20):
                await desk.pilot.hover(offset=(column + step % 2, line))
                await desk.pilot.pause(0.5)
                if tip.display and text in " ".join(str(tip.content).split()):
                    break
            else:
                raise AssertionError((sign, tip.display, str(tip.content)))

    history = GAMES[game]
    Desk(history, seats(history), size=(120, 40), tooltips=True).play(script)


#: For each game the keys that choose something, and what is said about it.
CHOSEN = {
    "expert": (("n",), "a place of type"),
    "akropolis": (("n",), "Tile "),
    "warszawa": (("n",), "."),
}


@pytest.mark.parametrize("game", CHOSEN)
def test_a_key_explains_what_is_chosen_and_what_stands_beside_the_board(game: str) -> None:
    async def script(desk: Desk) -> None:
        keys, text = CHOSEN[game]
        await desk.press(*keys)
        here = desk.board.here()
        assert text in here
        await desk.press("e")
        await desk.until("What is what")
        shown = " ".join(re.sub("[│▊]", " ", desk.screen).split())
        assert " ".join(here.split("\n")[0].split()[:4]) in shown
        await desk.press("escape")
        assert "What is what" not in desk.screen

    history = GAMES[game]
    Desk(history, seats(history), size=(120, 40)).play(script)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("game", SHOWN)
def test_the_pages_that_teach_look_as_they_did(game: str, page: str) -> None:
    assert screen_of(game, LEAST, page) == file_of(game, LEAST, page).read_text(encoding="utf-8")
