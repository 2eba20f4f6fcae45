"""The board and the picture of Metropolys show as much in other languages as in English."""

from collections.abc import Callable

import pytest

from tests.bots.table.drawing import NAMES, drawn, texts
from tests.bots.table.playing import played
from tests.bots.table.spoken import DAILY_LANGUAGES
from urbanist.bots.table import PlayerView
from urbanist.bots.table.kit.picture.lettering import width
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.picture.picture import SHEET, STEP
from urbanist.bots.table.metropolys.terminal.board import MetropolysBoard

#: The board and the column beside it in windows of 80x24, 120x40 and 200x50, in columns and lines.
WINDOWS = (((43, 19), 32), ((83, 36), 32), ((150, 46), 45))
#: The room before the words "to move" on a card of a picture.
TURN = 7.5


@pytest.mark.nightly
@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_the_board_shows_as_much_as_in_english(language: str, speak: Callable[[str], None]) -> None:
    def legends(shown: MetropolysBoard) -> list[int]:
        return [sum(sign in shown.paint(*size).text().plain for sign in "♦~*★") for size, _ in WINDOWS]

    for plies, variant in ((0, "family"), (40, "expert"), (100, "expert"), (1000, "expert")):
        shown, history = MetropolysBoard(), played(plies, variant=variant)
        shown.show(PlayerView.of(history, history.state.to_move, NAMES[:4]), free=not history.state.over)
        speak("en")
        english = legends(shown)
        speak(language)
        assert legends(shown) == english
        for _, beside in WINDOWS:
            assert all(line.cell_len <= beside for line in shown.side(beside, 30))


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
def test_what_stands_around_the_map_of_a_picture_has_room(
    language: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    drawing = drawn(played(100))
    title, setting = (text for text in drawing.iter("text") if float(text.get("y", "0")) < -6)
    room = SHEET.right - SHEET.left - 8
    large, small = (float(text.get("font-size", "")) for text in (title, setting))
    assert width(title.text or "", large, bold=True) + width(setting.text or "", small) < room
    legend = next(one for one in drawing.iter("g") if one.get("class") == "legend")
    assert all(width(text, 1.55) < STEP - 4.5 for text in texts(drawing, legend) if len(text) > 1)
    assert width(tr("{number} built", number=13), 1.5) < TURN
