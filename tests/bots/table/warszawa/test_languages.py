"""The names and signs of Warszawa in other languages: told apart, and with room where they stand."""

import re
from collections.abc import Callable

import pytest

from tests.bots.table.playing import rebuilt
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.bots.table.test_languages import pov_of
from tests.bots.table.warszawa.test_text import game
from urbanist.bots.table.kit.language import LANGUAGES
from urbanist.bots.table.kit.picture.lettering import width
from urbanist.bots.table.kit.terminal.block import Block
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import CUBES, edition_of, supply_of
from urbanist.bots.table.warszawa.model.partial_move import LegalOptions, PartialMove
from urbanist.bots.table.warszawa.terminal import board
from urbanist.bots.table.warszawa.terminal.board import SidePanel, WarszawaBoard
from urbanist.bots.table.warszawa.text.phrases import (
    advantage,
    card_title,
    field_title,
    function_name,
    letter,
    several,
    short_field,
    thing_signs,
)
from urbanist.engine.history import History
from urbanist.engine.warszawa.edition import OBJECTS, Card, Effect, Field

FOREIGN = [code for code in LANGUAGES if code != "en"]
#: The columns beside the map in windows of 80x24, 120x40 and 200x50, and their lines.
BESIDE = ((33, 18), (45, 34), (86, 44))
#: The width of the field names of the action board, and of a line of tasks.
FIELD, TASK = 16, 33
#: The room before the signs of a field in a picture.
SIGN = 11.0


def desk(history: History, columns: int, lines: int) -> Block:
    """Return what stands beside the map, after a move."""
    state = history.state
    move = None if state.over or state.due else max(state.legal(), key=str)
    options = LegalOptions(state, free=bool(move))
    partial = PartialMove.read(options, move) if move else PartialMove(options)
    return SidePanel(pov_of(history), partial, {}, columns).lines(lines, state.play(move) if move else None)


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_every_object_has_a_letter_of_its_own(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    assert len({letter(kind) for kind in OBJECTS}) == len(OBJECTS)


@pytest.mark.parametrize("language", FOREIGN)
def test_cubes_engineers_and_markers_have_letters_of_their_own_names(
    language: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    signs = [sign for sign in thing_signs() if sign]
    assert len({*signs}) == len(signs)
    things = (*CUBES, "free engineer", "metro marker")
    assert all(f" {sign}" in f" {several(1, thing)}" for sign, thing in zip(signs, things, strict=False))
    shown = " ".join(line.plain for line in WarszawaBoard().legend(200))
    assert all(f" {sign} " in shown for sign in signs)


@pytest.mark.parametrize("language", FOREIGN)
def test_the_name_of_a_building_is_never_an_object_as_it_is_not_declined(language: str) -> None:
    said = tr.texts(language).gettext
    for template in ("builds {card} on {place} for {price}", "uses {card} and {effect}", "use {card}"):
        assert re.search(r"(: |karty |карты ){card}", said(template))


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_names_have_room_in_lists(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    edition = edition_of(game().state)
    fields = [short_field(field) for field in edition.boards[5]]
    assert max(map(len, fields)) <= FIELD
    assert max(width(name, 1.35) for name in fields) < SIGN
    assert max(board.task_line(task).cell_len for task in edition.tasks) <= TASK


@pytest.mark.parametrize("language", FOREIGN)
def test_names_of_a_users_own_file_stay_as_they_are(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    edition = edition_of(game().state)
    assert card_title(edition.cards[2]) != card_title(edition.cards[3])
    assert field_title(edition.boards[3][7]) != "Barter"
    own = Card("barter", "Barter", "service", 1, 3, "any", "none")
    assert card_title(own) == "Barter"
    for name in (field_title, short_field):
        assert name(Field(8, "Barter", False, Effect(barter=3))) == "Barter"


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_cards_in_hand_are_whole_beside_the_map(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for plies in range(0, 150, 26):
        history = rebuilt(plies, 4)
        state = history.state
        for columns, lines in BESIDE:
            block = [line.plain.rstrip() for line in desk(history, columns, lines)]
            for card in supply_of(state, state.to_move).hand:
                assert any(line.endswith((function_name(card.function), advantage(card))) for line in block)
