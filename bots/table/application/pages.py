"""What a person may see at any time at the table of a session: the scores, and what is known of hidden cards."""

from rich.console import RenderableType
from textual.message import Message

from urbanist.bots.table.application.odds import Odds
from urbanist.bots.table.application.stage import Stage
from urbanist.bots.table.kit.terminal.board import Board
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.session import Session


class Pages(Stage):
    """A session with its board, and the pages about it."""

    class Weighed(Message):
        """The odds of another position are known."""

    def __init__(self, session: Session, board: Board) -> None:
        super().__init__(session.table, board)
        self.session = session
        #: What each seat may expect of the win; None while nobody wants to see it.
        self.odds: Odds | None = None

    def action_odds(self) -> None:
        """Show what each seat may expect of the win, or show it no more."""
        if self.odds is None:
            self.odds = Odds(self._weighed)
        else:
            self.odds.stop()
            self.odds = None
        self.follow_odds()

    def _weighed(self) -> None:
        self.post_message(self.Weighed())

    def follow_odds(self) -> None:
        """Work out the odds of positions that are new, and show those that are known."""
        if self.odds is not None:
            self.odds.follow(self.session.history, self.board.pov.seat)
        self.on_pages_weighed()

    def on_pages_weighed(self) -> None:
        """Show the odds that are known."""
        history, odds = self.session.history, self.odds
        course = None if odds is None else odds.course(history, self.board.pov.seat)
        self._frame.show_odds(course, history.state.seats)

    def scoring(self) -> RenderableType:
        """Return the points of all seats, row by row."""
        return verdict.scoring(self.board.pov, self.table.fact, self.session.beaten)

    def action_why(self) -> None:
        """Work out what is hidden, and what can be inferred about it."""
        self.infer(self.session.history, self.board.pov)
