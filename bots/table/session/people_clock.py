"""The clocks of the people at a table: how long the seat to move has been thinking, and what is left of its time."""

import time
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Self

from urbanist.bots.match.clock import UNTIMED, charged, clock_of, written
from urbanist.bots.players.player import Forfeit
from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.player_view import is_human
from urbanist.search.limit import Limit, smaller

#: The keys of a record's meta: the time controls of all seats, the seconds left, and those of the decision that is due.
CONTROLS, LEFT, SPENT = "clock", "left", "spent"
#: With fewer seconds a clock shows tenths.
SHORT = 10.0


class PeopleClock:
    """The clocks of one game; bots have no limit here, as they think by their own options.

    It measures each decision from `start` to `stop`; in a `pause` no time passes.
    """

    def __init__(
        self,
        controls: Sequence[Limit],
        left: Sequence[float | None] | None = None,
        spent: float = 0.0,
    ) -> None:
        self.controls = tuple(controls)
        self._limits = [
            control.changed(clock=time)
            for control, time in zip(controls, left or [control.clock for control in controls], strict=True)
        ]
        self._seat: int | None = None
        self._spent = spent
        self._since: float | None = None

    @classmethod
    def new(cls, control: Limit | None, players: Sequence[str]) -> Self:
        """Return the clocks at the beginning of a game, with this limit for each person."""
        return cls([control or UNTIMED if is_human(player) else UNTIMED for player in players])

    @classmethod
    def read(cls, meta: Mapping[str, Any], players: Sequence[str]) -> Self:
        """Return the clocks of a saved game as they stood; notes of another form count as missing."""
        try:
            controls = [clock_of(**told) if told else UNTIMED for told in meta[CONTROLS]]
            left = [None if told is None else float(told) for told in meta[LEFT]]
            kept = cls(controls, left, float(meta[SPENT]))
        except (KeyError, TypeError, ValueError):
            return cls.new(None, players)
        right = all(
            (control.clock is None) == (time is None) for control, time in zip(controls, left, strict=True)
        )
        return kept if right and len(controls) == len(players) else cls.new(None, players)

    def meta(self) -> dict[str, Any]:
        """Return the clocks as a record's meta has them; nothing if nobody's time is limited."""
        if not self.limited:
            return {}
        left = [None if limit.clock is None else round(limit.clock, 3) for limit in self._limits]
        return {CONTROLS: list(map(written, self.controls)), LEFT: left, SPENT: round(self.seconds, 3)}

    @property
    def limited(self) -> bool:
        """Whether anybody's time is limited."""
        return any(control.timed for control in self.controls)

    @property
    def seconds(self) -> float:
        """How long the seat to move has been thinking."""
        return self._spent + (0.0 if self._since is None else time.monotonic() - self._since)

    def start(self, seat: int) -> None:
        """Let the time of a seat run; what it has spent on this decision before a pause counts."""
        if self._seat not in (None, seat):
            self._spent = 0.0
        if self._since is None or self._seat != seat:
            self._seat, self._since = seat, time.monotonic()

    def pause(self) -> None:
        """Let no time pass until the next start."""
        self._spent, self._since = self.seconds, None

    def stop(self) -> float:
        """End a decision and charge its seat; return its seconds."""
        seconds, seat = self.seconds, self._seat
        if seat is not None:
            limit = self._limits[seat]
            most = seconds if limit.latest is None else min(seconds, limit.latest)
            self._limits[seat] = charged(limit, most)
        self._seat, self._since, self._spent = None, None, 0.0
        return seconds

    def left(self, seat: int) -> float | None:
        """Return the seconds that a seat has left for its decision; None means no limit."""
        limit = smaller(self._limits[seat].clock, self._limits[seat].time)
        running = self.seconds if seat == self._seat else 0.0
        return None if limit is None else max(limit - running, 0.0)

    def late(self) -> Forfeit | None:
        """Return the forfeit of the seat whose time runs, if its time is over."""
        most = None if self._seat is None else self._limits[self._seat].latest
        return None if most is None or self.seconds <= most else Forfeit.late(self.seconds, most)


def prompt(seat: int, clock: PeopleClock, asked: str) -> str:
    """Return a question to a person, with what the clock shows if the time is limited."""
    left = clock.left(seat)
    if left is None:
        return tr("seat {seat}, {asked}: ", seat=seat, asked=asked)
    return tr("seat {seat}, {time} left, {asked}: ", seat=seat, time=face(left), asked=asked)


def face(seconds: float) -> str:
    """Return a time as a clock shows it, such as 9:58, 1:02:03 or, near the end, 7.4."""
    if seconds < SHORT:
        return number_text(int(10 * seconds) / 10, ".1f")
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
