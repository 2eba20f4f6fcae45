"""Puzzles in lines: a person types a move, and is told whether it is best and why."""

from collections.abc import Callable

from urbanist.bots.table.kit.language import marked, reason_of, tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.puzzles.answer import answered, pov_of, rated, told
from urbanist.bots.table.puzzles.exercise import Exercise
from urbanist.bots.table.session.logbook import LogbookError
from urbanist.bots.table.session.manual import Row, row_text
from urbanist.bots.table.session.screen import Screen
from urbanist.engine import NotationError
from urbanist.engine.event import Move

COMMANDS: tuple[Row, ...] = (
    ("moves", marked("all legal moves")),
    ("board", marked("describe the position again (or just Enter)")),
    ("solution", marked("give up: the best move, and why; the puzzle counts as not solved")),
    ("next", marked("another puzzle; this one does not count")),
    ("quit", marked("leave")),
)
ASKED = marked("the best move (help, solution, next, quit)")
OVER = marked("the puzzle is over: press Enter for the next one, or type quit")


class LeavePuzzles(Exception):
    """The person leaves."""


class PuzzleConversation:
    """An exercise and the screen on which it is shown; `run` goes on until the person leaves."""

    _commands: dict[str, Callable[[str], None]]
    _pov: PlayerView

    def __init__(self, exercise: Exercise, table: Table, screen: Screen) -> None:
        self._exercise, self._table, self._screen = exercise, table, screen
        self._commands = {
            "moves": lambda _: screen.say(table.list_moves(self._pov.state)),
            "board": self._board,
            "solution": lambda _: self._answer(None),
            "next": lambda _: self._next(),
            "help": self._help,
            "quit": self._quit,
        }
        self._begin()

    def run(self) -> None:
        """Set puzzles until the person leaves."""
        try:
            self._show()
            while True:
                self._ask()
        except (EOFError, KeyboardInterrupt):
            self._screen.say("")
        except LeavePuzzles:
            pass
        self._screen.say(self._exercise.conclusion)

    def _begin(self) -> None:
        self._pov = pov_of(self._exercise.puzzle.view)
        self._done = False

    def _show(self) -> None:
        self._screen.say(self._exercise.heading)
        self._board("")

    def _ask(self) -> None:
        if self._done:
            asked = tr("Enter for the next puzzle (quit): ")
        else:
            asked = tr("seat {seat}, {asked}: ", seat=self._pov.seat, asked=tr(ASKED))
        try:
            self._obey(self._screen.ask(asked))
        except LogbookError:
            raise
        except (NotationError, OSError) as error:
            self._screen.say(reason_of(error))

    def _obey(self, text: str) -> None:
        word, _, rest = text.strip().partition(" ")
        word = word.lower() or ("next" if self._done else "board")
        if word in self._commands:
            if rest.strip():
                raise NotationError(
                    "'{word}' takes nothing after it: leave out '{rest}'", word=word, rest=rest.strip()[:30]
                )
            self._commands[word](rest.strip())
        elif self._done:
            raise NotationError(OVER)
        else:
            self._answer(self._table.read_move(text, self._pov.state))

    def _answer(self, move: Move | None) -> None:
        """Tell what a move is worth, and write the attempt; no move means that the person gives up."""
        puzzle, screen = self._exercise.puzzle, self._screen
        if self._done:
            raise NotationError(OVER)
        answer = screen.wait(lambda: answered(puzzle, move, self._table))
        change = self._exercise.note(move)
        self._done = True
        screen.say("\n".join([*told(answer, self._table), rated(change)]))

    def _next(self) -> None:
        self._exercise.advance()
        self._begin()
        self._show()

    def _board(self, _: str) -> None:
        self._screen.say(self._table.describe(self._pov))

    def _help(self, _: str) -> None:
        moves = tr("Moves: {how}.", how=self._table.how_to_move())
        self._screen.say("\n".join([moves, *(row_text(row, self._screen.width) for row in COMMANDS)]))

    def _quit(self, _: str) -> None:
        raise LeavePuzzles
