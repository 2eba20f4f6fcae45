"""First games and lessons: every step is legal, true, good, short and plain, and they run to their ends."""

import asyncio
import re
import tomllib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.bots.table.application.fitting import too_long
from tests.bots.table.application.window import Size, lines_of, opened
from tests.bots.table.playing import typed_words
from tests.bots.table.steps import (
    WORST,
    Judgement,
    choices_of,
    first_game,
    guided,
    history_of,
    judged,
    lessons,
    read_judgements,
    written,
)
from tests.imports import ROOT
from tests.pseudo import untranslated
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.table import PlayerView, board_of, board_text, has_board, table_of
from urbanist.bots.table.application.guided import GuidedApplication, unmarked
from urbanist.bots.table.kit.guided_game import GuidedGame
from urbanist.bots.table.kit.language import LANGUAGES, tr
from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.session.course import WORDS
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.session import Session
from urbanist.engine import GAMES
from urbanist.engine.event import Move

PLAYED = [game for game in GAMES if has_board(game)]
GUIDED = lessons()
EACH = pytest.mark.parametrize(("game", "name"), GUIDED)
#: The most words of a sentence.
LONGEST = 18
#: The words of the rule books: a step that uses one explains it, or an earlier one has.
TERMS = {
    "metropolys": {"points", "building", "token", "auction", "bid", "pass", "card", "district", "outbid"},
    "akropolis": {"city", "points", "market", "tile", "district", "plaza", "stone", "quarry", "level"},
    "warszawa": set("points norm card engineer foundation cube field metro pass stage".split()),
}


class Lesson:
    """A guided game, driven by keys and clicks."""

    pilot: Pilot[Any]

    def __init__(self, game: str, name: str = "first-game", *, step: int = 0) -> None:
        lesson = guided(game, name)
        history = history_of(lesson, step)
        names = ("human", *["gentle"] * (history.state.seats - 1))
        notes = Notebook.new(1, names, replayed=True)
        notes.step, notes.lesson = step, name
        self.session = Session(
            history, names, table=table_of, hire=parse_bot, file=None, adviser="greedy", notes=notes
        )
        self.app = GuidedApplication(self.session, board_of(game), lesson)

    def of(self, script: Callable[["Lesson"], Awaitable[None]], size: Size = (80, 24)) -> "Lesson":
        async def run() -> None:
            async with opened(self.app, size) as self.pilot:
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


@EACH
def test_the_steps_are_legal_and_few(game: str, name: str) -> None:
    lesson, first = guided(game, name), name == table_of(game).guided[0]
    for number, step in enumerate(lesson.steps):
        state = history_of(lesson, number).state
        if step.move:
            assert state.to_move == 0
            assert not state.due
            assert step.hint or all(step.reached(state, move) for move in state.legal())
    assert len(lesson.steps) in (range(8, 13) if first else range(5, 9))
    assert sum(bool(step.move) for step in lesson.steps) >= (3 if first else 2)
    end = history_of(lesson).state
    if first:
        assert end.scores()[0] > max(end.scores()[1:])
    else:
        assert lesson.steps[-1].move or (end.to_move == 0 and not end.due)


@EACH
def test_every_move_is_judged_and_none_is_much_worse_than_the_best(game: str, name: str) -> None:
    lesson, kept = guided(game, name), read_judgements()[f"{game}/{name}"]
    moves = [Judgement.read(each) for each in kept.moves]
    # Only what was judged may be played, and by the network of today: judge again what has changed.
    assert kept == written(lesson, moves), "run: python -m tests.bots.table.steps"
    assert [move.event - 1 for move in moves] == choices_of(lesson)
    assert not [move for move in moves if move.best_share - move.share > WORST]


@pytest.mark.nightly
@EACH
def test_the_judgements_are_those_of_searches(game: str, name: str) -> None:
    lesson = guided(game, name)
    assert written(lesson, list(judged(lesson))) == read_judgements()[f"{game}/{name}"]


