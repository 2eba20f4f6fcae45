"""What a record notes beside the game: its id, date, seed, clocks, what each move took; and branches and comments."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from urbanist.bots.match.notes import nodes_of, score_of
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session.people_clock import PeopleClock
from urbanist.bots.timestamp import timestamp
from urbanist.engine import NotationError
from urbanist.engine.event import Event
from urbanist.engine.history import History
from urbanist.engine.move_stats import KEY, NOTHING, MoveStats, columns, move_stats
from urbanist.engine.printable import NO_BREAK, printable
from urbanist.engine.record import FORFEITS, Lost, Record
from urbanist.search.limit import Limit
from urbanist.search.result import Result

#: How a game ended in which somebody gave up.
RESIGNED = "resigned"
#: What a session notes of itself, and the names of all that it notes beside its clocks.
KINDS = {"seed": int, "game": str, "date": str, "replayed": bool, "rated": bool, "step": int, "lesson": str}
OURS = {*KINDS, "forfeits", "resigned", KEY}


@dataclass(slots=True)
class Notebook:
    """The notes of one session; a game of bots alone has no id, no date and no times, so that a seed repeats it."""

    seed: int
    clock: PeopleClock
    #: What names the game, wherever its file is; empty without people.
    game: str = ""
    date: str = ""
    #: The seat that gave up.
    resigned: int | None = None
    #: The seats that lost before the end, because their time was over.
    lost: tuple[Lost, ...] = ()
    #: Whether the game began in the middle of another one.
    replayed: bool = False
    #: Whether it counts for the rating of its person: without hints, and without undo.
    rated: bool = False
    #: How many steps of a guided game are done; None in any other game.
    step: int | None = None
    #: The name of the guided game; empty in any other one, and in a first game.
    lesson: str = ""
    #: What the record of a match or of another program notes; it stays as it is.
    others: dict[str, Any] = field(default_factory=dict)
    _stats: dict[int, MoveStats] = field(default_factory=dict)

    def ended(self, record: Record) -> str:
        """Return how the game of a record ended: in its word, or that somebody gave up."""
        return record.ended if self.resigned is None else RESIGNED

    @classmethod
    def new(
        cls,
        seed: int,
        players: Sequence[str],
        control: Limit | None = None,
        *,
        replayed: bool = False,
        rated: bool = False,
    ) -> Self:
        """Return the notes of a game that begins now; `control` limits the time of its people."""
        clock = PeopleClock.new(control, players)
        if not any(map(is_human, players)):
            return cls(seed, clock)
        return cls(seed, clock, os.urandom(8).hex(), timestamp(), replayed=replayed, rated=rated)

    def anew(self, seed: int, players: Sequence[str], *, replayed: bool = False) -> Self:
        """Return the notes of a new game at the same table, with the same clocks."""
        control = next((control for control in self.clock.controls if control.timed), None)
        return self.new(seed, players, control, replayed=replayed, rated=self.rated and not replayed)

    @classmethod
    def of(cls, record: Record) -> Self:
        """Return the notes in a record; notes of another form count as missing."""
        meta = record.meta
        resigned = _typed(meta, "resigned", int)
        told = {
            name: value for name, kind in KINDS.items() if (value := _typed(meta, name, kind)) is not None
        }
        return cls(
            **{"seed": 0, **told},
            clock=PeopleClock.read(meta, record.seats),
            resigned=resigned if resigned in range(len(record.seats)) else None,
            lost=tuple(_lost(meta, len(record.seats))),
            others={name: told for name, told in meta.items() if name not in OURS},
            _stats={event: told for event, told in enumerate(move_stats(record)) if told != NOTHING},
        )

    def add(self, event: int, seat: int, result: Result | None, seconds: float) -> None:
        """Note how a seat found its move, which is this event, counted from 0; a person gives no result."""
        taken = seconds if self.date else None
        nodes, score = (None, None) if result is None else (nodes_of(result), score_of(result, seat))
        self._stats[event] = MoveStats(nodes, score, taken)

    def cut(self, events: int) -> None:
        """Forget what was noted of later events."""
        self._stats = {event: told for event, told in self._stats.items() if event < events}

    def meta(self, events: int) -> dict[str, Any]:
        """Return the notes as a record of so many events has them."""
        meta: dict[str, Any] = {**self.others, "seed": self.seed}
        meta |= {
            name: told
            for name in ("game", "date", "replayed", "rated", "lesson")
            if (told := getattr(self, name))
        }
        if self.step is not None:
            meta["step"] = self.step
        meta |= self.clock.meta()
        if self.lost:
            meta["forfeits"] = list(map(asdict, self.lost))
        if self.resigned is not None:
            meta["resigned"] = self.resigned
        told = columns([self._stats.get(event, NOTHING) for event in range(events)])
        return {**meta, KEY: told} if told else meta


def _lost(meta: Mapping[str, Any], seats: int) -> Iterator[Lost]:
    """Yield the seats that lost."""
    for told in _typed(meta, "forfeits", list) or ():
        with suppress(TypeError):
            lost = Lost(**told)
            if lost.seat in range(seats) and lost.reason in FORFEITS:
                yield lost


def _typed(meta: Mapping[str, Any], name: str, kind: type) -> Any:
    """Return an entry if it has this type; None if not."""
    value = meta.get(name)
    return value if type(value) is kind else None


#: The names of both among the notes of a record.
BRANCHES, COMMENTS = "branches", "comments"


@dataclass(frozen=True, slots=True)
class Branch:
    """A line that leaves the game after so many events."""

    after: int
    line: History

    @classmethod
    def of(cls, game: History, line: History) -> Self:
        """Return a line with the number of events that it has in common with the game."""
        pairs = enumerate(zip(game.events, line.events, strict=False))
        usual = min(len(game.events), len(line.events))
        return cls(next((ply for ply, (own, other) in pairs if own != other), usual), line)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that are not those of the game."""
        return self.line.events[self.after :]


@dataclass(slots=True)
class AnalysisNotes:
    """The branches of a game, and the comments by the number of the event that they follow."""

    branches: list[Branch] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Record, game: History) -> Self:
        """Return what a record has; what is of another form, or not legal, counts as missing."""
        notes = cls()
        for told in _typed(record.meta, BRANCHES, list) or ():
            try:
                after = int(told["after"])
                line = History.read(game.game, game.deal, (*game.events[:after], *map(str, told["events"])))
            except (KeyError, TypeError, ValueError, NotationError):
                continue
            notes.branches.append(Branch(after, line))
        comments = _typed(record.meta, COMMENTS, dict) or {}
        notes.comments = {
            int(event): printable(said, keep=NO_BREAK)
            for event, said in comments.items()
            if isinstance(said, str) and str(event).isdecimal()
        }
        return notes

    def noted(self, record: Record) -> Record:
        """Return the record with what the notes have now."""
        meta = {name: told for name, told in record.meta.items() if name not in (BRANCHES, COMMENTS)}
        if self.branches:
            meta[BRANCHES] = [
                {"after": each.after, "events": [*map(str, each.events)]} for each in self.branches
            ]
        if self.comments:
            meta[COMMENTS] = {str(event): said for event, said in sorted(self.comments.items())}
        return replace(record, meta=meta)

    def add(self, game: History, line: History) -> Branch:
        """Add a line that leaves the game; a branch that is the beginning of it grows, and one that has it stays."""
        branch = Branch.of(game, line)
        for place, known in enumerate(self.branches):
            if line.events[: len(known.line.events)] == known.line.events:
                self.branches[place] = branch
                return branch
            if known.line.events[: len(line.events)] == line.events:
                return known
        self.branches.append(branch)
        return branch
