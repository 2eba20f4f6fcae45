"""Learning from one's mistakes on a full screen: each is tried again until a move is as good, without the engine."""

from typing import ClassVar

from textual.binding import BindingType

from urbanist.bots.table.application.keys import bindings
from urbanist.bots.table.application.puzzles import ANSWER, PuzzleStage
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.terminal.board import BoardWidget
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.puzzles.answer import PuzzleAnswer, pov_of
from urbanist.bots.table.puzzles.mistakes import Mistakes
from urbanist.engine.event import Move


class MistakesApplication(PuzzleStage):
    """The mistakes of a person, one by one: a worse move says what it leaves, and may be followed by another one."""

    KEYS = "mistakes"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS)]

    def __init__(self, mistakes: Mistakes, table: Table, board: BoardWidget) -> None:
        super().__init__(mistakes.puzzle, table, board)
        self._mistakes = mistakes

    def asks(self) -> str:
        """Return which mistake it is, and what was played."""
        return self._mistakes.asks(self.table)

    def judge(self, move: Move | None) -> None:
        """Tell whether a move is as good as the best one."""

        def shown(answer: PuzzleAnswer | float | Exception) -> None:
            if isinstance(answer, Exception):
                self.failure = answer
                self.exit()
            elif isinstance(answer, PuzzleAnswer):
                self.show_answer(answer, "")
            else:
                assert move is not None
                self.board.show(pov_of(self.puzzle.view), free=True)
                keys = tr("h: a hint. x: the solution.")
                self.note = f"{self._mistakes.refusal(move, answer, self.table)} {keys}"
                self.redraw()
                self.show_keys()

        self.work_out(lambda _: self._mistakes.attempt(move, self.table), shown, ANSWER)

    def action_hint(self) -> None:
        """Tell a part of the best move."""
        self.say(self._mistakes.hint(self.table))

    def action_go_on(self) -> None:
        """Set the next mistake; after the last one tell how many were found."""
        if self._mistakes.advance():
            self.turn_to(self._mistakes.puzzle)
        else:
            self.open_page("", self._mistakes.conclusion, then=lambda _: self.exit())
