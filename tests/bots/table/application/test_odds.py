"""The odds beside the board: off until they are wanted, and by the view of whoever looks."""

import time

import pytest

from tests.bots.table.application.desk import PATIENCE, Desk
from tests.bots.table.playing import city_game, played, rebuilt
from urbanist.bots.table.application import odds
from urbanist.bots.table.application.odds import Odds, draw_odds
from urbanist.engine.history import History
from urbanist.engine.record import win_shares


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "NODES", 20)


def test_bars_show_the_last_positions_that_fit_and_the_latest_share() -> None:
    course = [(0.0, 1.0), None, (0.5, 0.5), (0.3, 0.7)]
    lines = draw_odds(course, 2, 40).plain.split("\n")
    assert lines[0].endswith(" ▁·▅▃ 30%")
    assert lines[1].endswith(" █·▅▆ 70%")
    assert [line.split()[-2] for line in draw_odds(course, 2, odds.RIM + 2).plain.split("\n")] == ["▅▃", "▅▆"]
    assert "%" not in draw_odds([None], 2, 40).plain


def whole(history: History, viewer: int | None) -> list[tuple[float, ...] | None]:
    """Return the odds of a game when all are worked out."""
    odds = Odds(lambda: None)
    odds.follow(history, viewer)
    until = time.monotonic() + PATIENCE
    while None in (course := odds.course(history, viewer)):
        assert time.monotonic() < until
        time.sleep(0.01)
    return course


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("history", [played(8, seats=2), rebuilt(6, seats=3), city_game(5)])
def test_each_decision_gets_shares_that_add_up_to_one(history: History, viewer: int | None) -> None:
    course = whole(history, viewer)
    assert len(course) == sum(not state.due for state in history.states)
    assert all(shares is not None and sum(shares) == pytest.approx(1) for shares in course)


def test_the_odds_do_not_depend_on_what_the_viewer_cannot_see() -> None:
    history = played(6, seats=2)
    head, _, cards = history.deal.rpartition("=")
    own, other = cards.split(",")
    area, kind = other.split("+")
    for swap in ("bridges", "statues", "lakes", "districts", "chains"):
        if swap not in (area, own.split("+")[0]):
            break
    changed = History.read(history.game, f"{head}={own},{swap}+{kind}", history.events)
    assert whole(history, 0) == whole(changed, 0)


def test_the_end_has_the_shares_of_the_win() -> None:
    end = city_game(1000)
    odds = Odds(lambda: None)
    odds.follow(end, 0)
    odds.stop()
    assert odds.course(end, 0)[-1] == win_shares(end.state.ranks())


def test_a_key_shows_the_odds_and_hides_them() -> None:
    async def script(desk: Desk) -> None:
        assert "50%" not in desk.screen
        await desk.press("o")
        await desk.until("%")
        await desk.press("n", "enter")
        assert desk.app.odds is not None
        while None in (course := desk.app.odds.course(desk.session.history, 0)):
            await desk.pilot.pause(0.05)
        assert len(course) == sum(not state.due for state in desk.session.history.states)
        await desk.press("u")
        await desk.until("%")
        await desk.press("o")
        assert desk.app.odds is None
        assert "%" not in desk.screen

    Desk(city_game(4), ("human", "drawn"), size=(120, 40)).play(script)
