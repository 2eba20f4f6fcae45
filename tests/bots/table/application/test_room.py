"""The room of analysis: every ply, mistakes, the engine, branches, comments, and the page."""

import asyncio
import queue
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from tests.bots.table.application.desk import PATIENCE
from tests.bots.table.application.fitting import too_long
from tests.bots.table.application.test_ending import WHOLE
from tests.bots.table.application.window import Size, lines_of, opened
from tests.bots.table.spoken import DAILY_LANGUAGES
from tests.engine.akropolis.endings import MISSED
from tests.pseudo import untranslated
from urbanist.bots.analysis.decisions import GRADES
from urbanist.bots.table import board_of, table_of
from urbanist.bots.table.application import analyst
from urbanist.bots.table.application.analyst import Analyst
from urbanist.bots.table.application.frame import Log
from urbanist.bots.table.application.mistakes import MistakesApplication
from urbanist.bots.table.application.room import PlayOn, Room
from urbanist.bots.table.puzzles import store
from urbanist.bots.table.puzzles.mistakes import Mistakes
from urbanist.bots.table.session import saves
from urbanist.bots.table.session.notebook import AnalysisNotes, Notebook
from urbanist.bots.table.session.review_text import MARKS
from urbanist.engine import GAMES
from urbanist.engine.event import Events, Move
from urbanist.engine.history import History
from urbanist.engine.record import Record
from urbanist.search.limit import SOLVING
from urbanist.search.result import Result

SEATS = {"metropolys": 2, "akropolis": 2, "warszawa": 3}


#: Games of Metropolys are judged in the shortest time: by day the room is walked through with one.
WALKED = [pytest.param(game, marks=[pytest.mark.nightly] * (game != "metropolys")) for game in SEATS]


#: What is not about an end is looked at in a game of so many events, which are judged in half the time.
FEW = 24


def recorded(game: str, events: int | None = None) -> tuple[Record, History]:
    history = WHOLE[game](SEATS[game])
    history = history if events is None else history.until(events)
    return Record.of(history, ("human", *["easy"] * (SEATS[game] - 1)), {"seed": 1}), history


