"""What a bot elsewhere gets for the way of its lines: never more than a share of its time, whatever it says."""

import time
from pathlib import Path
from typing import Any

import pytest

from urbanist.bots.contest.league.settings import settings_of
from urbanist.bots.contest.league.store import BotVersion
from urbanist.bots.server.contest.remote import RemoteBot, RemoteBots

ENTRY = BotVersion(7, "far", 1, None, "/", None, "2026-11-25T00:00:00Z", None)


async def send(_: dict[str, Any]) -> None: ...


def measured(*delays: float) -> RemoteBot:
    """Return a connected bot whose answers to measurements were late by these seconds."""
    told = list[dict[str, Any]]()
    bots = RemoteBots(Path(), "", told.append)
    bot = bots.connect(ENTRY, send)
    assert bot is not None
    assert bots.connect(ENTRY, send) is None
    for number, delay in enumerate(delays):
        bot.asked[number] = time.perf_counter() - delay
        bots.heard(bot, {"pong": number})
    bots.heard(bot, {"pong": 99})  # nobody has asked that
    assert told[-1] == {"bot": ENTRY.id, "latency": bot.latency}
    bots.disconnect(bot)
    assert told[-1] == {"bot": ENTRY.id, "latency": None}
    return bot


@pytest.mark.parametrize(
    ("delays", "latency"),
    [
        ((), 0.0),
        ((1.9,), 1.9),
        ((0.02, 1.9, 1.9, 1.9), 0.02),
        ((1.9, 1.9, 0.02), 0.02),
        ((*[0.02] * 3, *[1.0] * 12), 1.0),  # the way has become longer, or it is said to be
    ],
)
def test_the_latency_is_the_shortest_of_the_last_measurements(
    delays: tuple[float, ...], latency: float
) -> None:
    shortest = measured(*delays).latency
    assert latency <= shortest < latency + 0.5


def longest(latency: float, **settings: object) -> float:
    """Return the seconds after which an answer is too late in a league with these settings."""
    limit = settings_of({"game": "metropolys", "players": 2, **settings}).limit(latency).latest
    assert limit is not None
    return limit


def test_who_delays_all_measurements_thinks_a_tenth_longer() -> None:
    assert longest(1.9, time=0.3) == pytest.approx(0.3 + 0.25 + 0.03)
    assert longest(0.0, time=0.3) == pytest.approx(0.3 + 0.25)
    assert longest(0.1, time=5.0) == pytest.approx(5.0 + 0.5 + 0.1)
    assert longest(9.0, time=5.0) == pytest.approx(5.0 + 0.5 + 0.5)
    assert longest(9.0, time=5.0, grace=0.0) == pytest.approx(5.5)
    assert longest(9.0, clock="20s/move") == pytest.approx(20.0 + 2.0 + 2.0)


def test_on_a_clock_the_latency_comes_back_with_each_move_up_to_a_tenth_of_its_time() -> None:
    settings = settings_of({"game": "metropolys", "players": 2, "clock": "100+5"})  # 4 + 4 s a move
    near, far = settings.limit(0.2), settings.limit(5.0)
    assert (near.increment, near.grace) == pytest.approx((5.2, 0.8 + 0.2))
    assert (far.increment, far.grace) == pytest.approx((5.8, 0.8 + 0.8))
    assert settings_of({"game": "metropolys", "players": 2}).limit(5.0).latest is None
