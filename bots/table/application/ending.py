"""How a game ends in the application: the page about the end and what to do next, and giving up."""

from collections.abc import Callable
from pathlib import Path

from urbanist.bots.table import NoPicture
from urbanist.bots.table.application.classroom import Classroom
from urbanist.bots.table.application.hints import Hints
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.snapshot import paint


class Ending(Classroom):
    """The pages of a table that follow the end of its game."""

    #: Whether another game can be offered, and whether the person wants one.
    offers_another = another = False
    #: What the person wants to see in the room of analysis: the end or the worst mistake; None if nothing.
    looking: str | None = None
    #: The hints that the board marks.
    _hints: Hints | None = None

    def proceed(self) -> None:
        """Show the position, and let the next seat move."""
        raise NotImplementedError

    def change(self, change: Callable[[], object]) -> None:
        """Change the session, which saves it; if that fails, say so once and play on."""
        saved = not self.session.unsaved
        change()
        if saved and self.session.unsaved:
            said = tr("The game is not saved: {reason}", reason=self.session.unsaved)
            self.notify(said, severity="error", timeout=10)

    def begin_anew(self, change: Callable[[], object]) -> None:
        """Change the session to another game, and forget what belongs to the old one."""
        self.note = ""
        self.change(change)

    def show_end(self, *, interrupt: bool = False) -> None:
        """Show who won, the points row by row, and what to do next."""
        pov = self.session.pov(self.board.pov.seat, revealed=True)
        said = verdict.ending(pov, self.session.table.tie_break, self.session.notes)
        self.note = said
        if self.session.uncounted:
            uncounted = tr("The result is not counted: {reason}", reason=self.session.uncounted)
            self.notify(uncounted, severity="error", timeout=10)
        self.show_guide()
        choices = {
            "l": (tr("Look back"), self.action_look_back),
            "w": (tr("My worst move"), self.action_worst),
            "a": (tr("Same again"), self._again),
            **({"n": (tr("Another game"), self._leave_for_another)} if self.offers_another else {}),
            "p": (tr("Save a picture"), self._paint),
        }

        def chosen(key: str | None) -> None:
            if key is not None:
                choices[key][1]()

        offered = [(key, said) for key, (said, _) in choices.items()]
        page = verdict.scoring(pov, self.session.table.fact, self.session.beaten)
        self.open_page(said, page, offered, chosen, interrupt=interrupt)

    def action_scores(self) -> None:
        """Show the points of all seats, row by row; after the end with what to do next."""
        if self.session.ended:
            self.show_end()
        else:
            super().action_scores()

    def _again(self) -> None:
        """Begin a new deal of the same game."""
        self.begin_anew(self.session.again)
        self.proceed()

    def _leave_for_another(self) -> None:
        """End the application, so that another game can be chosen."""
        self.another = True
        self.exit()

    def _paint(self) -> None:
        """Save a picture of the end to the current folder."""
        try:
            self.note = tr("The picture: {file}", file=paint(self.session, Path.cwd()))
        except NoPicture:
            self.note = tr("This game has no picture.")
        except OSError as error:
            self.note = tr("No picture is saved: {reason}", reason=reason_of(error))
        self.show_guide()

    def action_look_back(self) -> None:
        """Leave for the room of analysis."""
        self._leave_for("end")

    def action_worst(self) -> None:
        """Leave for the room of analysis, to see one's worst mistake there."""
        self._leave_for("worst")

    def _leave_for(self, what: str) -> None:
        if self.session.ended:
            self.looking = what
            self.exit()

    def action_resign(self) -> None:
        """Give up the game, after a question."""
        from urbanist.bots.table.application.dialog import Question  # late, as other pages

        def answered(agreed: bool | None) -> None:
            if agreed:
                self.change(self.session.resign)
                self.proceed()

        if self.session.person is not None:
            self.push_screen(Question(tr("Give up this game?"), tr("Resign"), tr("Play on")), answered)
