"""The clocks of people at a table."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.bots.table.playing import PLAYERS, city_game
from tests.bots.table.session.test_session import Desk, first_moves, opened_by_0
from urbanist.bots.match.clock import read_control
from urbanist.bots.players.player import TIME
from urbanist.bots.table.session import people_clock, saves
from urbanist.bots.table.session.notebook import Notebook
from urbanist.bots.table.session.people_clock import PeopleClock, face

PAIR = ("human", "drawn")


class Hours:
    """A clock of the machine that is set by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(people_clock, "time", SimpleNamespace(monotonic=lambda: self.now))


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    return Hours(monkeypatch)


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.0, "0.0"), (9.99, "9.9"), (10.0, "0:10"), (598.1, "9:59"), (3600.0, "1:00:00"), (3722.5, "1:02:03")],
)
def test_a_clock_shows_hours_minutes_seconds_and_near_the_end_tenths(seconds: float, shown: str) -> None:
    assert face(seconds) == shown


def test_a_decision_costs_its_time_and_brings_the_increment(hours: Hours) -> None:
    clock = PeopleClock.new(read_control("60+5"), PAIR)
    clock.start(0)
    hours.now += 7
    assert clock.left(0) == 53
    assert clock.stop() == 7
    assert clock.left(0) == 58
    clock.start(1)
    hours.now += 500
    assert (clock.left(1), clock.late(), clock.stop()) == (None, None, 500)


def test_no_time_passes_in_a_pause_nor_between_a_save_and_its_resume(hours: Hours) -> None:
    clock = PeopleClock.new(read_control("60+5"), PAIR)
    clock.start(0)
    hours.now += 7
    clock.pause()
    hours.now += 100
    kept = json.loads(json.dumps(clock.meta()))
    assert kept == {
        "clock": [{"time": 60.0, "increment": 5.0, "grace": 0.25}, None],
        "left": [60.0, None],
        "spent": 7.0,
    }
    again = PeopleClock.read(kept, PAIR)
    again.start(0)
    hours.now += 3
    assert again.left(0) == 50
    assert again.stop() == 10


@pytest.mark.parametrize(("text", "seconds"), [("60", 60.3), ("60+9", 60.3), ("2s/move", 2.3)])
def test_a_person_is_late_after_the_time_and_its_grace_as_in_the_arena(
    text: str, seconds: float, hours: Hours
) -> None:
    clock = PeopleClock.new(read_control(text), PAIR)
    clock.start(0)
    hours.now += seconds - 0.1
    assert clock.late() is None
    hours.now += 0.1
    late = clock.late()
    assert late is not None
    assert late.reason == TIME
    assert clock.left(0) == 0


@pytest.mark.parametrize(
    "meta",
    [
        {},
        {"clock": [{"time": 60}]},
        {"clock": [{"time": 60}, None], "left": [60, None]},
        {"clock": [{"time": -1}, None], "left": [60, None], "spent": 0},
        {"clock": [{"hours": 1}, None], "left": [60, None], "spent": 0},
        {"clock": [{"time": 60}, None], "left": [None, 60], "spent": 0},
        {"clock": [{"time": 60}], "left": [60], "spent": 0},
        {"clock": 5, "left": 5, "spent": 5},
    ],
)
def test_a_clock_of_another_form_counts_as_missing(meta: dict[str, object]) -> None:
    assert not PeopleClock.read(meta, PAIR).limited


class Timed(Desk):
    """A session with clocks."""

    def __init__(self, lines, control: str, players=PLAYERS, file: Path | None = None, history=None) -> None:
        super().__init__(lines, history, players, file)
        notes = Notebook.new(5, players, read_control(control))
        self.session.begin(self.session.history, players, notes)


def test_the_prompt_shows_the_time_left_and_a_save_keeps_it(tmp_path: Path, hours: Hours) -> None:
    file = tmp_path / "game.jsonl"
    desk = Timed(later(hours, ("7@N3", 20), ("quit", 7)), "10m+5s", file=file)
    desk.run()
    assert desk.typist.prompts[0] == "seat 0, 10:00 left, your move (help, hint, quit): "
    assert desk.typist.prompts[1].startswith("seat 0, 9:45 left, ")
    kept = saves.read_game(file)[0].meta
    assert (kept["left"], kept["spent"]) == ([585, None, None, None], 7)
    hours.now += 1000
    again = Desk([f"resume {file}", "quit"], opened_by_0(2))
    again.run()
    assert again.typist.prompts[1].startswith("seat 0, 9:38 left, ")


def later(hours: Hours, *typed: tuple[str, float]) -> Iterator[str]:
    """Yield lines, each after a time."""
    for line, seconds in typed:
        hours.now += seconds
        yield line


def test_a_person_whose_time_is_over_loses_and_the_game_is_over_if_nobody_else_plays(
    tmp_path: Path, hours: Hours
) -> None:
    file = tmp_path / "game.jsonl"
    desk = Timed(later(hours, ("7@N3", 20), ("9@N4", 61)), "60s/move", file=file)
    assert desk.run().endswith(f"You lost on time.\nthe record: {file}\n")
    record = saves.read_game(file)[0]
    assert record.ended == "forfeit 0 time"
    assert record.events == desk.events
    assert "9@N4" not in desk.events
    assert [lost["reason"] for lost in record.meta["forfeits"]] == ["time"]
    again = Desk([f"resume {file}", "9@N4"], opened_by_0(2))
    assert "lost on time" in again.run()
    assert again.session.ended


def test_a_stand_in_plays_on_for_a_person_who_lost_while_others_play(tmp_path: Path, hours: Hours) -> None:
    file = tmp_path / "game.jsonl"
    history = city_game(40, seats=3)
    late = history.state.to_move
    typed = chain(later(hours, ("log", 61.0)), first_moves(lambda: desk))
    desk = Timed(typed, "60s/move", ("human",) * 3, file, history)
    out = desk.run()
    record, end = saves.read_game(file)
    assert end.state.over
    assert record.ended == f"forfeit {late} time"
    assert record.ranks is not None
    assert record.ranks[late] == 3
    assert f"Seat {late} (human) lost on time. " in out
    assert f"Rank 3: seat {late} (human)" in out
    asked = [prompt for prompt in desk.typist.prompts[1:] if prompt.startswith(f"seat {late},")]
    assert asked == []


def test_no_move_is_taken_back_while_clocks_run() -> None:
    desk = Timed(["7@N3", "undo", "quit"], "10m")
    assert "no move is taken back while clocks run" in desk.run()
    assert desk.events[0] == "7@N3"
