"""What the record of a session notes beside the game: its id, date, seed and clocks, and what each move took."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Self

from urbanist.bots.match.notes import nodes_of, score_of
from urbanist.engine.details import KEY, NOTHING, Detail, columns, details
from urbanist.engine.record import Record
from urbanist.search.result import Result


@dataclass(slots=True)
class Notebook:
    """The notes of one session; a game of bots alone has no id, no date and no times, so that a seed repeats it."""

    seed: int
    #: What names the game, wherever its file is; empty without people.
    game: str = ""
    date: str = ""
    #: The seat that gave up.
    resigned: int | None = None
    #: Whether the game began in the middle of another one.
    replayed: bool = False
    _details: dict[int, Detail] = field(default_factory=dict)

    @classmethod
    def new(cls, seed: int, *, people: bool, replayed: bool = False) -> Self:
        """Return the notes of a game that begins now."""
        if not people:
            return cls(seed, replayed=replayed)
        began = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        return cls(seed, secrets.token_hex(8), began, replayed=replayed)

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return the notes in a record; notes of another form count as missing."""
        meta = record.meta
        resigned = _typed(meta, "resigned", int)
        known = {event: told for event, told in enumerate(details(record)) if told != NOTHING}
        return cls(
            seed=_typed(meta, "seed", int) or 0,
            game=_typed(meta, "game", str) or "",
            date=_typed(meta, "date", str) or "",
            resigned=resigned if resigned in range(len(record.seats)) else None,
            replayed=_typed(meta, "replayed", bool) or False,
            _details=known,
        )

    def add(self, event: int, seat: int, found: Result | None, seconds: float) -> None:
        """Note how a seat found its move, which is this event, counted from 0; a person gives no result."""
        taken = seconds if self.date else None
        nodes, score = (None, None) if found is None else (nodes_of(found), score_of(found, seat))
        self._details[event] = Detail(nodes, score, taken)

    def cut(self, events: int) -> None:
        """Forget what was noted of later events."""
        self._details = {event: told for event, told in self._details.items() if event < events}

    def meta(self, events: int) -> dict[str, Any]:
        """Return the notes as a record of so many events has them."""
        whole = asdict(self)
        meta = {"seed": self.seed}
        meta |= {name: whole[name] for name in ("game", "date", "replayed") if whole[name]}
        if self.resigned is not None:
            meta["resigned"] = self.resigned
        told = columns([self._details.get(event, NOTHING) for event in range(events)])
        return {**meta, KEY: told} if told else meta


def _typed(meta: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return an entry if it has this type; None if not."""
    found = meta.get(name)
    return found if type(found) is kind else None
