"""Puzzles on a full screen: a board with a position, a move to find, and the answer beside it."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from urbanist.bots.table.application.keys import bindings
from urbanist.bots.table.application.stage import Stage
from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.puzzles.answer import PuzzleAnswer, answered, pov_of, rated, story, told, verdict
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.puzzles.puzzle import Puzzle
from urbanist.bots.table.session.logbook import Change
from urbanist.engine.event import Move
from urbanist.engine.history import View

#: What is said as long as no move is chosen.
SHOW = marked("Choose a move on the board, and Enter plays it.")
#: What is said while the answer is worked out.
ANSWER = marked("Working out the answer … {seconds} s"), ""
#: What is said of the position of the puzzle, when a person looks at it again.
TASK = marked("The position of the puzzle.")


class PuzzleStage(Stage):
    """A puzzle on a full screen: a person plays a move on the board, and reads what it is worth and why.

    A subclass has the puzzles, and judges moves.
    """

    def __init__(self, puzzle: Puzzle, table: Table, board: BoardWidget) -> None:
        super().__init__(table, board)
        #: The puzzle that is set, and the answer to it; None until the person has solved it or given up.
        self.puzzle = puzzle
        self.answer: PuzzleAnswer | None = None
        self._told = Text()
        #: Why the puzzles could not go on, if they could not.
        self.failure: Exception | None = None
        board.show(pov_of(puzzle.view), free=True)

    def asks(self) -> str:
        """Return what the person has to do, in a sentence."""
        raise NotImplementedError

    def judge(self, move: Move | None) -> None:
        """Work out the answer to a move, or to none."""
        raise NotImplementedError

    def begin(self) -> None:
        """Set the first puzzle."""
        self.set_focus(self.board)
        self.turn_to(self.puzzle)

    def turn_to(self, puzzle: Puzzle) -> None:
        """Set a puzzle."""
        self.puzzle, self.answer, self.inference, self.note = puzzle, None, None, ""
        self.board.show(pov_of(puzzle.view), free=True)
        self.redraw()
        self.show_keys()

    def tell(self) -> None:
        """Show the answer, or before it what happened until now."""
        if self.answer is None:
            super().tell()
        else:
            self._frame.tell([self._told], 0, first=True, alone=True)

    def guide(self) -> Guide:
        """Return the puzzle and the ratings, or what to do with the answer."""
        if (working := self.working()) is not None:
            return working
        if self.answer is not None:
            now = tr("g: the next puzzle. [ and ] step through the line after the best move.")
            return Guide(" ".join((now, tr("PgUp and PgDn scroll the answer."))))
        guide = self.board.guide()
        return Guide(self.asks(), guide.effect or tr(SHOW), guide.legal)

    def on_board_widget_changed(self) -> None:
        """Show the effect of the chosen move."""
        self.note = ""
        self.redraw(story=False)
        self.show_keys()

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Judge the move that a person chose."""
        self._judge(message.move)

    def action_give_up(self) -> None:
        """Show the best move."""
        self._judge(None)

    def _judge(self, move: Move | None) -> None:
        if self.answer is None and self.inference is None:
            self.board.show(self.board.pov, free=False)
            self.judge(move)
            self.show_keys()

    def show_answer(self, answer: PuzzleAnswer, more: str) -> None:
        """Show the answer, and one thing more, and the position after the best move."""
        self.answer = answer
        self.note = verdict(answer, self.table)
        self._told = Text("\n".join([*told(answer, self.table)[1:], "", more]).strip())
        self._show(answer.best.after, len(self.puzzle.events) + 1)

    def _show(self, line: View, events: int) -> None:
        """Show the position after some events of a line."""
        self.board.show(pov_of(View(line.game, line.seat, line.deal, line.events[:events])), free=False)
        self.redraw()
        self.show_keys()

    def check_action(self, action: str, parameters: Sequence[object]) -> bool | None:
        """Return whether a key does something now."""
        if action in {"step", "analyse"}:
            return self.answer is not None
        if action in {"give_up", "put_back", "hint"}:
            return self.answer is None and self.inference is None
        return action != "go_on" or self.inference is None

    def action_step(self, step: int) -> None:
        """Look at the line after the best move, one event earlier or later."""
        if self.answer is not None:
            line, first = self.answer.best.after, len(self.puzzle.events)
            events = min(max(len(self.board.pov.view.events) + step, first), len(line.events))
            self.note = (
                f"{upper(story(self.answer.best, events - 1, self.table)[0])}."
                if events > first
                else tr(TASK)
            )
            self._show(line, events)

    def action_put_back(self) -> None:
        """Put back what was taken."""
        self.note = ""
        self.board.release()
        self.redraw()
        self.show_keys()


class PuzzleApplication(PuzzleStage):
    """An exercise on a full screen: each puzzle is judged after one move, and the logbook remembers it."""

    KEYS = "puzzles"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS)]

    def __init__(self, exercise: Exercise, table: Table, board: BoardWidget) -> None:
        super().__init__(exercise.puzzle, table, board)
        self.exercise = exercise
        #: Whether the person wants to look at the puzzle in the room of analysis.
        self.looking = False

    def asks(self) -> str:
        """Return the puzzle and the ratings."""
        return tr("Find the best move: {puzzle}.", puzzle=self.exercise.heading)

    def judge(self, move: Move | None) -> None:
        """Work out the answer; the attempt is written first."""
        puzzle, table = self.puzzle, self.table

        def shown(answered: tuple[PuzzleAnswer, Change] | Exception) -> None:
            if isinstance(answered, Exception):
                self.failure = answered
                self.exit()
            else:
                answer, change = answered
                self.show_answer(answer, rated(change))

        self.work_out(lambda _: (answered(puzzle, move, table), self.exercise.note(move)), shown, ANSWER)

    def action_analyse(self) -> None:
        """Leave for the room of analysis."""
        self.looking = True
        self.exit()

    def action_go_on(self) -> None:
        """Set the next puzzle."""
        self.exercise.advance()
        self.turn_to(self.exercise.puzzle)
