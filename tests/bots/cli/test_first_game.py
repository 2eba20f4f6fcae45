"""The first game of each kind on a real terminal of 80 x 24: by keys and by mouse, in each language, to its end."""

import contextlib
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from tests.bots.cli.test_home import MAIN, environment  # noqa: F401  # a fixture
from tests.bots.cli.test_play import Screen
from tests.bots.cli.using import killed
from tests.bots.table.steps import first_game
from urbanist.bots.table import load_catalogs, table_of, word_of
from urbanist.bots.table.application.dialog import UNSEEN
from urbanist.bots.table.kit.language import LANGUAGES, tr
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session import saves

#: The longest that anything may take on a busy machine, in seconds.
PATIENCE = 180
#: The seconds for which nothing moves on a terminal before somebody acts.
GLANCE = 0.05
GAMES = ("metropolys", "akropolis", "warszawa")
#: What the page of the end offers.
BUTTONS = ("Look back", "My mistakes", "Same again", "Another game", "Save a picture", "Close (Esc)")
#: What stands before what a chosen move does, and in the line of keys where the next good move can be chosen.
CHOSEN, NEXT = "✓ ", r"(?<!\w)n \w"


class Person(Screen):
    """Somebody at a terminal who plays a first game by keys or by mouse, and looks before each key and each click."""

    def __init__(self, game: str, by: str, environment: dict[str, str]) -> None:  # noqa: F811
        super().__init__([], environment, (24, 80), MAIN)
        self.terminal.child.delaybeforesend = None
        self.game, self._by_mouse = game, by == "mouse"
        self.lesson = first_game(game)

    @property
    def shown(self) -> str:
        """What the terminal shows once nothing moves on it for a moment."""
        with contextlib.suppress(pexpect.TIMEOUT):
            while True:
                self._stream.feed(self.terminal.child.read_nonblocking(1 << 16, timeout=GLANCE))
        return "\n".join(self._screen.display)

    def wait(self, seen: Callable[[str], bool], patience: float = PATIENCE) -> bool:
        """Look until something is seen on the terminal; return whether it is."""
        end = time.monotonic() + patience
        while not (there := seen(self.shown)) and time.monotonic() < end:
            pass
        return there

    def step(self, number: int) -> str:
        """Return what stands above a step."""
        return tr("Step {step} of {steps}", step=number + 1, steps=len(self.lesson.steps))

    def click(self, pattern: str) -> None:
        """Click where a text begins that the terminal shows lowest, if it does."""
        for row, line in reversed([*enumerate(self.shown.splitlines(), 1)]):
            if at := re.search(pattern, line):
                column = at.start() + 1
                self.press(f"\x1b[<0;{column};{row}M", f"\x1b[<0;{column};{row}m")
                return

    def act(self, key: str, place: str, seen: Callable[[str], bool]) -> None:
        """Press a key, or click on a place, until something is seen; once is enough unless it was too early."""
        for _ in range(3):
            if self._by_mouse:
                self.click(place)
            else:
                self.press(key)
            if self.wait(seen, PATIENCE / 3):
                return
        raise AssertionError(f"{key!r} does nothing:\n{self.shown}")

    def begin(self) -> None:
        """Open the first game from a home that is new."""
        self.until("› ")
        # In the section are lines for each guided game, the rules, and what the board shows.
        above = sum(len(table_of(game).guided) + 2 for game in GAMES[: GAMES.index(self.game)])
        self.press(*["\x1b[B"] * above)
        self.until("› " + tr("{game}: your first game", game=upper(word_of(self.game, self.game))))
        self.press("\r")
        self.until(self.step(0))

    def take(self, number: int) -> None:
        """Do what a step asks for, until it is past."""
        self.until(self.step(number))
        step = self.lesson.steps[number]
        if step.move:
            self.act("1", re.escape(tr("show me the move")), lambda shown: CHOSEN in shown)
            self.act("\r", "⏎ ", lambda shown: self.step(number) not in shown)
        else:
            self.act("\r", "Enter ", lambda shown: self.step(number) not in shown)

    def take_all_steps(self) -> None:
        """Play the steps, each after the one before."""
        for number in range(len(self.lesson.steps)):
            self.take(number)

    def play_on(self) -> None:
        """Play what is offered first, as soon as it is the person's turn, until the page of the end is there."""
        while True:
            assert self.wait(lambda shown: is_free(shown) or is_over(shown)), self.shown
            if is_over(self.shown):
                return
            self.act("n", NEXT, lambda shown: CHOSEN in shown)
            self.act("\r", "⏎ ", lambda shown: CHOSEN not in shown)


def is_free(shown: str) -> bool:
    """Return whether a move can be chosen."""
    return bool(re.search(NEXT, shown.splitlines()[-1]))


def is_over(shown: str) -> bool:
    """Return whether the page of the end is there: with all its buttons, and the rank of each seat."""
    return all(tr(said) in shown for said in (*BUTTONS, "1st", "2nd"))


@pytest.fixture
def persons(
    environment: dict[str, str],  # noqa: F811
    tmp_path: Path,
    speak: Callable[[str], None],
) -> Iterator[Callable[[str, str, str], Person]]:
    """Give what opens a home that speaks a language, for a person who plays a game by keys or by mouse."""
    came: list[Person] = []

    def come(game: str, language: str, by: str) -> Person:
        speak(language)
        load_catalogs()
        settings = tmp_path / "config/urbanist"
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "settings.json").write_text(json.dumps({"language": language, "pace": 0}))
        came.append(Person(game, by, environment))
        return came[-1]

    yield come
    for person in came:
        killed(person.terminal.child)


@pytest.fixture
def person(game: str, language: str, by: str, persons: Callable[[str, str, str], Person]) -> Person:
    """Give a person who has begun a first game, as the parameters of the test say."""
    person = persons(game, language, by)
    person.begin()
    return person


def ways() -> list[object]:
    """Return all ways to play; by day one game is played by mouse, and a test below begins another one by keys."""
    days = {("akropolis", "cs", "mouse")}
    walks = ((game, language, by) for game in GAMES for language in LANGUAGES for by in ("keys", "mouse"))
    return [pytest.param(*way, marks=[] if way in days else [pytest.mark.nightly]) for way in walks]


@pytest.mark.nightly
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
    # The page of the end shows the sum of each seat.
    assert record.scores is not None
    page = person.shown
    sums = list(map(str, record.scores))
    sums_shown = [
        re.findall(r"\d+", line.partition(tr("together"))[2])[: len(sums)] for line in page.splitlines()
    ]
    assert sums in sums_shown, page
    time.sleep(UNSEEN)  # a key that comes sooner was not typed for this page
    person.act("q", re.escape(tr("Close (Esc)")), lambda shown: tr("My mistakes") not in shown)
    person.act("q", r"(?<!\w)q \w", lambda shown: tr("Continue") in shown)
    person.press("q")
    assert person.terminal.end()[1] == 0


def test_a_first_game_that_was_left_goes_on_at_its_step(persons: Callable[[str, str, str], Person]) -> None:
    person = persons("metropolys", "en", "keys")
    person.begin()
    for number in range(3):
        person.take(number)
    person.until(person.step(3))
    person.press("q")
    person.until("Continue")
    person.press("q")
    assert person.terminal.end()[1] == 0
    again = persons("metropolys", "en", "keys")
    again.until("Metropolys: your first game, step 4 of 12")
    again.press("\r")
    again.until(again.step(3))
    again.press("\x03")
    again.until("Continue")
    again.press("\x03")
    assert again.terminal.end()[1] == 0
