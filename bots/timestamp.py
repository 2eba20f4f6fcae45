"""A moment as text, in the form of records and of all our files."""

from datetime import UTC, datetime


def timestamp(moment: datetime | None = None, precision: str = "seconds") -> str:
    """Return a moment, which is now if none is given, in UTC: `2026-01-31T12:00:00Z`."""
    return (moment or datetime.now(UTC)).isoformat(timespec=precision).replace("+00:00", "Z")
