"""The hunt for puzzles through many games, on several processes, with the same puzzles on any number of them."""

from dataclasses import dataclass
from random import Random

from urbanist.bots.match.arena import Arena
from urbanist.bots.puzzles.finder import puzzles_in
from urbanist.bots.puzzles.proof import Proof, proved
from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.puzzles.searching import TIMES
from urbanist.bots.puzzles.source import decisions, self_play
from urbanist.engine import GAMES
from urbanist.engine.record import Record

SELF_PLAY = "self-play"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of self-play, and at most one of its puzzles: so that no two puzzles of a collection are alike."""

    game: str
    seed: int
    number: int
    margin: float
    endings: bool = False

    @property
    def id(self) -> str:
        """The id of the game."""
        return f"{SELF_PLAY}-{self.number}"

    def play(self, arena: Arena) -> list[Puzzle]:
        """Return the puzzle, if there is one; it needs no bots of the arena."""
        history = self_play(GAMES[self.game], self.seed, self.number)
        views = decisions(history, Random(f"{self.seed} order {self.number}"))
        found = next(puzzles_in(views, SELF_PLAY, self.number, self.margin, endings=self.endings), None)
        return [] if found is None else [found]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game, and all its puzzles; `number` counts all games of the hunt, `line` those of the file."""

    record: Record
    file: str
    line: int
    number: int
    margin: float
    endings: bool = False

    @property
    def id(self) -> str:
        """The id of the game."""
        return f"record-{self.number}"

    def play(self, arena: Arena) -> list[Puzzle]:
        """Return the puzzles; it needs no bots of the arena."""
        views = decisions(self.record.replay(GAMES))
        return list(puzzles_in(views, self.file, self.line, self.margin, endings=self.endings))


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
