"""What a person may see at any time at the table of a session: the scores, and what is known of hidden cards."""

from dataclasses import dataclass

from rich.console import RenderableType
from textual.message import Message

from urbanist.bots.players.background import Background
from urbanist.bots.table.application.odds import Odds
from urbanist.bots.table.application.stage import Stage
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.terminal.board import Board
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.session import Session


class Pages(Stage):
    """A session with its board, and the pages about it."""

    @dataclass
    class Inferred(Message):
        """A page about what is hidden is ready."""

        inference: Background[RenderableType]
        page: RenderableType | Exception

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
        from urbanist.bots.table.application.why import why  # late: few games need it

        history, pov, table = self.session.history, self.board.pov, self.session.table

        def done(inference: Background[RenderableType], page: RenderableType | Exception) -> None:
            self.post_message(self.Inferred(inference, page))

        self.inference = Background(lambda _: why(history, pov, table), done)
        self.show_guide()

    def on_pages_inferred(self, message: Inferred) -> None:
        """Show what can be inferred; a page that nobody waits for any more is out of date."""
        if message.inference is not self.inference:
            return
        self.inference = None
        if isinstance(message.page, Exception):
            self.note = tr("Nothing is found: {reason}", reason=reason_of(message.page))
        else:
            self.open_page(tr("Why, and what is hidden"), message.page)
        self.show_guide()
