"""Moments as text."""

from datetime import UTC, datetime

from urbanist.bots.timestamp import timestamp


def test_a_timestamp_is_read_as_the_moment_that_it_tells() -> None:
    moment = datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert timestamp(moment) == "2026-01-31T12:00:00Z"
    assert datetime.fromisoformat(timestamp(moment)) == moment