#: A sentence that matches names a number, a place or a kind.
NAMING = re.compile(
    r"\d|\b(?:[RM]|one|two|three|four|six|both|stars?|bridges?|houses?|markets?|plazas?|quarr(?:y|ies)|stones?"
    r"|funds?|concrete|marked)\b",
    re.IGNORECASE,
)
#: A number or the name of a place: as in English, so in each language.
NUMBER = re.compile(r"\b[A-Z]?\d+\b")
FACTS = tomllib.loads((ROOT / "tests/data/guided_facts.toml").read_text())


def known(lesson: GuidedGame, number: int) -> str:
    """Return what is so at a step: the position and its score, what has happened, and the move with its effect."""
    history, step = history_of(lesson, number), lesson.steps[number]
    state, seats = history.state, history.state.seats
    table = table_of(history.game.name)
    pov = PlayerView.of(history, 0, ("human", *["gentle"] * (seats - 1)))
    legal = sorted(map(str, state.legal())) if not state.over and state.to_move == 0 else []
    bids = [move.split("@") for move in legal if "@" in move]
    rows = [table.fact(row) for seat in range(seats) for row in state.score_rows(seat)]
    lines = [
        table.describe(pov),
        *(table.narrate(pov, ply) for ply in range(len(history.events))),
        *map(str, rows),
        f"drawn: {' '.join(board_text(state).split())}",
        f"marked: {' '.join(step.places)}",
        f"legal moves: {' '.join(legal)}",
        f"legal values: {' '.join(sorted({value for value, _ in bids}, key=lambda value: (len(value), value)))}",
        f"legal places: {' '.join(sorted({place for _, place in bids}))}",
    ]
    if step.move:
        move = history.game.notation.move(step.move)
        changes = ", ".join(f"{row.kind} {by:+}" for row, by in score_changes(state, state.play(move), 0))
        lines += [f"move: {step.move}", f"effect: {table.explain(state, move)}.", f"changes: {changes}"]
    return "\n".join(lines)


def split(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?])\s+", text) if text else []


@EACH
def test_each_sentence_that_names_a_number_a_place_or_a_kind_is_so(game: str, name: str) -> None:
    lesson, facts, said, wrong = guided(game, name), FACTS[game][name], set[str](), []
    for number, step in enumerate(lesson.steps):
        so = known(lesson, number)
        for sentence in [*split(step.text), *split(step.hint)]:
            said.add(sentence)
            assert sentence in facts or not NAMING.search(sentence), sentence
            wrong += [(sentence, fact, so) for fact in facts.get(sentence, ()) if fact not in so]
    assert not wrong, "\n".join([*(f"{sentence}: {fact}" for sentence, fact, _ in wrong), wrong[0][2]])
    assert {*facts} <= said


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_say_the_same_numbers_and_places_explain_as_many_words_and_are_short(
    language: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    for lesson in (guided(*each) for each in GUIDED):
        texts = [text for step in lesson.steps for text in (step.text, step.hint) if text]
        for text in texts:
            said = lesson.say(text)
            assert sorted(NUMBER.findall(said)) == sorted(NUMBER.findall(text)), said
            assert len(WORDS.findall(said)) == len(WORDS.findall(text)), said
        assert not [said for said in sentences(lesson) if len(said.split()) > LONGEST]


def test_what_to_press_is_seen_in_a_small_window_above_a_long_guide() -> None:
    async def script(desk: Lesson) -> None:
        await desk.press("1")
        assert "1 show me the move" in desk.text

    Lesson("warszawa", step=6).of(script)


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.nightly)])
@EACH
def test_what_a_step_calls_marked_is_marked_in_every_size(game: str, name: str, size: Size) -> None:
    lesson = guided(game, name)
    for number, step in enumerate(lesson.steps):
        assert bool(step.places) >= ("marked" in step.text + step.hint)
        if step.places:
            at = Lesson(game, name, step=number)

            async def script(first: Lesson, places: int = len(step.places)) -> None:
                assert first.text.count("▼") == places

            at.of(script, size)


def sentences(lesson: GuidedGame) -> list[str]:
    """Return all sentences of a guided game in the language."""
    texts = [lesson.onward, *(text for step in lesson.steps for text in (step.text, step.hint) if text)]
    return [
        said for text in texts for said in re.split(r"(?<=[.!?:])\s+", unmarked(lesson.say(text))) if said
    ]


