"""The hunt for puzzles through many games, on several processes, with the same puzzles on any number of them."""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeVar

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.workers import completed
from urbanist.bots.puzzles.finder import puzzles_in
from urbanist.bots.puzzles.proof import Proof, proved
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.searching import TIMES
from urbanist.bots.puzzles.source import decisions, self_play
from urbanist.engine import GAMES
from urbanist.engine.record import Record

SELF_PLAY = "self-play"


class Numbered(Protocol):
    """A job of workers with a number."""

    @property
    def id(self) -> str:
        """The id, which no other job has."""

    @property
    def number(self) -> int:
        """The number; the numbers of all jobs follow each other without a gap."""

    def play(self, arena: Arena) -> object:
        """Return what the job is about."""


JobT = TypeVar("JobT", bound=Numbered)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of self-play, and at most one of its puzzles: so that no two puzzles of a collection are alike."""

    game: str
    seed: int
    number: int
    margin: float

    @property
    def id(self) -> str:
        """The id of the game."""
        return f"{SELF_PLAY}-{self.number}"

    def play(self, arena: Arena) -> list[Puzzle]:
        """Return the puzzle, if there is one; it needs no bots of the arena."""
        history = self_play(GAMES[self.game], self.seed, self.number)
        views = decisions(history, Random(f"{self.seed} order {self.number}"))
        found = next(puzzles_in(views, SELF_PLAY, self.number, self.margin), None)
        return [] if found is None else [found]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game, and all its puzzles; `number` counts all games of the hunt, `line` those of the file."""

    record: Record
    file: str
    line: int
    number: int
    margin: float

    @property
    def id(self) -> str:
        """The id of the game."""
        return f"record-{self.number}"

    def play(self, arena: Arena) -> list[Puzzle]:
        """Return the puzzles; it needs no bots of the arena."""
        views = decisions(self.record.replay(GAMES))
        return list(puzzles_in(views, self.file, self.line, self.margin))


@dataclass(frozen=True, slots=True)
class Recheck:
    """A puzzle that is proved again, with searches of other seeds, which must find at least this margin."""

    puzzle: Puzzle
    seed: int
    number: int
    margin: float

    @property
    def id(self) -> str:
        """The id of the check."""
        return f"puzzle-{self.number}"

    def play(self, arena: Arena) -> Proof | None:
        """Return the proof; None if the move is not clearly best."""
        puzzle = self.puzzle
        return proved(puzzle.view, puzzle.best, TIMES * puzzle.nodes, self.seed, self.margin)


def in_order(jobs: Iterable[JobT], workers: int = 1) -> Generator[tuple[JobT, object], None, None]:
    """Yield the jobs with what they found, in the order of their numbers."""
    waiting: dict[int, tuple[JobT, object]] = {}
    first: list[int] = []

    def given() -> Iterator[JobT]:
        for job in jobs:
            first[:] = first or [job.number]
            yield job

    done = completed(given(), workers)
    try:
        for job, found in done:
            waiting[job.number] = (job, found)
            while first[0] in waiting:
                yield waiting.pop(first[0])
                first[0] += 1
    finally:
        done.close()
