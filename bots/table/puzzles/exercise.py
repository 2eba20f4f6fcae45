"""An exercise: a person goes through the puzzles of a game, and the logbook remembers what was tried."""

from collections.abc import Sequence

from urbanist.bots.table import word_of
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session.logbook import Change, Logbook
from urbanist.bots.table.session.rating import PlayerRating
from urbanist.engine.event import Move


class Exercise:
    """The puzzles of one game, the logbook of the person, and the puzzle that is to be solved now."""

    def __init__(self, puzzles: Sequence[Puzzle], logbook: Logbook, first: int | None = None) -> None:
        """Begin with the puzzle of number `first`, counted from 1, or with the one that suits the person best."""
        self._puzzles, self._logbook = puzzles, logbook
        self.game = puzzles[0].game.name
        #: The puzzle that is to be solved.
        self.puzzle = self._by_suit()[0] if first is None else puzzles[first - 1]

    @property
    def number(self) -> int:
        """The number of the puzzle, counted from 1."""
        return 1 + self._puzzles.index(self.puzzle)

    @property
    def heading(self) -> str:
        """The puzzle and the ratings in a line."""
        hardness = self._hardness(self.puzzle)
        return tr(
            "puzzle {number} of {puzzles}, rated {hardness}; your rating: {rating}",
            number=self.number,
            puzzles=len(self._puzzles),
            hardness=f"{hardness:.0f}",
            rating=self.rating,
        )

    @property
    def rating(self) -> PlayerRating:
        """The rating of the person in the game."""
        return self._logbook.puzzle_rating(self.game)

    @property
    def solved(self) -> int:
        """How many of the puzzles the person solved at the last attempt."""
        tried = self._logbook.attempts(self.game)
        return sum(puzzle.id in tried and tried[puzzle.id].solved for puzzle in self._puzzles)

    @property
    def conclusion(self) -> str:
        """The closing line when the person leaves."""
        return tr(
            "{solved} of {puzzles} puzzles of {game} solved; your rating: {rating}",
            solved=self.solved,
            puzzles=len(self._puzzles),
            game=word_of(self.game, self.game),
            rating=self.rating,
        )

    def note(self, move: Move | None) -> Change:
        """Write an attempt into the logbook; None if the person gave up."""
        puzzle, played = self.puzzle, "" if move is None else str(move)
        solved = played == puzzle.best
        return self._logbook.add_attempt(self.game, puzzle.id, puzzle.rating, played, solved=solved)

    def _hardness(self, puzzle: Puzzle) -> float:
        return self._logbook.hardness(self.game, puzzle.id, puzzle.rating).value

    def advance(self) -> None:
        """Set the puzzle that suits best if this one was tried, else the one that suits nearly as well."""
        others = self._by_suit()
        place = 0 if self.puzzle.id in self._logbook.attempts(self.game) else others.index(self.puzzle) + 1
        following = [puzzle for puzzle in others[place:] + others[:place] if puzzle != self.puzzle]
        self.puzzle = next(iter(following), self.puzzle)

    def _by_suit(self) -> list[Puzzle]:
        """Return the puzzles, first those never tried, of nearly the person's rating, then those tried long ago.

        Of puzzles that were tried, those that were not solved come first.
        """
        tried, rating = self._logbook.attempts(self.game), self.rating.value

        def order(puzzle: Puzzle) -> tuple[bool, bool, float, str]:
            if puzzle.id not in tried:
                return False, False, abs(self._hardness(puzzle) - rating), puzzle.id
            return True, tried[puzzle.id].solved, tried[puzzle.id].last, puzzle.id

        return sorted(self._puzzles, key=order)
