"""Clocks: a time control as text and as a limit, and the limit that a decision leaves."""

import re

from urbanist.bots.players.player import Forfeit
from urbanist.engine.message import Message, UserError
from urbanist.search.limit import Limit

#: The default grace, in seconds: an answer that is late by no more still counts. No clock has as many as MOST.
GRACE, MOST = 0.25, 1e6

#: The units of a clock as text, in seconds, and its form.
UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
TIME = r"[0-9]{1,9}(?:\.[0-9]{1,9})?(?:ms|s|m|h)?"
CONTROL = re.compile(rf"(?P<time>{TIME})(?:\+(?P<increment>{TIME}))?|(?P<move>{TIME})/move")


#: The limit of a seat without a clock at a table where others have one.
UNTIMED = Limit()
#: The words of a clock in tournaments and records, each with the field of a limit.
WORDS = {"time": "clock", "increment": "increment", "move": "time", "grace": "grace"}


def clock_of(
    time: float | None = None, increment: float = 0.0, move: float | None = None, grace: float = GRACE
) -> Limit:
    """Return a time control as a limit, in seconds: base time, increment, time per move, and grace for lag.

    `ValueError` says which of them is out of range.
    """
    given = {"time": time, "increment": increment, "move": move, "grace": grace}
    for name, value in given.items():
        if name in ("increment", "grace"):
            allowed = value is not None and 0 <= value < MOST
            expected = Message("seconds, at least 0 and less than a million")
        else:
            allowed = value is None or 0 < value < MOST
            expected = Message("seconds, more than 0 and less than a million")
        if not allowed:
            raise UserError(
                Message("{key} = {value}: expected {expected}", key=name, value=value, expected=expected)
            )
    return Limit(clock=time, increment=increment, time=move, grace=grace)


def written(limit: Limit) -> dict[str, float] | None:
    """Return a time control in seconds by key, without those that are not set; None if nothing limits the time."""
    if not limit.timed:
        return None
    return {word: value for word, field in WORDS.items() if (value := getattr(limit, field))}


def read_control(text: str) -> Limit:
    """Return the time control of a text: `10m+5s`, `60+0.5` (seconds), or `2s/move`; raise `ValueError` for others."""
    match = CONTROL.fullmatch(text)
    if match is None:
        raise UserError(Message("'{text}': expected a clock such as 10m+5s, 60+0.5 or 2s/move", text=text))
    if match["move"] is not None:
        return clock_of(move=_seconds(match["move"]))
    return clock_of(time=_seconds(match["time"]), increment=_seconds(match["increment"] or "0"))


def _seconds(text: str) -> float:
    number = text.rstrip("hms")
    return float(number) * UNITS[text.removeprefix(number)]


def charged(limit: Limit, seconds: float) -> Limit:
    """Return a clock after a decision: less its seconds, plus the increment; raise `Forfeit` if it is lost on time."""
    if limit.latest is not None and seconds > limit.latest:
        raise Forfeit.late(seconds, limit.latest)
    return limit.after(seconds)


def overdue(limit: Limit, seconds: float) -> float:
    """Return by how many seconds a decision took longer than its limit without the grace."""
    return 0.0 if limit.latest is None else max(seconds - (limit.latest - limit.grace), 0.0)
