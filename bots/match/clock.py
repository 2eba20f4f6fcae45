"""The clocks of a game: what each seat is given, and what is left of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from urbanist.bots.players.allowance import Allowance
from urbanist.bots.players.forfeit import Forfeit
from urbanist.engine.message import Message

#: The units of a clock as text, in seconds, and its form.
UNITS = {"": 1.0, "ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
TIME = r"[0-9]{1,9}(?:\.[0-9]{1,9})?(?:ms|s|m|h)?"
CONTROL = re.compile(rf"(?P<time>{TIME})(?:\+(?P<increment>{TIME}))?|(?P<move>{TIME})/move")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time limits of a seat in seconds: `time` a game, `increment` a move, `move` for each move; None: no limit.

    An answer that is late by no more than `grace` still counts, so that a busy machine costs nobody a game.
    """

    time: float | None = None
    increment: float = 0.0
    move: float | None = None
    grace: float = 0.25

    def __post_init__(self) -> None:
        for name in ("time", "increment", "move", "grace"):
            value = getattr(self, name)
            if name in ("increment", "grace"):
                allowed, expected = 0 <= value < 1e6, Message("seconds, at least 0 and less than a million")
            else:
                allowed = value is None or 0 < value < 1e6
                expected = Message("seconds, more than 0 and less than a million")
            if not allowed:
                raise ValueError(
                    Message("{key} = {value}: expected {expected}", key=name, value=value, expected=expected)
                )

    @property
    def limited(self) -> bool:
        """Whether anything limits the time of a seat."""
        return self.time is not None or self.move is not None


def read_control(text: str) -> TimeControl:
    """Return the time control of a text: `10m+5s`, `60+0.5` (seconds), or `2s/move`; raise `ValueError` for others."""
    found = CONTROL.fullmatch(text)
    if found is None:
        raise ValueError(Message("'{text}': expected a clock such as 10m+5s, 60+0.5 or 2s/move", text=text))
    if found["move"] is not None:
        return TimeControl(move=_seconds(found["move"]))
    return TimeControl(time=_seconds(found["time"]), increment=_seconds(found["increment"] or "0"))


def _seconds(text: str) -> float:
    number = text.rstrip("hms")
    return float(number) * UNITS[text.removeprefix(number)]


class Clock:
    """The clocks of one game, one per seat; `left` is the time of each if the game has begun."""

    def __init__(self, controls: Sequence[TimeControl], left: Sequence[float | None] | None = None) -> None:
        self.controls = tuple(controls)
        self._left = [control.time for control in controls] if left is None else list(left)
        self._increments = tuple(control.increment for control in controls)

    @property
    def left(self) -> tuple[float | None, ...]:
        """The seconds that each seat has left for the game; None means no limit."""
        return tuple(self._left)

    def allowance(self, seat: int) -> Allowance:
        """Return the allowance of a seat for its next decision."""
        control = self.controls[seat]
        return Allowance(seat, tuple(self._left), self._increments, control.move, control.grace)

    def charge(self, seat: int, seconds: float) -> None:
        """Subtract the time of a decision from the clock and add the increment; raise `Forfeit` if it was too late."""
        allowance = self.allowance(seat)
        most = allowance.most()
        if most is not None and seconds > most:
            raise Forfeit.late(seconds, most)
        self._left[seat] = allowance.spent(seconds).left[seat]
