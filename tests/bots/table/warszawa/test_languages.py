"""Warszawa in other languages: nothing stays in English, and nothing is cut that is whole in English."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from textwrap import wrap

import pytest

from tests.bots.table.drawing import drawn, texts
from tests.bots.table.playing import rebuilt
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.bots.table.warszawa.test_text import NORMS, PLANNED, game
from tests.pseudo import untranslated
from urbanist.bots.table import PlayerView, draw_board, table_of
from urbanist.bots.table.kit.language import LANGUAGES, translated
from urbanist.bots.table.kit.picture.lettering import width
from urbanist.bots.table.kit.terminal.block import Block, tips_of
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import CUBES, edition_of, supply_of
from urbanist.bots.table.warszawa.model.partial_move import LegalOptions, PartialMove
from urbanist.bots.table.warszawa.picture.picture import SHEET
from urbanist.bots.table.warszawa.terminal import board
from urbanist.bots.table.warszawa.terminal.board import SidePanel, WarszawaBoard
from urbanist.bots.table.warszawa.text import facts
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
from urbanist.engine import NotationError
from urbanist.engine.history import History
from urbanist.engine.warszawa.edition import OBJECTS, Card, Effect, Field
from urbanist.engine.warszawa.geography import HEXES

TABLE = table_of("warszawa")
FOREIGN = [code for code in LANGUAGES if code != "en"]
#: Players whose names have no Latin letters.
PLAYERS = ("Ира", "Оля", "Юра", "Яна", "Эля")
#: The columns beside the map in windows of 80x24, 120x40 and 200x50, and their lines.
BESIDE = ((33, 18), (45, 34), (86, 44))
#: The width and the lines of the guide in a window of 80x24.
GUIDE = (78, 3)
#: The width of the field names of the action board, and of a line of tasks.
FIELD, TASK = 16, 33
#: The room before the signs of a field in a picture.
SIGN = 11.0
#: How far the feet of two texts in one line of a picture differ at most.
LINE = 0.5


def pov(history: History) -> PlayerView:
    return PlayerView.of(history, history.state.to_move, PLAYERS[: history.state.seats])


def english(history: History, texts: Iterable[str]) -> set[str]:
    """Return the words with Latin letters that are not typed: verbs, ids of cards, also cut, and names of data."""
    edition = edition_of(history.state)
    typed = [
        "norm send clear use build metro bridge pass done rrr xyz",
        edition.name,
        history.state.game.name,
        *(card.id for card in edition.cards),
    ]
    stay = {word for text in typed for word in untranslated(text)}
    left = {word for text in texts for word in untranslated(text)}
    return {word for word in left if not any(each.startswith(word) for each in stay)}


def guides(history: History) -> Iterator[str]:
    """Yield what a person reads who thinks of nothing, and of each of some moves, with a wrong place for them."""
    shown = WarszawaBoard()
    seen = pov(history)
    shown.show(seen, free=True)
    for move in (None, *history.state.legal()[::9]):
        if move is not None:
            shown.propose(move)
            yield shown.here()
        guide = shown.guide()
        yield f"{guide.now}\n  {guide.effect}"
    options = LegalOptions(history.state, free=True)
    for subject in (each for each in options.subjects if each.startswith(("card", "field"))):
        yield tr("Not so: {reason}.", reason=PartialMove(options, subject, "3,0").illegal_reason)


def desk(history: History, columns: int, lines: int) -> Block:
    """Return what stands beside the map, after a move."""
    state = history.state
    move = None if state.over or state.due else max(state.legal(), key=str)
    options = LegalOptions(state, free=bool(move))
    partial = PartialMove.read(options, move) if move else PartialMove(options)
    return SidePanel(pov(history), partial, {}, columns).lines(lines, state.play(move) if move else None)


def refusals(history: History) -> Iterator[str]:
    """Yield the reasons against typed texts and against the moves of another phase."""
    typed = ["?!", "send@99", "send@8", "clear@0,0", "fso@9,9", "mdm@0,1", "use@fso", "build@0,1/c"]
    typed += [
        "metro@1,0/0",
        "metro@0,0/2",
        "bridge@1,0/0/cr",
        "bridge@1,0/0/rrr",
        "norm@n02",
        "send@4",
        "clear@9,9",
    ]
    for text in typed:
        yield from error(partial(TABLE.read_move, text, history.state))
    for move in ("fso@0,0", "zeran@1,0", "kolo@-3,0", "send@1:fc", "send@8", "clear@1,1", "pass", "done"):
        if move not in history.state.legal():
            yield translated(history.state.illegal_reason(move))


def error(call: Callable[[], object]) -> Iterator[str]:
    try:
        call()
    except NotationError as error:
        yield translated(error.args[0])


def said(history: History) -> Iterator[str]:
    """Yield every text about a position."""
    seen, state = pov(history), history.state
    yield TABLE.describe(seen)
    yield TABLE.describe_unknown(seen)
    yield from (lesson.text for lesson in TABLE.lessons(seen))
    yield from (facts.hex_tip(seen, cell) for cell in range(len(HEXES)))
    yield from (facts.seat_tip(seen, seat) for seat in range(state.seats))
    for row in (row for seat in range(state.seats) for row in state.score_rows(seat)):
        yield from (str(TABLE.fact(row)), TABLE.fact(row).tip, TABLE.fact(row).common)
    for size in ((100, 35), (200, 60)):
        yield from (line.plain for line in draw_board(seen, *size))
    for beside in BESIDE:
        block = desk(history, *beside)
        yield from [*(line.plain for line in block), *tips_of(block)]
    if not state.over and not state.due:
        yield from refusals(history)
        yield from guides(history)


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("seats", [3, 4])
def test_nothing_of_a_game_stays_in_english(seats: int) -> None:
    history = rebuilt(1000, seats, seats)
    seen = pov(history)
    texts = {TABLE.narrate(seen, ply) for ply in range(len(history.events))}
    for plies in (0, 14, 40, 75, 140, 1000):
        texts |= set(said(history.until(min(plies, len(history.events)))))
    for events in (NORMS, PLANNED):
        texts |= set(refusals(game(*events)))
    assert english(history, texts) == set()


@pytest.mark.usefixtures("pseudo")
def test_nothing_of_a_picture_stays_in_english() -> None:
    history = rebuilt(75, 3)
    drawing = drawn(history, names=PLAYERS)
    style = drawing.findtext("style") or ""
    shown = [text for text in drawing.itertext() if text != style]
    assert english(history, shown) == set()


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


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
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
def test_the_table_and_the_board_have_room(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for plies in range(0, 150, 13):
        history = rebuilt(plies, 4)
        seen, state = pov(history), history.state
        for columns, lines in ((80, 24), (120, 40), (200, 50)):
            assert all(line.cell_len <= columns for line in draw_board(seen, columns, lines))
        for columns, lines in BESIDE:
            block = [line.plain.rstrip() for line in desk(history, columns, lines)]
            for card in supply_of(state, state.to_move).hand:
                assert any(line.endswith((function_name(card.function), advantage(card))) for line in block)


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_a_guide_is_as_whole_as_in_english(language: str, speak: Callable[[str], None]) -> None:
    columns, most = GUIDE

    def high(text: str) -> int:
        return sum(len(wrap(line, columns)) for line in text.split("\n"))

    for plies in range(0, 150, 13):
        history = rebuilt(plies, 4)
        if not history.state.due and not history.state.over:
            speak("en")
            whole = list(guides(history))
            speak(language)
            for ours, theirs in zip(guides(history), whole, strict=True):
                assert high(theirs) > most or high(ours) <= most, ours


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_texts_of_a_picture_do_not_meet(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for seats, plies in ((3, 100), (5, 20)):
        drawing = drawn(rebuilt(plies, 1, seats), names=PLAYERS)
        met = []
        for each in drawing.iter("text"):
            if anchor := each.get("text-anchor"):
                x, y, size = (float(each.get(name, "")) for name in ("x", "y", "font-size"))
                wide = width(each.text or "", size, bold="bold" in each.get("class", ""))
                left = x if anchor == "start" else x - wide
                met.append((left, left + wide, y))
        assert max(right for _, right, _ in met) <= SHEET.right
        for here, there in combinations(met, 2):
            assert abs(here[2] - there[2]) >= LINE or here[1] <= there[0] or there[1] <= here[0]
        assert not [text for text in texts(drawing) if text.endswith("…")]
