"""Metropolys in other languages: nothing stays in English, and nothing is cut that is whole in English."""

from collections.abc import Callable, Iterator
from itertools import product
from textwrap import wrap

import pytest

from tests.bots.table.drawing import drawn, texts
from tests.bots.table.playing import played
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.pseudo import untranslated
from urbanist.bots.table import PlayerView, draw_board, table_of
from urbanist.bots.table.kit.language import LANGUAGES, translated
from urbanist.bots.table.kit.picture.lettering import width
from urbanist.bots.table.kit.terminal.block import tips_of
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.picture.picture import SHEET, STEP
from urbanist.bots.table.metropolys.terminal.board import MetropolysBoard
from urbanist.bots.table.metropolys.terminal.board_map import landmark_at, raster
from urbanist.bots.table.metropolys.text.facts import building_tip, place_tip
from urbanist.engine import NotationError
from urbanist.engine.history import History
from urbanist.engine.metropolys.pieces import NAMES

TABLE = table_of("metropolys")
FOREIGN = [code for code in LANGUAGES if code != "en"]
#: Players whose names have no Latin letters.
PLAYERS = ("Ира", "Оля", "Юра", "Яна")
#: The board and the column beside it in windows of 80x24, 120x40 and 200x50, in columns and lines.
WINDOWS = (((43, 19), 32), ((83, 36), 32), ((150, 46), 45))
#: The room before the words "to move" on a card of a picture.
TURN = 7.5
#: The width and the lines of the guide in a window of 80x24.
GUIDE = (78, 3)


def pov(history: History) -> PlayerView:
    return PlayerView.of(history, history.state.to_move, PLAYERS[: history.state.seats])


def board(history: History) -> MetropolysBoard:
    shown = MetropolysBoard()
    shown.show(pov(history), free=not history.state.over)
    return shown


def guides(history: History) -> Iterator[str]:
    """Yield what a person reads who thinks of nothing, and of each of some moves."""
    shown = board(history)
    for move in (None, *history.state.legal()[::9]):
        if move is not None:
            shown.propose(move)
        guide = shown.guide()
        yield f"{guide.now}\n  {guide.effect}"


def refusals(history: History) -> Iterator[str]:
    for typed in ("13@N3", "1@C1", "1@N3", "pass", "13@W1", "12@C9"):
        try:
            TABLE.read_move(typed, history.state)
        except NotationError as error:
            yield translated(error.args[0]).replace("7@N3", "").replace("pass", "")


def said(history: History) -> Iterator[str]:
    """Yield every text about a position."""
    seen = pov(history)
    yield TABLE.describe(seen)
    yield TABLE.list_moves(history.state).replace("pass", "")
    yield from (lesson.text for lesson in TABLE.lessons(seen))
    base = raster(78, 29, "CNESW", 0)
    yield from (landmark_at(base, 0, column, row) for column, row in product(range(0, 78, 3), range(29)))
    yield from (place_tip(seen, name) for name in NAMES)
    for seat in range(history.state.seats):
        yield from (building_tip(seen, seat, value) for value in range(1, 14))
        for row in history.state.score_rows(seat):
            yield from (str(TABLE.fact(row)), TABLE.fact(row).tip, TABLE.fact(row).common)
    yield from (line.plain for line in draw_board(seen, 100, 35))
    yield from refusals(history)


def drawn_by(shown: MetropolysBoard) -> Iterator[str]:
    """Yield every text on a board and beside it."""
    yield shown.title().plain
    for size, beside in WINDOWS:
        block = shown.side(beside, 30)
        yield from [line.plain for line in block] + tips_of(block)
        yield from shown.paint(*size).text().plain.split("\n")


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("variant", ["family", "expert"])
def test_nothing_of_a_game_stays_in_english(variant: str) -> None:
    history = played(1000, variant=variant)
    seen = pov(history)
    texts = {TABLE.narrate(seen, ply) for ply in range(len(history.events))} | {TABLE.how_to_move()}
    for plies in (0, 1, 40, 41, 70, 71, 1000):
        part = history.until(min(plies, len(history.events)))
        texts |= {*said(part), *drawn_by(board(part))}
        if not part.state.over:
            texts |= {
                *guides(part),
                *(TABLE.explain(part.state, move) for move in part.state.legal()[::5]),
            }
    assert {word for text in texts for word in untranslated(text)} <= {"pass"}


@pytest.mark.usefixtures("pseudo")
def test_nothing_of_a_picture_stays_in_english() -> None:
    drawing = drawn(played(40), names=PLAYERS)
    style = drawing.findtext("style") or ""
    shown = [text for text in drawing.itertext() if text != style]
    assert {word for text in shown for word in untranslated(text)} == set()


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_table_keeps_its_columns(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    for plies, variant in product(range(0, 160, 23), ("family", "expert")):
        seen = pov(played(plies, variant=variant))
        assert all(line.cell_len <= 100 for line in draw_board(seen, 100, 35))


@pytest.mark.nightly
@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_board_shows_as_much_as_in_english(language: str, speak: Callable[[str], None]) -> None:
    def legends(shown: MetropolysBoard) -> list[int]:
        return [sum(sign in shown.paint(*size).text().plain for sign in "♦~*★") for size, _ in WINDOWS]

    for plies, variant in ((0, "family"), (40, "expert"), (100, "expert"), (1000, "expert")):
        shown = board(played(plies, variant=variant))
        speak("en")
        english = legends(shown)
        speak(language)
        assert legends(shown) == english
        for _, beside in WINDOWS:
            assert all(line.cell_len <= beside for line in shown.side(beside, 30))


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_a_guide_is_as_whole_as_in_english(language: str, speak: Callable[[str], None]) -> None:
    columns, lines = GUIDE
    for plies in range(0, 100, 9):
        history = played(plies)
        speak("en")
        english = list(guides(history))
        speak(language)
        for ours, theirs in zip(guides(history), english, strict=True):
            if sum(len(wrap(line, columns)) for line in theirs.split("\n")) <= lines:
                assert sum(len(wrap(line, columns)) for line in ours.split("\n")) <= lines, ours


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_texts_of_a_picture_do_not_meet(language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    drawing = drawn(played(100), names=PLAYERS)
    title, setting = (text for text in drawing.iter("text") if float(text.get("y", "0")) < -6)
    room = SHEET.right - SHEET.left - 8
    large, small = (float(text.get("font-size", "")) for text in (title, setting))
    assert width(title.text or "", large, bold=True) + width(setting.text or "", small) < room
    legend = next(one for one in drawing.iter("g") if one.get("class") == "legend")
    assert all(width(text, 1.55) < STEP - 4.5 for text in texts(drawing, legend) if len(text) > 1)
    assert width(tr("{number} built", number=13), 1.5) < TURN
