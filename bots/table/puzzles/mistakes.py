"""The mistakes of a person in a game, as puzzles: each is to be played better than in the game."""

from collections.abc import Iterable, Sequence

from urbanist.bots.analysis.decisions import GRADES, Decision
from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.puzzles.answer import PuzzleAnswer, answered, share_after
from urbanist.bots.table.puzzles.proof import JUDGE, judged
from urbanist.bots.table.puzzles.puzzle import OWN_GAME, Puzzle, Source
from urbanist.engine.event import Move
from urbanist.engine.history import History


def mistakes_in(history: History, decisions: Iterable[Decision]) -> list[Puzzle]:
    """Return the mistakes among some decisions of a game, in its order.

    The best move and the one that was played are judged once more, by longer searches; what is no mistake then is left
    out.
    """
    puzzles = []
    for decision in sorted(decisions, key=lambda each: each.event):
        if decision.lost < GRADES["inaccuracy"]:
            continue
        view = history.until(decision.event - 1).seen_by(decision.seat)
        best, played = (judged(view, each.move) for each in (decision.best, decision.played))
        if best - played >= GRADES["inaccuracy"]:
            puzzles.append(
                Puzzle(
                    seat=decision.seat,
                    deal=view.deal,
                    events=view.texts,
                    best=str(decision.best.move),
                    share=best,
                    others={str(decision.played.move): played},
                    nodes=JUDGE,
                    missed=0,
                    place=1,
                    rating=1000,
                    source=Source(OWN_GAME, 0, decision.event),
                )
            )
    return puzzles


def attempted(puzzle: Puzzle, move: Move | None, table: Table) -> PuzzleAnswer | float:
    """Return the answer if a move is as good as the best one, or if it is None, as the person gives up.

    For a worse move it is the win share that it leaves.
    """
    share = None
    if move is not None and str(move) != puzzle.best:
        share = share_after(puzzle, move)
        if share < puzzle.good:
            return share
    return answered(puzzle, move, table, share)


class Mistakes:
    """The mistakes of a game one by one, and which of them were played better."""

    def __init__(self, puzzles: Sequence[Puzzle], number: int = 1, solved: int = 0) -> None:
        """Begin with mistake `number`, counted from 1, after so many were played better."""
        self._puzzles = puzzles
        #: The mistake that is looked at, and how many were played better without the solution.
        self.puzzle = puzzles[number - 1]
        self.solved = solved

    @property
    def number(self) -> int:
        """The number of the mistake, counted from 1."""
        return 1 + self._puzzles.index(self.puzzle)

    @property
    def heading(self) -> str:
        """The number of the mistake, and how many were found, in a line."""
        return tr(
            "mistake {number} of {mistakes}, {found} found so far",
            number=self.number,
            mistakes=len(self._puzzles),
            found=self.solved,
        )

    def asks(self, table: Table) -> str:
        """Return what was played, which is to be played better, in a sentence."""
        played = table.move_name(self.puzzle.view.bare_state(), self.puzzle.moves[1])
        return tr("You played {move}. Find a better one: {mistake}.", move=played, mistake=self.heading)

    def refusal(self, move: Move, share: float, table: Table) -> str:
        """Return what a move leaves that is worse than the best one, in a sentence."""
        return tr(
            "{move} leaves you {share} of the win: there is a better one.",
            move=table.move_name(self.puzzle.view.bare_state(), move),
            share=number_text(share, ".0%"),
        )

    def hint(self, table: Table) -> str:
        """Return one part of the best move, which the move of the game did not have if there is such a part."""
        parts, (best, played, *_) = table.parts(self.puzzle.view.bare_state()), self.puzzle.moves
        before = {part.name for part in parts[played]}
        part = next((part for part in parts[best] if part.name not in before), parts[best][-1])
        return tr("A hint: {part}.", part=part.text)

    def attempt(self, move: Move | None, table: Table) -> PuzzleAnswer | float:
        """Return what `attempted` does, and count what is played better."""
        answer = attempted(self.puzzle, move, table)
        self.solved += isinstance(answer, PuzzleAnswer) and answer.solved
        return answer

    def advance(self) -> bool:
        """Turn to the next mistake; return whether there is one."""
        if self.number == len(self._puzzles):
            return False
        self.puzzle = self._puzzles[self.number]
        return True

    @property
    def conclusion(self) -> str:
        """How many mistakes were found, in a sentence."""
        return tr(
            "You found a better move for {found} of {mistakes} mistakes.",
            found=self.solved,
            mistakes=len(self._puzzles),
        )