class Look:
    """A room and what a script does there."""

    pilot: Pilot[Any]

    def __init__(
        self, game: str, file: Path, *, what: str = "", size: Size = (100, 30), events: int | None = None
    ) -> None:
        self.record, self.game = recorded(game, events)
        self.room = Room(self.record, self.game, board_of(game), file, what=what)
        self._size = size

    def of(self, script: Callable[["Look"], Awaitable[None]]) -> "Look":
        async def run() -> None:
            async with opened(self.room, self._size) as self.pilot:
                with self.room.batch_update():
                    await self.until(lambda: self.room.review is not None)
                await self.pilot.pause()
                await script(self)

        asyncio.run(run())
        return self

    async def until(self, true: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def thought(self) -> None:
        """Wait for the engine."""
        with self.room.batch_update():
            await self.until(lambda: self.room.analyst.result(self.room._position) is not None)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys; each paints the screen once."""
        for key in keys:
            with self.room.batch_update():
                await self.pilot.press(key)
            await self.pilot.pause()

    @property
    def text(self) -> str:
        return " ".join(" ".join(lines_of(self.room)).split())

    @property
    def shown(self) -> Events:
        return self.room.board.pov.view.events


@pytest.fixture(autouse=True)
def few_visits(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = replace(analyst.ENGINE, nodes=400)
    for name, value in {"NODES": 20, "ENGINE": engine, "LIMIT": engine.limit(SOLVING)}.items():
        monkeypatch.setattr(analyst, name, value)


def test_the_engine_ends_its_thinking_for_another_position() -> None:
    """Six plies before the end it would first solve this one, which takes a second or more."""
    moves = MISSED[0][1].split()
    game = History.read(GAMES["akropolis"], MISSED[0][0], moves[:-4])
    heard: queue.SimpleQueue[object] = queue.SimpleQueue()
    analyst = Analyst(Record.of(game, ("", ""), {"seed": 1}), game, heard.put)
    other = game.until(4)
    analyst.ask(game)
    analyst.ask(other)
    heard.get(timeout=PATIENCE)
    assert analyst.result(game.events) is None
    analyst.ask(other)
    heard.get(timeout=PATIENCE)
    assert isinstance(analyst.result(other.events), Result)
    analyst.ask(game)
    analyst.stop()
    assert analyst.result(game.events) is None


@pytest.mark.parametrize("game", WALKED)
def test_keys_show_every_ply_and_the_board_follows(game: str, tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        events = look.game.events
        assert look.shown == events
        await look.press("left")
        assert look.shown == events[:-1]
        await look.press("home")
        assert look.shown == ()
        await look.press(
            "right", "right", "pagedown", "pageup", "left_square_bracket", "right_square_bracket"
        )
        assert look.shown == events[:2]
        await look.press("end")
        assert look.shown == events

    Look(game, tmp_path / "game.jsonl", events=FEW).of(script)


@pytest.mark.parametrize("game", WALKED)
def test_the_worst_mistake_opens_at_once_with_the_better_move_on_the_board(game: str, tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        review = look.room.review
        assert review is not None
        own = [each for each in review.decisions if each.seat == 0]
        worst = max(own, key=lambda each: each.lost)
        assert len(look.shown) == worst.event - 1
        assert look.room.board.hinted == (worst.best.move, worst.played.move)
        await look.until(lambda: "Better: " in look.text)
        costly = [each for each in own if each.lost > 0]
        await look.press("w")
        assert (len(look.shown) != worst.event - 1) == (len(costly) > 1)

    Look(game, tmp_path / "game.jsonl", what="worst", events=FEW).of(script)


def test_in_a_small_window_the_reasons_have_the_panel_and_keys_scroll_them(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        await look.until(lambda: "Better: " in look.text)
        assert "100%" not in look.text
        moves = look.room.query_one(Log)
        here, shown = moves.scroll_offset.y, look.shown
        await look.press("down", "down")
        assert moves.scroll_offset.y == here + 2
        await look.press("up")
        assert moves.scroll_offset.y == here + 1
        # The position stays; one event on, the plot of the win shares is there again.
        assert look.shown == shown
        await look.press("right")
        assert "100%" in look.text

    Look("akropolis", tmp_path / "game.jsonl", what="worst", size=(80, 24)).of(script)


def test_a_click_on_a_move_of_the_list_shows_its_position(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        look.room.action_go(20)
        await look.pilot.pause()
        strips = look.room.screen._compositor.render_strips()
        [(row, line)] = [(row, strip.text) for row, strip in enumerate(strips) if "  18 " in strip.text]
        await look.pilot.click(offset=(line.index("  18 ") + 3, row))
        await look.pilot.pause()
        assert look.shown == look.game.events[:18]

    Look("metropolys", tmp_path / "game.jsonl", events=FEW).of(script)


def test_only_changed_rows_of_the_list_are_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    async def script(look: Look) -> None:
        look.room.action_go(20)
        await look.thought()
        monkeypatch.setattr(Log, "refresh_line", lambda _, number: drawn.append(number))
        moves = look.room.query_one(Log)
        look.room.action_go(21)
        heads = look.game.state.seats
        assert drawn == [heads + 19, heads + 20]
        before = list(moves._lines)
        look.room.tell()
        assert drawn == [heads + 19, heads + 20]
        assert all(old is new for old, new in zip(before[heads:], moves._lines[heads:], strict=True))

    Look("metropolys", tmp_path / "game.jsonl", events=FEW).of(script)


def test_mistakes_are_marked_in_the_list_and_reached_by_keys_one_after_the_other(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        assert look.room.review is not None
        mistakes = [each for each in look.room.review.decisions if each.lost >= GRADES["inaccuracy"]]
        assert [each.grade in MARKS for each in mistakes] == [True] * len(mistakes)
        await look.press("home")
        seen = []
        for _ in mistakes[:4]:
            await look.press("m")
            seen.append(len(look.shown) + 1)
        assert seen == [each.event for each in mistakes[:4]]
        await look.press("M")
        assert len(look.shown) + 1 == mistakes[2].event
        await look.press("end", "M")
        assert len(look.shown) + 1 == mistakes[-1].event
        sign = {"blunder": "??", "mistake": "?", "inaccuracy": "?!"}[mistakes[-1].grade]
        assert f"{sign} −" in look.text

    Look("metropolys", tmp_path / "game.jsonl", size=(120, 40), events=FEW).of(script)


def test_nothing_is_said_of_all_moves_while_some_are_not_judged_yet(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        analyst = look.room.analyst
        review, analyst.review = analyst.review, None
        analyst.is_judging = True
        analyst.decisions = {}
        await look.press("m")
        assert "not all moves are judged yet" in look.text
        analyst.review, analyst.is_judging = review, False
        await look.press("m")
        assert "No move of this game was a mistake." in look.text

    Look("metropolys", tmp_path / "game.jsonl", events=FEW).of(script)


@pytest.mark.parametrize("game", WALKED)
def test_the_engine_names_the_best_moves_of_a_position_and_says_what_is_solved(
    game: str, tmp_path: Path
) -> None:
    async def script(look: Look) -> None:
        states = look.game.states
        moves = [ply for ply, state in enumerate(states) if not state.due and not state.over]
        look.room.action_go(moves[-1])
        await look.thought()
        result = look.room._result()
        assert result is not None
        assert result.solved is GAMES[game].solves_endings
        assert f"{'Solved' if result.solved else 'Best'}: 1) " in look.text
        assert look.room.board.hinted[0] == result.values[0].move
        look.room.action_go(moves[4])
        await look.thought()
        assert "Best: 1) " in look.text
        assert "%" in look.text

    Look(game, tmp_path / "game.jsonl").of(script)


@pytest.mark.parametrize("game", WALKED)
def test_the_best_move_is_followed_step_by_step_as_a_branch_that_is_kept(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"

    async def script(look: Look) -> None:
        states, events = look.game.states, look.game.events
        start = next(
            ply
            for ply in range(len(events) - 12, 0, -1)
            if not states[ply].due and len(states[ply].legal()) > 3
        )
        look.room.action_go(start)
        other = next(move for move in states[start].legal() if move != events[start])
        look.room._play(other)
        for _ in range(2):
            await look.until(lambda: not look.room.line.state.due)
            await look.thought()
            await look.press("f")
        [branch] = look.room.notes.branches
        assert branch.after == start
        assert branch.events[0] == other
        assert len([each for each in branch.events if isinstance(each, Move)]) >= 3
        assert "Branch, " in look.text
        await look.press("escape")
        assert look.shown == events[:start]
        await look.press("v")
        assert look.shown == (*events[:start], other)
        await look.press("D")
        assert look.room.notes.branches == []
        look.room._play(other)

    look = Look(game, file).of(script)
    record, history = saves.read_game(file)
    assert history.events == look.game.events
    [kept] = AnalysisNotes.of(record, history).branches
    assert kept.line.events[: kept.after] == look.game.events[: kept.after]
    # A session of the game that is saved again keeps them.
    again = Notebook.of(record).meta(len(history.events))
    assert again["branches"] == record.meta["branches"]
    assert record.meta["seed"] == 1


def test_any_move_can_be_tried_on_the_board(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        look.room.action_go(0)
        await look.press("t", "n", "n", "enter")
        [branch] = look.room.notes.branches
        assert (branch.after, branch.events) == (0, look.shown)
        assert len(look.shown) == 1
        await look.press("c")
        assert "Comments belong to the game" in look.text
        await look.press("t", "escape", "escape")
        assert not look.shown

    Look("metropolys", tmp_path / "game.jsonl", events=FEW).of(script)


def test_comments_are_written_shown_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"

    async def script(look: Look) -> None:
        await look.press("home", "right", "c", *"bold", "enter")
        assert "bold" in look.text

    Look("metropolys", file, events=FEW).of(script)
    record, history = saves.read_game(file)
    assert AnalysisNotes.of(record, history).comments == {1: "bold"}


def test_one_can_play_on_from_any_position_against_any_level(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        await look.press("home", "right", "right", "g", "3")

    look = Look("metropolys", tmp_path / "game.jsonl", events=FEW).of(script)
    assert look.room.onward == PlayOn(look.game.until(2), 3)


def test_the_page_has_the_comment_and_the_branch_just_made_in_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(look: Look) -> None:
        await look.press("home", "right", "c", *"bold", "enter")
        look.room.action_go(2)
        look.room._play(next(move for move in look.game.states[2].legal() if move != look.game.events[2]))
        await look.press("p")
        await look.until(lambda: look.room.inference is None)
        assert "The page: " in look.text

    monkeypatch.chdir(tmp_path)
    Look("metropolys", tmp_path / "mine.jsonl", events=FEW).of(script)
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert "<title>Metropolys: " in page
    assert '<span class="comment">bold</span>' in page
    assert 'class="branches"' in page


@pytest.mark.parametrize(
    "what", [{"branches": 7}, {"branches": [{"after": 0, "events": ["99@X9"]}, 3]}, {"comments": [1]}]
)
def test_notes_of_another_form_count_as_missing(what: dict[str, Any]) -> None:
    record, history = recorded("metropolys")
    record.meta.update(what)
    assert AnalysisNotes.of(record, history) == AnalysisNotes()


def test_a_comment_of_a_stranger_is_read_as_text_that_can_be_printed() -> None:
    record, history = recorded("metropolys")
    record.meta["comments"] = {"1": "a\x1b[2J\x9b\rb\u3164 100\u00a0%"}
    assert AnalysisNotes.of(record, history).comments == {1: r"a\x1b[2J\x9b\rb\u3164" + " 100\u00a0%"}


@pytest.mark.parametrize("language", DAILY_LANGUAGES)
@pytest.mark.parametrize("game", WALKED)
def test_the_room_fits_in_every_language(
    game: str, language: str, tmp_path: Path, speak: Callable[[str], None]
) -> None:
    async def script(look: Look) -> None:
        for keys in ((), ("w",), ("g",), ("escape", "question_mark", "question_mark")):
            await look.press(*keys)
            assert not too_long(look.room)

    speak(language)
    Look(game, tmp_path / "game.jsonl", size=(80, 24)).of(script)


@pytest.mark.usefixtures("pseudo")
def test_no_word_of_the_room_stays_english(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        await look.press("home", "right")
        await look.thought()
        left = {*untranslated(look.text)}
        await look.press("w", "g")
        left |= {*untranslated(look.text)}
        assert not left - {"Esc", "pass"}

    Look("metropolys", tmp_path / "game.jsonl", size=(120, 40), events=FEW).of(script)


@pytest.mark.parametrize("game", SEATS)
def test_a_puzzle_is_looked_at_with_the_engine_and_moves_to_try(game: str) -> None:
    puzzle = store.read_shipped(game)[0]
    history = puzzle.history()
    assert history.seen_by(puzzle.seat).texts == puzzle.events
    seats = tuple("human" if seat == puzzle.seat else "" for seat in range(history.state.seats))
    room = Room(Record.of(history, seats), history, board_of(game))

    async def run() -> None:
        async with opened(room, (100, 30)) as pilot:
            until = time.monotonic() + PATIENCE
            while room.analyst.result(room._position) is None:
                assert time.monotonic() < until
                await asyncio.sleep(0.01)
            await pilot.pause()
            result = room._result()
            assert result is not None
            shown = " ".join(lines_of(room))
            assert f"{'Solved' if result.solved else 'Best'}: 1) " in shown
            await pilot.press("f")
            await pilot.pause()
            [branch] = room.notes.branches
            assert branch.after == len(puzzle.events)

    asyncio.run(run())


def test_the_engine_is_switched_off_and_on_again(tmp_path: Path) -> None:
    async def script(look: Look) -> None:
        await look.press("home")
        await look.thought()
        assert "Best: " in look.text
        await look.press("x")
        assert "The engine is off" in look.text
        assert "Best: " not in look.text
        assert not look.room.board.hinted
        await look.press("right", "right")
        assert look.room.analyst.result(look.shown) is None
        await look.press("x")
        await look.thought()
        assert "Best: " in look.text

    Look("metropolys", tmp_path / "game.jsonl", events=FEW).of(script)


def test_mistakes_are_played_better_one_by_one_and_counted(tmp_path: Path) -> None:
    async def leave(look: Look) -> None:
        await look.until(lambda: bool(look.room.mistakes))

    look = Look("metropolys", tmp_path / "game.jsonl", what="mistakes", events=FEW).of(leave)
    puzzles = look.room.mistakes[:2]
    app = MistakesApplication(Mistakes(puzzles), table_of("metropolys"), board_of("metropolys"))

    async def learn() -> None:
        async with opened(app, (80, 24)) as pilot:

            async def press(*keys: str) -> str:
                await pilot.press(*keys)
                until = time.monotonic() + PATIENCE
                while app.inference is not None:
                    assert time.monotonic() < until
                    await asyncio.sleep(0.01)
                await pilot.pause()
                assert not too_long(app)
                return " ".join(" ".join(lines_of(app)).split())

            best, played = puzzles[0].moves
            assert table_of("metropolys").move_name(puzzles[0].view.bare_state(), played) in await press()
            assert "A hint: " in await press("h")
            app.board.propose(played)
            assert "of the win: there is a better one" in await press("enter")
            assert app.answer is None
            app.board.propose(best)
            assert "Right: " in await press("enter")
            assert "1 found so far" in await press("g")
            assert "The best move is " in await press("x")
            assert "You found a better move for 1 of 2 mistakes." in await press("g")

    asyncio.run(learn())
