"""How a game ends in the application: the page about the end and what to do next, looking back, and giving up."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.message import Message

from urbanist.bots.table import NoPicture
from urbanist.bots.table.application.classroom import Classroom
from urbanist.bots.table.application.hints import Hints
from urbanist.bots.table.application.recalled import Recalled
from urbanist.bots.table.kit.language import reason_of, tr
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.snapshot import paint

if TYPE_CHECKING:
    from urbanist.bots.table.application.look_back import LookBack
    from urbanist.bots.table.session.review import Review

#: The widest graph, in columns, and what stands around it.
GRAPH, RIM = 100, 6


class Ending(Classroom):
    """The pages of a table that follow the end of its game."""

    @dataclass
    class Reviewed(Message):
        """The review of the game is ready."""

        look_back: "LookBack"
        found: "Review | Exception"

    #: Whether another game can be offered, and whether the person wants one.
    offers_another = another = False
    #: The hints, or the move that is seen again, which the board marks.
    _hints: Hints | Recalled | None = None
    #: The review that is being made, and the one of this game if it was made.
    looking_back: "LookBack | None" = None
    _review: "Review | None" = None

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
        self._review, self.note = None, ""
        self.change(change)

    def show_end(self) -> None:
        """Show who won, the points row by row, and what to do next."""
        sight = self.session.sight(self.board.sight.seat, revealed=True)
        said = verdict.ending(sight, self.session.table.tie_break, self.session.notes)
        self.note = said
        if self.session.uncounted:
            uncounted = tr("The result is not counted: {reason}", reason=self.session.uncounted)
            self.notify(uncounted, severity="error", timeout=10)
        self.show_guide()
        choices = {
            "l": (tr("Look back"), self.action_look_back),
            "a": (tr("Same again"), self._again),
            **({"n": (tr("Another game"), self._leave_for_another)} if self.offers_another else {}),
            "p": (tr("Save a picture"), self._paint),
        }

        def chosen(key: str | None) -> None:
            if key is not None:
                choices[key][1]()

        offered = [(key, said) for key, (said, _) in choices.items()]
        page = verdict.scoring(sight, self.session.table.fact, self.session.beaten)
        self.open_page(said, page, offered, chosen)

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
        """Show the review of the game, or begin it."""
        if self._review is not None:
            self._show_review(self._review)
        elif self.looking_back is None:
            from urbanist.bots.table.application.look_back import LookBack  # late, as all that follows a game

            session = self.session

            def done(look_back: LookBack, found: "Review | Exception") -> None:
                self.post_message(self.Reviewed(look_back, found))

            self.looking_back = LookBack(session.record(), session.history, done)
            self.show_guide()

    def on_ending_reviewed(self, message: Reviewed) -> None:
        """Show the review; one that nobody waits for any more is out of date."""
        if message.look_back is not self.looking_back:
            return
        self.looking_back = None
        if isinstance(message.found, Exception):
            self.note = tr("The game cannot be looked back at: {reason}", reason=reason_of(message.found))
        else:
            self._review = message.found
            self._show_review(message.found)
        self.show_guide()

    def _show_review(self, review: "Review") -> None:
        from urbanist.bots.table.application.look_back import page, recalled
        from urbanist.bots.table.application.sheet import SHARE
        from urbanist.bots.table.session.reviewing import worst

        table, people = self.session.table, self.session.people
        columns = min(GRAPH, int(SHARE * self.size.width) - RIM)
        found = worst(review, people)
        offered = [(str(number), tr("Move {number}", number=number)) for number in range(1, len(found) + 1)]

        def chosen(key: str | None) -> None:
            if key is not None:
                self._recall(recalled(found[int(key) - 1], review, table))

        self.open_page(tr("Looking back"), page(review, people, table, columns), offered, chosen)

    def _recall(self, recalled: Recalled) -> None:
        """Show the position before a move as its seat saw it; the person may move there."""
        history = self.session.history.until(recalled.ply)
        self.board.show(Sight.of(history, recalled.seat, self.board.sight.players), free=True)
        self._hints, self.note = recalled, ""
        self.board.hint(recalled.moves)
        self.board.propose(recalled.moves[0])
        self.redraw()

    def replay(self, recalled: Recalled, move: str) -> None:
        """Begin a new game from the position that is seen again, with a move."""
        self._hints = None
        self.begin_anew(partial(self.session.replay_from, recalled.ply))
        self.change(partial(self.session.play, move))
        self.proceed()

    def action_step(self, step: int) -> None:
        """Look at the position one event earlier or later."""
        history, sight = self.session.history, self.board.sight
        ply = min(max(len(sight.view.events) + step, 0), len(history.events))
        earlier = Sight.of(history.until(ply), sight.seat, sight.players, revealed=True)
        self._hints = None
        self.board.show(earlier, free=False)
        self.note = tr("After event {ply} of {events}.", ply=ply, events=len(history.events))
        self.redraw()

    def action_resign(self) -> None:
        """Give up the game, after a question."""
        from urbanist.bots.table.application.sheet import Question  # late, as other pages

        def answered(agreed: bool | None) -> None:
            if agreed:
                self.change(self.session.resign)
                self.proceed()

        if self.session.person is not None:
            self.push_screen(Question(tr("Give up this game?"), tr("Resign"), tr("Play on")), answered)
