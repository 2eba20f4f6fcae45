"""The application around every board: thinking, hints, undo, leaving, saving, sizes and colours."""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bots.table.application.desk import PATIENCE, Desk
from tests.bots.table.playing import RandomMover, city_game, played, rebuilt
from urbanist.bots.match.clock import read_control
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.player import Bot
from urbanist.bots.table import rules_of, table_of
from urbanist.bots.table.application.application import hint_text
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.session import saves, verdict
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.session import BotFailed
from urbanist.bots.table.session.teacher import last_move
from urbanist.engine import GAMES
from urbanist.engine.event import Move
from urbanist.engine.history import History, View
from urbanist.search.limit import Limit
from urbanist.search.result import Result

PAIR = ("human", "drawn")


def opened(seats: int = 2, seed: int = 1) -> History:
    return History.start(GAMES["akropolis"].deal(seats=seats, options=("first=0",), seed=seed))


class Patient(RandomMover):
    """A bot that thinks until it is told to move, and leaves the processor to others."""

    streams = True

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Result]:
        """Yield the same move again and again."""
        chosen = self.choose(view, limit)
        while True:
            yield chosen
            time.sleep(0.01)


def patient(name: str) -> Bot:
    return Patient()


async def turn(desk: Desk) -> None:
    """Play some move of a person, and do not wait for the bots."""
    await desk.pilot.press("n", "enter")
    await desk.pilot.pause()


def test_a_bot_thinks_with_a_clock_and_moves_now_if_told_to() -> None:
    async def script(desk: Desk) -> None:
        await turn(desk)
        await desk.until("Seat 1 (drawn) thinks … ")
        assert re.search(r"Seat 1 \(drawn\) thinks … \d+\.\d s", desk.screen)
        assert "m Move now" in desk.screen
        await desk.press("m")
        assert desk.session.person == 0

    Desk(opened(), PAIR, hire=lambda _: parse_bot("ismcts:time=600")).play(script)


def test_hints_are_shown_on_the_board_and_chosen_by_number_or_click() -> None:
    async def script(desk: Desk) -> None:
        await desk.press("h")
        assert desk.app._hint is not None
        assert ": 50% of the win, 7.5 points; " in hint_text(desk.app._hint).plain
        assert "50% of the win" in desk.screen
        moves = list(desk.app._hint.moves)
        assert desk.board.choice.placement == moves[0]
        await desk.press("2")
        assert desk.board.choice.placement == moves[1]
        await desk.click(*desk.find(" 1  tile"))
        assert desk.board.choice.placement == moves[0]
        await desk.press("enter")
        assert desk.session.history.events[0] == moves[0]

    Desk(opened(seed=2), PAIR, size=(140, 40)).play(script)


def test_hints_stand_below_the_scores_where_the_log_was_short_and_begin_with_what_speaks_for_them() -> None:
    async def script(desk: Desk) -> None:
        await desk.press("tab", "h")
        assert desk.app._hint is not None
        first = " ".join(desk.app._hint_page(desk.app._hint).plain.split(" ")[:3])
        log, (_, line) = desk.app.query_one("#log"), desk.find(first)
        assert line == log.region.y
        page = desk.app._hint_page(replace(desk.app._hint, after="You: 8 points more."))
        assert page.plain.startswith("You: 8 points more.\n")

    Desk(opened(), PAIR, size=(120, 40)).play(script)


@pytest.mark.parametrize("keys", [(), ("e",), ("question_mark",)], ids=str)
def test_every_text_that_does_not_fit_is_scrolled_by_keys(keys: tuple[str, ...]) -> None:
    """The text beside the board, and that of each page over it."""
    history = played(40)
    seats = tuple("human" if seat == history.state.to_move else "drawn" for seat in range(4))

    async def script(desk: Desk) -> None:
        await desk.press(*keys)
        shown = [each for each in desk.app.screen.query("VerticalScroll, Log") if each.region.area]
        assert [each.max_scroll_y > 0 for each in shown] == [True]
        await desk.press("home")
        top = desk.screen
        await desk.press("pagedown")
        below = desk.screen
        assert shown[0].scroll_y > 0
        assert below != top
        await desk.press("end")
        assert shown[0].scroll_y == shown[0].max_scroll_y
        await desk.press("home", "pagedown", "pageup")
        assert desk.screen == top

    Desk(history, seats, size=(80, 24)).play(script)


