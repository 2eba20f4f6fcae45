"""The first game of each kind: every step is legal, short and plain, and it runs to its end by keys and by mouse."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.bots.table.application.fitting import too_long
from tests.bots.table.application.window import lines_of, opened
from tests.bots.table.playing import typed_words
from tests.pseudo import untranslated
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.table import board_of, has_board, table_of
from urbanist.bots.table.application.first_game import WORDS, FirstGameApplication, unmarked
from urbanist.bots.table.kit.language import LANGUAGES, tr
from urbanist.bots.table.kit.wording import FirstGame
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.session import Session
from urbanist.engine import GAMES
from urbanist.engine.history import History

PLAYED = [game for game in GAMES if has_board(game)]
#: The most words of a sentence.
LONGEST = 18
#: The words of the rule books: a step that uses one explains it, or an earlier one has.
TERMS = {
    "metropolys": {"points", "building", "token", "auction", "bid", "pass", "card", "district", "outbid"},
    "akropolis": {"city", "points", "market", "tile", "district", "plaza", "stone", "quarry", "level"},
    "warszawa": {
        "points",
        "norm",
        "card",
        "engineer",
        "foundation",
        "cube",
        "field",
        "metro",
        "pass",
        "stage",
    },
}


def lesson_of(game: str) -> FirstGame:
    lesson = table_of(game).first_game()
    assert lesson is not None
    return lesson


class Lesson:
    """A first game, driven by keys and clicks."""

    pilot: Pilot[Any]

    def __init__(self, game: str, file: Path | None = None) -> None:
        lesson = lesson_of(game)
        history = History.start(GAMES[game].read_deal(lesson.deal))
        names = ("human", *["gentle"] * (history.state.seats - 1))
        notes = Notebook.new(1, names, replayed=True)
        self.session = Session(
            history, names, table=table_of, hire=parse_bot, file=file, adviser="greedy", notes=notes
        )
        self.app = FirstGameApplication(self.session, board_of(game), lesson)

    def of(self, script: Callable[["Lesson"], Awaitable[None]]) -> "Lesson":
        async def run() -> None:
            async with opened(self.app, (80, 24)) as self.pilot:
                await script(self)

        asyncio.run(run())
        return self

    @property
    def lines(self) -> list[str]:
        return lines_of(self.app)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.lines).split())

    async def press(self, key: str) -> None:
        await self.pilot.press(key)
        await self.pilot.pause()

    async def click(self, word: str) -> None:
        """Click on the first place of a word."""
        line, column = next((n, text.index(word)) for n, text in enumerate(self.lines) if word in text)
        await self.pilot.click(offset=(column, line))
        await self.pilot.pause()


@pytest.mark.parametrize("game", PLAYED)
def test_the_steps_are_legal_and_the_person_leads_at_their_end(game: str) -> None:
    lesson = lesson_of(game)
    history = History.start(GAMES[game].read_deal(lesson.deal))
    for step in lesson.steps:
        if step.move:
            assert history.state.to_move == 0
            assert not history.state.due
            assert step.hint
        for event in (*([step.move] if step.move else []), *step.events):
            history = History.read(history.game, history.deal, (*history.events, event))
    scores = history.state.scores()
    assert scores[0] > max(scores[1:])
    assert 8 <= len(lesson.steps) <= 12
    assert sum(bool(step.move) for step in lesson.steps) >= 3


def sentences(lesson: FirstGame) -> list[str]:
    """Return all sentences of a first game in the language."""
    texts = [lesson.onward, *(text for step in lesson.steps for text in (step.text, step.hint) if text)]
    return [
        said for text in texts for said in re.split(r"(?<=[.!?:])\s+", unmarked(lesson.say(text))) if said
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYED)
def test_no_sentence_is_long(game: str, language: str, speak: Callable[[str], None]) -> None:
    speak(language)
    assert not [said for said in sentences(lesson_of(game)) if len(said.split()) > LONGEST]


@pytest.mark.parametrize("game", PLAYED)
def test_every_term_is_explained_where_it_comes_first(game: str) -> None:
    known: set[str] = set()
    for step in lesson_of(game).steps:
        explained = {word for part in WORDS.findall(step.text) for word in part.lower().split()}
        said = {*re.findall(r"[a-z]+", unmarked(f"{step.text} {step.hint}").lower())}
        for term in TERMS[game]:
            forms = {term, f"{term}s", f"{term[:-1]}ies"}
            if said & forms and term not in known:
                assert forms & explained, (step.text, term)
                known.add(term)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PLAYED)
def test_translations_explain_as_many_words(game: str, language: str, speak: Callable[[str], None]) -> None:
    lesson = lesson_of(game)
    english = [len(WORDS.findall(step.text)) for step in lesson.steps]
    speak(language)
    assert [len(WORDS.findall(lesson.say(step.text))) for step in lesson.steps] == english


#: What stands on a screen in every language: keys.
KEYS = {"Enter", "Esc", "Tab", "tab", "PgUp", "PgDn"}


@pytest.mark.usefixtures("pseudo")
@pytest.mark.parametrize("game", PLAYED)
def test_no_word_of_a_first_game_stays_english(game: str) -> None:
    left: set[str] = set()

    async def script(first: Lesson) -> None:
        while (step := first.app.current) is not None:
            left.update(untranslated(first.text))
            for key in ("1", "enter") if step.move else ("enter",):
                await first.press(key)
                left.update(untranslated(first.text))

    played = Lesson(game).of(script)
    known = typed_words(played.session.history) | KEYS
    assert not [word for word in left if not any(word in each for each in known)]


#: A first game is the same in every language, so by day it is played in one by keys, and in another by mouse.
BY_DAY = {("pl", "keys")}
WAYS = [
    pytest.param(language, by, marks=[pytest.mark.nightly] * ((language, by) not in BY_DAY))
    for language in LANGUAGES
    for by in ("keys", "mouse")
]


@pytest.mark.parametrize(("language", "by"), WAYS)
@pytest.mark.parametrize("game", PLAYED)
def test_a_first_game_runs_to_its_end_and_goes_on(
    game: str, language: str, by: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    lesson = lesson_of(game)

    async def script(first: Lesson) -> None:
        while (step := first.app.current) is not None:
            number = first.app.step
            assert not too_long(first.app)
            said = " ".join(unmarked(lesson.say(step.text)).split())
            assert said in first.text
            if by == "keys":
                for key in ("1", "enter") if step.move else ("enter",):
                    await first.press(key)
            elif step.move:
                await first.click(tr("show me the move"))
                await first.click("⏎")
            else:
                await first.click("Enter")
            assert first.app.step == number + 1
        assert first.app.teacher is not None
        assert first.session.history.events

    Lesson(game).of(script)


@pytest.mark.parametrize("game", PLAYED)
def test_another_move_is_not_played_and_is_told_why(game: str) -> None:
    async def script(first: Lesson) -> None:
        while first.app.current is not None and not first.app.current.move:
            await first.press("enter")
        step, events = first.app.current, first.session.history.events
        assert step is not None
        other = next(move for move in first.session.history.state.legal() if str(move) != step.move)
        first.app.board.propose(other)
        await first.press("enter")
        assert first.session.history.events == events
        assert step.hint in first.text
        assert tuple(map(str, first.app.board.hinted)) == (step.move,)

    Lesson(game).of(script)
