"""Clocks: the time to think, and what is too late."""

import pytest

from urbanist.bots.match.clock import charged, clock_of, read_control
from urbanist.bots.players.player import Forfeit
from urbanist.search.limit import Limit


@pytest.mark.parametrize(
    ("left", "increment", "expected"), [(50, 0, 2), (50, 1, 2.8), (1, 10, 0.9), (0, 5, 0.001)]
)
def test_a_move_gets_its_share_of_the_time(left: float, increment: float, expected: float) -> None:
    assert Limit(clock=left, increment=increment).thinking() == pytest.approx(expected)


@pytest.mark.parametrize("left", [0.0, 0.001, 0.05, 1.0, 600.0])
@pytest.mark.parametrize("increment", [0.0, 0.005, 1.0, 30.0])
def test_a_move_never_takes_more_than_the_time_left(left: float, increment: float) -> None:
    thinking = Limit(clock=left, increment=increment).thinking()
    assert thinking is not None
    assert 0.001 <= thinking <= max(left, 0.001)


def test_a_bot_that_keeps_to_its_share_never_runs_out_of_time() -> None:
    limit = clock_of(time=0.05, increment=0.005)
    for _ in range(200):
        seconds = limit.thinking()
        assert seconds is not None
        limit = charged(limit, seconds)


def test_an_answer_within_the_grace_counts_and_one_after_it_does_not() -> None:
    limit = charged(clock_of(time=1.0, increment=0.5, grace=0.2), 1.1)
    assert limit.clock == 0.5
    with pytest.raises(
        Forfeit, match=r"no move after 0\.710 s; the limit with the grace was 0\.700 s"
    ) as late:
        charged(limit, 0.71)
    assert late.value.reason == "time"


def test_the_smaller_of_move_time_and_game_time_counts() -> None:
    limit = Limit(clock=1.0, time=0.02, grace=0.1)
    assert limit.thinking() == 0.02
    assert limit.latest == pytest.approx(0.12)
    assert Limit(grace=0.1).latest is None
    assert Limit(nodes=5).thinking() is None


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10m+5s", clock_of(time=600.0, increment=5.0)),
        ("60+0.5", clock_of(time=60.0, increment=0.5)),
        ("1h", clock_of(time=3600.0)),
        ("250ms/move", clock_of(move=0.25)),
        ("2/move", clock_of(move=2.0)),
    ],
)
def test_a_clock_is_read_from_text(text: str, control: Limit) -> None:
    assert read_control(text) == control


@pytest.mark.parametrize("text", ["", "+1", "10m+", "1d", "-1", "1/2", "1+1/move", "1e3", "inf", "9" * 99])
def test_a_text_that_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a clock such as 10m\+5s"):
        read_control(text)


@pytest.mark.parametrize(
    "wrong", [{"time": 0.0}, {"time": -1.0}, {"move": 0.0}, {"grace": -0.1}, {"increment": 1e9}]
)
def test_an_invalid_time_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        clock_of(**wrong)