def test_esc_ends_a_hint_before_and_after_it_is_found() -> None:
    async def script(desk: Desk) -> None:
        await desk.pilot.press("h")
        await desk.pilot.pause(0.2)
        assert "Thinking about a hint" in desk.screen
        await desk.press("escape")
        assert "Take a tile" in desk.screen
        await desk.pilot.press("h")
        await desk.press("m")
        assert "of the win" in desk.screen
        await desk.press("escape")
        assert "of the win" not in desk.screen

    Desk(opened(), PAIR, hire=patient, size=(140, 40)).play(script)


def test_undo_goes_back_to_the_persons_last_decision_even_while_a_bot_thinks() -> None:
    async def script(desk: Desk) -> None:
        await desk.press("u")
        assert "Nothing to undo" in desk.screen
        await turn(desk)
        assert len(desk.session.history.events) == 1
        await desk.press("u")
        assert not desk.session.history.events
        assert desk.session.person == 0

    Desk(opened(), PAIR, hire=patient).play(script)


def test_the_log_has_a_sentence_for_every_event_and_older_ones_are_faint() -> None:
    async def script(desk: Desk) -> None:
        for _ in range(2):
            await desk.press("n", "enter")
        rows = desk.app._narration.rows(desk.board.pov)
        assert len(rows) == len(desk.session.history.events)
        last = last_move(desk.board.pov) or 0
        assert [row.style == "dim" for row in rows] == [ply < last for ply in range(len(rows))]
        assert any(" drawn lays " in row.plain for row in rows)

    Desk(opened(), PAIR).play(script)


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_leaving_while_a_bot_thinks_keeps_the_game(key: str, tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        await turn(desk)
        await desk.pilot.press(key)

    file = tmp_path / "game.jsonl"
    desk = Desk(opened(), PAIR, hire=patient, file=file).play(script)
    assert saves.read_game(file)[1].events == desk.session.history.events
    assert len(desk.session.history.events) == 1
    assert f"--resume {file}" in desk.session.kept()


def test_resigning_asks_first(tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("x", "n")
        assert desk.session.resigned is None
        await desk.press("x")
        await desk.click(*desk.find("Resign (y)"))
        assert desk.session.resigned == 0
        assert "resigned." in desk.screen

    file = tmp_path / "game.jsonl"
    Desk(opened(), PAIR, file=file).play(script)
    assert saves.read_game(file)[0].meta["resigned"] == 0


def test_a_bot_that_fails_ends_the_application_with_one_line() -> None:
    class Cheat(RandomMover):
        def choose(self, view: View, limit: Limit | None = None) -> Result:
            return Result(view.game.notation.move("1@0,0/0"), (), (), (), (), 0, 0.0)

    desk = Desk(opened(), PAIR, hire=lambda _: Cheat()).play(turn)
    assert isinstance(desk.app.failure, BotFailed)
    assert "seat 1 (drawn) failed: '1@0,0/0' is not legal" in str(desk.app.failure)


def test_a_game_that_cannot_be_saved_is_played_on_with_a_notice(tmp_path: Path) -> None:
    async def script(desk: Desk) -> None:
        assert not desk.app._notifications
        await desk.press("n", "enter")
        assert desk.session.history.events
        assert "not saved" in str(next(iter(desk.app._notifications)).message)

    (tmp_path / "file").write_text("")
    Desk(opened(), PAIR, file=tmp_path / "file" / "game.jsonl").play(script)


def test_pages_open_over_the_table_and_close_by_key_and_click() -> None:
    async def script(desk: Desk) -> None:
        for key, text in (("question_mark", "Goal"), ("e", "order of"), ("s", "points for")):
            await desk.press(key)
            assert text in desk.screen
            if key == "e":
                await desk.click(*desk.find("Close (Esc)"))
            else:
                await desk.press("escape")
            assert "Take a tile" in desk.screen

    Desk(opened(), PAIR, size=(120, 40)).play(script)


@pytest.mark.parametrize(
    "history",
    [opened(), *(pytest.param(game(4), marks=pytest.mark.nightly) for game in (played, rebuilt))],
    ids=lambda choice: choice.game.name,
)
def test_the_rules_are_read_at_the_table_and_turned_over_to_the_keys(history: History) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("question_mark")
        rules = rules_of(history.game.name)
        assert all(word in desk.screen for word in ("Rules", "Keys", "Goal"))
        seen = desk.screen
        for _ in range(8):
            await desk.press("pagedown")
            seen += desk.screen
        headings = re.findall("^#+ (.*)", rules, re.MULTILINE)
        assert all(heading in seen for heading in headings)
        await desk.press("question_mark")
        await desk.until("The board")
        await desk.press("escape", "question_mark")
        await desk.until("The board")
        await desk.press("left", "home")
        await desk.until("Goal")

    seats = ("human", *["drawn"] * (history.state.seats - 1))
    Desk(history, seats, size=(80, 24)).play(script)


def test_the_list_of_keys_can_be_clicked() -> None:
    async def script(desk: Desk) -> None:
        await desk.click(*desk.find("? Help"))
        await desk.click(*desk.find("Keys"))
        await desk.until("resign, after")
        await desk.click(*desk.find("resign, after a question"))
        await desk.until("Give up this game?")
        await desk.click(*desk.find("Play on (Esc)"))
        assert desk.session.resigned is None

    Desk(opened(), PAIR, size=(120, 40)).play(script)


def test_a_rated_game_lists_no_key_that_it_forbids_and_such_a_key_says_why() -> None:
    async def script(desk: Desk) -> None:
        desk.session.notes.rated = True
        desk.app.show_keys()
        assert "u Undo" not in desk.lines()[-1]
        await desk.press("question_mark")
        await desk.click(*desk.find("Keys"))
        await desk.until("resign, after")
        assert not re.search("a hint: |undo|lessons|the odds|nobody can know", desk.screen)
        await desk.press("escape")
        for key in "huotT":
            await desk.press("tab", key)
            assert "This game is rated: it has no hints, and no move is taken back." in desk.screen

    Desk(opened(), PAIR, size=(120, 50)).play(script)


def test_the_screen_follows_the_window_while_it_runs() -> None:
    async def script(desk: Desk) -> None:
        for size in ((120, 40), (50, 15), (200, 50), (80, 24)):
            await desk.pilot.resize_terminal(*size)
            small = size == (50, 15)
            await desk.until("The window has 50 columns" if small else "Take a tile")
            lines = desk.lines()
            assert (len(lines), max(map(len, lines)) <= size[0]) == (size[1], True)
            assert ("Take a tile" in desk.screen) != small

    Desk(opened(), PAIR).play(script)


def colours(desk: Desk) -> set[tuple[int, ...]]:
    """Return all colours on the screen."""
    strips = desk.app.screen._compositor.render_strips()
    styles = [segment.style for strip in strips for segment in strip if segment.style is not None]
    shown = [colour for style in styles for colour in (style.color, style.bgcolor) if colour is not None]
    return {tuple(colour.triplet) for colour in shown if colour.triplet is not None}


@pytest.mark.parametrize(
    ("variable", "value"), [("NO_COLOR", "1"), ("COLORFGBG", "0;15"), ("COLORFGBG", "15;0")]
)
def test_the_terminal_chooses_colours_and_ground(
    variable: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(desk: Desk) -> None:
        await desk.press("tab")
        seen = colours(desk)
        assert all(len(set(colour)) == 1 for colour in seen) == (variable == "NO_COLOR")
        assert desk.app.current_theme.dark == (value != "0;15")
        await desk.press("d")
        assert desk.app.current_theme.dark == (value == "0;15")

    monkeypatch.setenv(variable, value)
    Desk(opened(), PAIR).play(script)


def test_the_end_names_the_person_who_won_and_what_broke_a_tie() -> None:
    ends = [city_game(1000, seed) for seed in range(40)]
    equal = [end.state for end in ends if end.state.scores()[0] == end.state.scores()[1]]
    for state in [ends[0].state, *equal]:
        history = next(end for end in ends if end.state is state)
        winner = state.ranks().index(1)
        players = tuple("human" if seat == winner else "drawn" for seat in range(2))
        said = verdict.outcome(PlayerView.of(history, winner, players), table_of("akropolis").tie_break)
        if state.ranks().count(1) == 1:
            assert said.startswith(f"You win with {state.scores()[winner]} points")
            assert (", by " in said) == (state in equal)
        else:
            assert "share the win" in said


def test_without_people_the_bots_play_on_their_own() -> None:
    async def script(desk: Desk) -> None:
        while not desk.session.history.state.over:
            await desk.answered()
        await desk.read()
        await desk.press("escape")
        assert "The game is over." in desk.screen
        await desk.press("h")
        assert "Hints are for a game in progress. w shows your worst move" in desk.screen

    before = threading.active_count()
    Desk(city_game(28), ("drawn", "drawn")).play(script)
    assert threading.active_count() == before


def test_at_a_pace_each_move_of_a_bot_can_be_seen_and_is_told() -> None:
    async def script(desk: Desk) -> None:
        desk.app.pace = 0.6
        began = time.monotonic()
        await desk.press("n", "enter")
        assert time.monotonic() - began >= 0.6
        assert desk.session.person == 0
        assert "Seat 1 (drawn) " in desk.app.note

    Desk(opened(), PAIR).play(script)


def timed(control: str) -> Desk:
    desk = Desk(opened(), PAIR)
    desk.session.begin(desk.session.history, PAIR, Notebook.new(5, PAIR, read_control(control)))
    return desk


def test_the_clock_of_a_person_ticks_in_the_title() -> None:
    async def shown(desk: Desk, pattern: str, before: str = "") -> str:
        until = time.monotonic() + PATIENCE
        while (clock := desk.lines()[0].rpartition(" ")[2]) == before or not re.fullmatch(pattern, clock):
            assert time.monotonic() < until, desk.screen
            await desk.pilot.pause(0.1)
        return clock

    async def script(desk: Desk) -> None:
        first = await shown(desk, r"10:00|9:5\d")
        await shown(desk, r"9:\d\d", before=first)
        await turn(desk)
        await desk.answered()
        await shown(desk, r"10:0\d|9:5\d")

    timed("10m+5s").play(script)


def test_a_person_whose_time_is_over_loses() -> None:
    async def script(desk: Desk) -> None:
        await desk.until("You lost on time.")
        assert desk.session.ended
        await desk.read()
        await desk.press("escape")
        assert "The game is over." in desk.screen
        await desk.press("n", "enter")
        assert not desk.session.history.events

    timed("0.3").play(script)


def test_a_second_enter_before_the_first_move_is_played_chooses_nothing() -> None:
    async def script(desk: Desk) -> None:
        events = len(desk.session.history.events)
        await desk.press("n")
        # Keys may come faster than moves are played; the second move may not be legal any more when its turn comes.
        desk.board.action_play()
        assert not desk.board.free
        desk.board.action_play()
        await desk.answered()
        states = desk.session.history.states[events:-1]
        assert sum(state.to_move in desk.session.people for state in states if not state.due) == 1
        assert desk.board.free

    Desk(opened(), PAIR).play(script)


def test_a_second_enter_of_one_person_does_not_show_the_cards_of_the_next() -> None:
    async def script(desk: Desk) -> None:
        await desk.until("Go on (Enter)")
        await desk.read()
        await desk.press("enter", "n")
        desk.app.simulate_key("enter")
        desk.app.simulate_key("enter")
        await desk.until("Go on (Enter)")
        await desk.pilot.pause()
        assert "Go on (Enter)" in desk.screen

    Desk(played(0, seats=2), ("human", "human")).play(script)
