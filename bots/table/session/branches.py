"""What people add to a recorded game: branches, which are lines of other moves, and comments; kept in its record."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self

from urbanist.engine import NotationError
from urbanist.engine.event import Event
from urbanist.engine.history import History
from urbanist.engine.record import Record

#: The names of both among the notes of a record.
BRANCHES, COMMENTS = "branches", "comments"


@dataclass(frozen=True, slots=True)
class Branch:
    """A line of other events after so many events of the game."""

    after: int
    events: tuple[Event, ...]

    def history(self, game: History) -> History:
        """Return the game until the branch leaves it, and then the branch."""
        return History.read(game.game, game.deal, (*game.events[: self.after], *self.events))


@dataclass(slots=True)
class Notes:
    """The branches of a game, and the comments by the number of the event that they follow."""

    branches: list[Branch] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, record: Record, game: History) -> Self:
        """Return what a record has; what is of another form, or not legal, counts as missing."""
        notes = cls()
        for told in _list(record.meta, BRANCHES):
            try:
                after = int(told["after"])
                line = History.read(game.game, game.deal, (*game.events[:after], *map(str, told["events"])))
            except (KeyError, TypeError, ValueError, NotationError):
                continue
            notes.branches.append(Branch(after, line.events[after:]))
        comments = record.meta.get(COMMENTS)
        if isinstance(comments, dict):
            notes.comments = {
                int(event): said
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
        after = next(
            (
                ply
                for ply, (own, other) in enumerate(zip(game.events, line.events, strict=False))
                if own != other
            ),
            min(len(game.events), len(line.events)),
        )
        branch = Branch(after, line.events[after:])
        for place, known in enumerate(self.branches):
            if known.after == after and branch.events[: len(known.events)] == known.events:
                self.branches[place] = branch
                return branch
            if known.after == after and known.events[: len(branch.events)] == branch.events:
                return known
        self.branches.append(branch)
        return branch


def _list(meta: Mapping[str, Any], name: str) -> list[Any]:
    found = meta.get(name)
    return found if isinstance(found, list) else []
