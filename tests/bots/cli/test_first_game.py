"""The first game of each kind on a real terminal of 80 x 24: by keys and by mouse, in each language, to its end."""

import contextlib
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from tests.bots.cli.test_home import MAIN, environment  # noqa: F401  # a fixture
from tests.bots.cli.test_play import Screen
from urbanist.bots.table import load_catalogs, table_of
from urbanist.bots.table.kit.language import LANGUAGES, tr
from urbanist.bots.table.kit.wording import FirstGame, Step
from urbanist.bots.table.session import saves

#: The longest that a whole game may take on a busy machine, in seconds.
PATIENCE = 900
GAMES = ("metropolys", "akropolis", "warszawa")
#: What the page of the end offers.
BUTTONS = ("Look back", "My worst move", "Same again", "Another game", "Save a picture", "Close (Esc)")


class Person(Screen):
    """Somebody at a terminal who plays a first game by keys or by mouse."""

    def __init__(self, game: str, by: str, environment: dict[str, str]) -> None:  # noqa: F811
        super().__init__([], environment, (24, 80), MAIN)
        self._by_mouse = by == "mouse"
        lesson = table_of(game).first_game()
        assert lesson is not None
        self.lesson: FirstGame = lesson

    @property
    def shown(self) -> str:
        """What the terminal shows now."""
        with contextlib.suppress(pexpect.TIMEOUT):
            self._stream.feed(self.terminal.child.read_nonblocking(1 << 16, timeout=0.05))
        return "\n".join(self._screen.display)

    def numbers(self, after: str, most: int) -> list[list[str]]:
        """Return the first numbers in each line after a word."""
        return [re.findall(r"\d+", line.partition(after)[2])[:most] for line in self.shown.splitlines()]

    def step(self, number: int) -> str:
        """Return what stands above a step."""
        return tr("Step {step} of {steps}", step=number + 1, steps=len(self.lesson.steps))

    def click(self, found: re.Pattern[str]) -> None:
        """Click where a text begins that the terminal shows lowest, if it does, when nothing there moves any more."""
        looks = [self.shown]
        while looks[-4:] != looks[-1:] * 4:
            looks.append(self.shown)
        for row, line in reversed([*enumerate(self._screen.display, 1)]):
            if at := found.search(line):
                column = at.start() + 1
                self.press(f"\x1b[<0;{column};{row}M", f"\x1b[<0;{column};{row}m")
                return

    def do(self, step: Step) -> None:
        """Do what a step asks for."""
        if not self._by_mouse:
            self.press(*(("1", "\r") if step.move else ("\r",)))
        elif step.move:
            self.click(re.compile(re.escape(tr("show me the move"))))
            self.until("✓ ")
            self.click(re.compile("⏎ "))
        else:
            self.click(re.compile("Enter "))

    def take_all_steps(self) -> None:
        """Play the steps, each after the one before."""
        for number, step in enumerate(self.lesson.steps):
            self.until(self.step(number))
            self.do(step)
        patience = time.monotonic() + PATIENCE
        while self.step(len(self.lesson.steps) - 1) in self.shown:
            assert time.monotonic() < patience, self.shown

    def play_on(self) -> None:
        """Play what is offered last, until the page of the end is there; there N does nothing."""
        patience = time.monotonic() + PATIENCE
        while tr("My worst move") not in self.shown:
            assert time.monotonic() < patience, self.shown
            if self._by_mouse:
                # The line of keys may have moved under a click.
                self.click(re.compile(re.escape(tr("Close (Esc)"))))
                self.click(re.compile(r"(?<!\w)n \w"))
                self.click(re.compile("⏎ "))
            else:
                self.press("N", "\r")
            if tr("The game is over.") in " ".join(self.shown.split()):
                self.press("s")
                self.until(tr("My worst move"))


def opened(game: str, language: str, by: str, environment: dict[str, str], folder: Path) -> Person:  # noqa: F811
    """Return a person whose home speaks a language, and who has begun the first game."""
    settings = folder / "config/urbanist"
    settings.mkdir(parents=True, exist_ok=True)
    (settings / "settings.json").write_text(json.dumps({"language": language, "pace": 0}))
    person = Person(game, by, environment)
    person.until("› ")
    # In the section are three lines for each game.
    person.press(*["\x1b[B"] * (3 * GAMES.index(game)), "\r")
    person.until(person.step(0))
    return person


@pytest.fixture
def person(
    game: str,
    language: str,
    by: str,
    environment: dict[str, str],  # noqa: F811
    tmp_path: Path,
    speak: Callable[[str], None],
) -> Person:
    """Give a person who has begun a first game, as the parameters of the test say."""
    speak(language)
    load_catalogs()
    return opened(game, language, by, environment, tmp_path)


def ways() -> list[object]:
    """Return all ways to play; by day two games are played in one of them, and a test below begins the third."""
    days = {("akropolis", "cs", "mouse"), ("warszawa", "ru", "keys")}
    found = ((game, language, by) for game in GAMES for language in LANGUAGES for by in ("keys", "mouse"))
    return [pytest.param(*way, marks=[] if way in days else [pytest.mark.nightly]) for way in found]


@pytest.mark.parametrize(("game", "language", "by"), ways())
def test_the_steps_are_taken_on_a_real_terminal(person: Person) -> None:
    person.take_all_steps()
    person.press("\x03")
    person.until(tr("Continue"))
    person.press("\x03")
    assert person.terminal.end()[1] == 0


@pytest.mark.nightly
@pytest.mark.parametrize("by", ["keys", "mouse"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_played_to_the_end_on_a_real_terminal(person: Person, tmp_path: Path) -> None:
    person.take_all_steps()
    person.play_on()
    [file] = (tmp_path / "urbanist/saves").iterdir()
    record, _ = saves.read_game(file)
    assert record.ended == "played out"
    # The page of the end shows the sum and the rank of each seat, and every button.
    assert record.scores is not None
    sums = list(map(str, record.scores))
    patience = time.monotonic() + PATIENCE
    while sums not in person.numbers(tr("together"), len(sums)):
        assert time.monotonic() < patience, person.shown
        if tr("My worst move") not in person.shown:
            person.press("s")  # an Enter that came late has closed it
            person.until(tr("My worst move"))
    page = person.shown
    for said in (*BUTTONS, "1st", "2nd"):
        assert tr(said) in page, said
    person.press("q")
    while tr("My worst move") in person.shown:
        pass
    person.press("q")
    person.until(tr("Continue"))
    person.press("q")
    assert person.terminal.end()[1] == 0


def test_a_first_game_that_was_left_goes_on_at_its_step(
    environment: dict[str, str],  # noqa: F811
    tmp_path: Path,
    speak: Callable[[str], None],
) -> None:
    speak("en")
    person = opened("metropolys", "en", "keys", environment, tmp_path)
    for number in range(3):
        person.until(person.step(number))
        person.do(person.lesson.steps[number])
    person.until(person.step(3))
    person.press("q")
    person.until("Continue")
    person.press("q")
    assert person.terminal.end()[1] == 0
    again = Person("metropolys", "keys", environment)
    again.until("Metropolys: your first game, step 4 of 11")
    again.press("\r")
    again.until(again.step(3))
    again.press("\x03")
    again.until("Continue")
    again.press("\x03")
    assert again.terminal.end()[1] == 0
