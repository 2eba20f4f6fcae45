"""The application: a session on a full screen, played by keys and mouse."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from math import inf
from time import monotonic
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from urbanist.bots.background import Background
from urbanist.bots.players.player import Player, Thinking
from urbanist.bots.table.application.ending import Ending
from urbanist.bots.table.application.hints import Hints
from urbanist.bots.table.application.story import Story, last_turn
from urbanist.bots.table.application.viewer import Viewer
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.language import marked, number_text, reason_of, tr
from urbanist.bots.table.kit.terminal.board import Board, Guide
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.pondering import pondering
from urbanist.bots.table.session.session import Failure, Session
from urbanist.engine import NotationError
from urbanist.search.result import Result

#: Seconds between two readings of the clock that a person sees, and the most moves of others that are told.
TICK, TOLD = 0.1, 4
#: What a rated game does not have.
HELP = {"hint", "undo", "why", "odds", "lesson"}


class Application(Ending):
    """A table on a full screen. The session is the game; everything here shows it or changes it by its methods."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", marked("Hint")),
        Binding("m", "hurry", marked("Move now")),
        Binding("u", "undo", marked("Undo")),
        Binding("w", "why", marked("Why")),
        Binding("question_mark", "manual", marked("Help"), key_display="?"),
        Binding("q", "leave", marked("Leave")),
        Binding("i", "picture", show=False),
        Binding("x", "resign", show=False),
        Binding("l", "look_back", marked("Look back")),
        Binding("w", "worst", marked("Worst move")),
        Binding("o", "odds", show=False),
    ]

    @dataclass
    class Thought(Message):
        """A player has thought."""

        thinking: Background[Result]
        found: Result | Exception

    def __init__(self, session: Session, board: Board, *, pace: float = 0.0) -> None:
        super().__init__(session, board)
        #: The seconds that a move can be seen at least before that of a bot, and when the last one was made.
        self.pace, self._moved = pace, -inf
        #: Why the game could not go on, if it could not.
        self.failure: Failure | None = None
        self._viewer, self._story = Viewer(session), Story(session.table)
        self._thinking: Thinking | None = None
        self._advice: Thinking | None = None
        self._pondering = ExitStack()
        board.helps = not session.notes.rated
        board.show(self._viewer.pov(), free=False)

    def on_mount(self) -> None:
        """Begin."""
        self._frame.fit(*self.size)
        self.set_interval(TICK, self._tick)
        self.change(self.session.save)
        self.set_focus(self.board)
        self.proceed()

    def proceed(self) -> None:
        """Show the position, and let the next seat move."""
        session = self.session
        self._thinking = self._advice = self._hints = self.inference = None
        self._pondering.close()
        while session.history.state.due:
            self.change(session.draw)
        self._moved = monotonic()
        awaited = self._viewer.awaited
        if awaited is not None:
            self._viewer.face(None)
        self.board.show(self._viewer.pov(), free=session.person is not None and awaited is None)
        if self.pace and awaited is None:
            self._tell_news()
        self.teach()
        self.redraw()
        self.follow_odds()
        if awaited is not None:
            self._hand_over(awaited)
        elif session.ended:
            self.show_end(interrupt=True)
        elif self.session.person is None:
            seat = session.history.state.to_move
            session.ask()
            self._thinking = self._think(session.bots[seat], seat)
        else:
            session.ask()
            self._pondering.enter_context(pondering(session.pondering, session.history))
        self.show_keys()

    def _tell_news(self) -> None:
        """Tell what the others did since the last move of the viewer, and mark where the last of them moved."""
        pov, board = self.board.pov, self.board
        since = last_turn(pov)
        others = [
            ply
            for ply in range(since, len(pov.view.events))
            if not pov.states[ply].due and pov.states[ply].to_move != pov.seat
        ]
        if not others or self.session.ended:
            return
        self.note = " ".join(f"{upper(self.table.narrate(pov, ply))}." for ply in others[-TOLD:])
        last = pov.states[others[-1]]
        places = self.table.places(last, pov.view.move(others[-1]))
        if places and not board.free:
            board.count(last.to_move, dict.fromkeys(places, MARK[last.to_move]))

    def _hand_over(self, seat: int) -> None:
        """Ask for the next person, and hide everything until that person is there."""
        from urbanist.bots.table.application.dialog import HandOver  # late: most tables have one person

        def taken(_: None) -> None:
            self._viewer.face(seat)
            self.proceed()

        self.push_screen(HandOver(self.board.pov.name(seat)), taken)

    def _think(self, player: Player, seat: int) -> Thinking:
        def done(thinking: Background[Result], found: Result | Exception) -> None:
            self.post_message(self.Thought(thinking, found))

        return Thinking(player, self.session.history.seen_by(seat), done)

    def on_application_thought(self, message: Thought) -> None:
        """Play the move of a bot, or show the hints; what was asked before an undo or Esc is out of date."""
        if message.thinking is self._thinking:
            # A move that comes too fast cannot be followed; whoever hurries a bot does not want to.
            rest = self._moved + self.pace - monotonic()
            if rest > 0 and not message.thinking.stopped:
                self.set_timer(rest, lambda: self.post_message(message) and None)
            else:
                self._play_bot(message.found)
        elif message.thinking is self._advice:
            self._advise(message.found)

    def _play_bot(self, found: Result | Exception) -> None:
        session, seat = self.session, self.session.history.state.to_move
        try:
            if isinstance(found, Exception):
                raise session.failure(seat, found)
            self.change(partial(session.play_of, seat, found))
        except Failure as failure:
            self.failure = failure
            self.exit()
            return
        self.proceed()

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Play the move that a person chose."""
        if self.session.person is None or self.session.overdue:
            return
        self.note = ""
        self._pondering.close()
        self.change(partial(self.session.play, message.move))
        self.proceed()

    def begin_anew(self, change: Callable[[], object]) -> None:
        """Change the session to another game; several people hand the screen over again."""
        self._viewer.face(None)
        super().begin_anew(change)

    def on_board_changed(self) -> None:
        """Show the score of the chosen move."""
        self.note = ""
        self.redraw(story=False)
        self.show_keys()

    def _forfeit(self) -> None:
        self.notify(self.session.forfeit(), severity="warning", timeout=10)

    def redraw(self, *, story: bool = True) -> None:
        """Show everything beside the board."""
        self.show_scores()
        self.show_guide()
        if story and self._hints is not None:
            self._frame.tell(self._hints.text(), hints=True)
        elif story and (lesson := self.lesson()) is not None:
            self._frame.tell(lesson, hints=True)
        elif story:
            self._frame.tell(self._story.text(self.board.pov), hints=False)

    def _tick(self) -> None:
        self._frame.show_clocks(self.session)
        if self.session.overdue:
            self.change(self._forfeit)
            self.proceed()
        elif self._thinking or self._advice or self.inference:
            self.show_guide()

    def show_guide(self) -> None:
        """Show what to do now."""
        self._frame.guide(self._guide(), self.note)

    def _guide(self) -> Guide:
        """Return what the person can do now, and for how long somebody has been thinking."""
        session = self.session
        if session.ended:
            return Guide(
                tr(
                    "The game is over. s: the scores and what next. l: look back. w: your worst move. q leaves."
                )
            )
        if self._thinking:
            pov, seat = self.board.pov, session.history.state.to_move
            hurry = tr("m: it moves now.") if self._thinking.can_hurry else ""
            seconds = _said(self._thinking.seconds)
            return Guide(upper(tr("{who} thinks … {seconds} s", who=pov.name(seat), seconds=seconds)), hurry)
        if self._advice:
            seconds = _said(self._advice.seconds)
            return Guide(
                tr("Thinking about a hint … {seconds} s", seconds=seconds), tr("m: enough. Esc: no hint.")
            )
        if self.inference:
            seconds = _said(self.inference.seconds)
            return Guide(tr("Thinking about what is hidden … {seconds} s", seconds=seconds), tr("Esc: no."))
        return self.board.guide()

    def check_action(self, action: str, parameters: Sequence[object]) -> bool | None:
        """Return whether a key does something now."""
        if self.session.notes.rated and not self.session.ended and action in HELP:
            return False
        if action == "why":
            return not self.session.ended
        if action == "hurry":
            thinking = self._thinking or self._advice
            return thinking is not None and (thinking.can_hurry or bool(self.pace))
        if action in {"worst", "look_back"}:
            return self.session.ended
        if action == "hint":
            return self._advice is None and (self.session.ended or self.session.person is not None)
        if action == "resign":
            return self.session.person is not None
        return action != "undo" or self.session.resigned is None

    def action_hurry(self) -> None:
        """Tell who thinks to end it."""
        thinking = self._thinking or self._advice
        if thinking is not None:
            thinking.stop()
            self._moved = -inf
            self.show_keys()

    def action_hint(self) -> None:
        """Ask for hints; after the end say what there is instead."""
        if self.session.ended:
            self.note = tr("Hints are for a game in progress. w shows your worst move, and the better one.")
            self.show_guide()
        elif self.session.person is not None and self._advice is None:
            self._advice = self._think(self.session.adviser(), self.session.person)
            self.show_guide()
            self.show_keys()

    def _advise(self, found: Result | Exception) -> None:
        self._advice = None
        if isinstance(found, Exception):
            self.note = tr("No hint: {reason}", reason=reason_of(found))
        elif self.session.person is not None:
            view = self.session.history.seen_by(self.session.person)
            self._hints = Hints(found, view, self.session.table, self.board.called)
            self.board.hint(self._hints.moves)
            self.board.propose(self._hints.moves[0])
        self.redraw()
        self.show_keys()

    def action_digit(self, number: int) -> None:
        """Choose a hint by its number, or do what the digit means in the game."""
        if self._hints is not None:
            self.action_choose(number)
        else:
            self.board.digit(number)

    def action_choose(self, number: int) -> None:
        """Choose a hint by its number."""
        if self._hints is not None and 1 <= number <= len(self._hints.moves):
            self.board.propose(self._hints.moves[number - 1])

    def action_put_back(self) -> None:
        """End a hint, or else put back what was taken."""
        self.note = ""
        if self._advice is not None:
            self._advice.stop()
            self._advice = None
        elif self.inference is not None:
            self.inference = None
        elif self._hints is not None:
            self._hints = None
            self.board.hint(())
        elif not (self.score_marker.end() or self.close_lesson()):
            self.board.release()
        self.redraw()
        self.show_keys()

    def action_undo(self) -> None:
        """Go back to the last decision of a person."""
        if self._thinking is not None:
            self._thinking.stop()
        self._pondering.close()
        try:
            self.change(self.session.undo)
            self.note = ""
        except NotationError as error:
            self.note = f"{upper(reason_of(error))}."
        self.proceed()

    def action_leave(self) -> None:
        """Leave; the game is saved."""
        if self._thinking is not None:
            self._thinking.stop()
        self._pondering.close()
        self.change(self.session.leave)
        self.exit()


def _said(seconds: float) -> str:
    """Return how long somebody has been thinking."""
    return number_text(seconds, ".1f")