@pytest.mark.parametrize("game", PLAYED)
def test_every_term_is_explained_where_it_comes_first(game: str) -> None:
    known: set[str] = set()
    for step in first_game(game).steps:
        explained = {word for part in WORDS.findall(step.text) for word in part.lower().split()}
        said = {*re.findall(r"[a-z]+", unmarked(f"{step.text} {step.hint}").lower())}
        for term in TERMS[game]:
            forms = {term, f"{term}s", f"{term[:-1]}ies"}
            if said & forms and term not in known:
                assert forms & explained, (step.text, term)
                known.add(term)


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


#: By day the first games are played in one language by keys: the others are the same, and facts are checked of each.
WAYS = [
    pytest.param(
        game,
        name,
        language,
        by,
        marks=[pytest.mark.nightly] * ((name, language, by) != ("first-game", "pl", "keys")),
    )
    for game, name in GUIDED
    for language in LANGUAGES
    for by in ("keys", "mouse")
]


@pytest.mark.parametrize(("game", "name", "language", "by"), WAYS)
def test_a_guided_game_runs_to_its_end_and_goes_on(
    game: str, name: str, language: str, by: str, speak: Callable[[str], None]
) -> None:
    speak(language)
    lesson = guided(game, name)

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
        assert (first.app.teacher is not None) == (name == "first-game")
        assert first.session.history.events

    Lesson(game, name).of(script)


def first_of(first: Lesson, *, reached: bool) -> Move | None:
    """Return a legal move beside that of the step that reaches its aim, or one that does not."""
    step, state = first.app.current, first.session.history.state
    assert step is not None
    return next(
        (move for move in state.legal() if str(move) != step.move and step.reached(state, move) == reached),
        None,
    )


@pytest.mark.parametrize("game", PLAYED)
def test_a_move_that_misses_the_aim_is_shown_with_what_speaks_against_it_and_taken_back(game: str) -> None:
    number = next(number for number, step in enumerate(first_game(game).steps) if step.move and step.hint)

    async def script(first: Lesson) -> None:
        step, events, board = first.app.current, first.session.history.events, first.app.board
        other = first_of(first, reached=False)
        assert step is not None
        assert other is not None
        board.propose(other)
        await first.press("enter")
        assert first.session.history.events == events
        assert first.app.tried == other
        assert board.pov.view.events[len(events)] == other
        assert step.hint in first.text
        assert "Enter: take it back." in first.text
        await first.press("enter")
        assert first.app.tried is None
        assert first.app.current is step
        assert tuple(map(str, board.hinted)) == (step.move,)

    Lesson(game, step=number).of(script)


@pytest.mark.parametrize("game", PLAYED)
def test_a_move_that_reaches_the_aim_in_another_way_counts_and_the_steps_go_on(game: str) -> None:
    async def script(first: Lesson) -> None:
        step, other = first.app.current, first_of(first, reached=True)
        assert step is not None
        assert other is not None
        first.app.board.propose(other)
        await first.press("enter")
        assert first.session.history.texts == step.played
        assert first.app.step == 1
        assert "That does it, too." in first.text

    Lesson(game).of(script)


def test_an_aim_is_a_move_of_a_kind_that_changes_the_score_enough() -> None:
    number, step = next(each for each in enumerate(first_game("akropolis").steps) if each[1].gains)
    state = history_of(first_game("akropolis"), number).state
    by_text = {str(move): move for move in state.legal()}
    gained = {
        text: {str(row.kind): by for row, by in score_changes(state, state.play(move), 0)}
        for text, move in by_text.items()
    }
    reached = {text for text, move in by_text.items() if step.reached(state, move)}
    assert step.move in reached
    assert {text for text in reached if text.startswith("24@")} == reached
    assert all(gained[text]["houses"] >= 4 and gained[text]["stones"] >= 2 for text in reached)
    assert 1 < len(reached) < sum(text.startswith("24@") for text in by_text)
