"""The full screen in each language: nothing is cut that is not cut in English, and no board is empty."""

from collections.abc import Callable
from itertools import product

import pytest

from tests.bots.table.application.desk import SIZES, Desk
from tests.bots.table.application.fitting import CUT, drawn, too_long, written
from tests.bots.table.application.screens import SHOWN
from tests.bots.table.application.test_ending import ENDED, desk_of
from tests.bots.table.application.window import Size
from tests.bots.table.playing import typed_words
from tests.pseudo import untranslated
from urbanist.bots.table.kit.language import LANGUAGES

#: The keys after which a screen is looked at, and those that go back.
LOOKS = {
    "turn": ((), ()),
    "counted": (("b",), ("escape",)),
    "hints": (("h",), ("escape",)),
    "scores": (("s",), ("escape",)),
    "explained": (("e",), ("escape",)),
    "lesson": (("t",), ("escape", "T")),
    "resign": (("x",), ("n",)),
}
#: What is looked at in every size; the others are pages that scroll.
EVERYWHERE = ("turn", "hints")
#: What the environment of a terminal says of its colours, and what the application then draws with.
COLOURS = {
    "truecolor": {"COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color"},
    "none": {"NO_COLOR": "1"},
}


async def look(desk: Desk, there: tuple[str, ...], back: tuple[str, ...]) -> list[str]:
    """Return what is cut on a screen."""
    with written() as cut:
        await desk.press(*there)
        wrong = [*too_long(desk.app), *cut]
        wrong += [line for line in desk.lines() if CUT in line]
        if not any(line.strip() for line in drawn(desk.board)):
            wrong.append("an empty board")
    await desk.press(*back)
    return wrong


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "colours"), [*product(SIZES, COLOURS)])
@pytest.mark.parametrize("game", SHOWN)
def test_a_turn_and_its_pages_fit(
    game: str,
    size: Size,
    colours: str,
    speak: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is cut in English, which comes first, may be cut in the others."""
    for variable in ("COLORTERM", "TERM", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in COLOURS[colours].items():
        monkeypatch.setenv(variable, value)
    history, keys = SHOWN[game]
    person = history.state.to_move
    seats = tuple("human" if seat == person else "drawn" for seat in range(history.state.seats))
    wrong: list[tuple[str, str, list[str]]] = []

    async def script(desk: Desk) -> None:
        assert desk.app.no_color if colours == "none" else desk.app.console.color_system == colours
        usual: dict[str, int] = {}
        for language in LANGUAGES:
            speak(language)
            desk.app.proceed()
            await desk.press(*keys)
            for name in LOOKS if size == SIZES[0] else EVERYWHERE:
                cut_off = await look(desk, *LOOKS[name])
                if len(cut_off) > usual.setdefault(name, len(cut_off)):
                    wrong.append((language, name, cut_off))

    Desk(history, seats, size=size).play(script)
    assert not wrong


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "language"), [*product(ENDED, LANGUAGES)])
def test_the_end_fits(game: str, language: str, speak: Callable[[str], None]) -> None:
    async def script(desk: Desk) -> None:
        speak(language)
        await desk.press("escape", "s")
        assert not await look(desk, (), ("escape",))
        desk.app.redraw()
        desk.app.show_keys()
        assert not await look(desk, (), ())

    desk_of(ENDED[game], size=SIZES[0]).play(script)


#: What stands on a screen in every language: keys, and the player of these games.
ALIKE = {"Tab", "tab", "Shift", "Esc", "Enter", "Ctrl", "PgUp", "PgDn", "drawn"}
#: The keys that open pages with words: the help is turned over to the keys, and the rules are in another file.
WORDY = (*LOOKS.values(), (("question_mark", "question_mark"), ("question_mark", "escape")))


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", SHOWN)
def test_no_word_of_a_screen_stays_english(game: str) -> None:
    history, keys = SHOWN[game]
    person = history.state.to_move
    seats = tuple("human" if seat == person else "drawn" for seat in range(history.state.seats))
    known = typed_words(history) | ALIKE
    left: set[str] = set()

    async def script(desk: Desk) -> None:
        await desk.press(*keys)
        for there, back in WORDY:
            await desk.press(*there)
            left.update(untranslated(desk.screen))
            await desk.press(*back)

    Desk(history, seats, size=SIZES[1]).play(script)
    # A page covers parts of words.
    assert not [word for word in left if not any(word in each for each in known)]
