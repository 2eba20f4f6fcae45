"""The application: a session on a full screen, played by keys and mouse."""

from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial, wraps
from math import inf
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text
from textual.binding import BindingType

from urbanist.bots.background import Background
from urbanist.bots.players.player import Thinking
from urbanist.bots.table import title_of
from urbanist.bots.table.application.keys import bindings
from urbanist.bots.table.application.odds import Odds, draw_odds
from urbanist.bots.table.application.stage import Stage
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.language import marked, number_text, reason_of, tr
from urbanist.bots.table.kit.player import PERSON
from urbanist.bots.table.kit.player_view import PlayerView, is_human
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide
from urbanist.bots.table.kit.wording import cut, upper
from urbanist.bots.table.session import verdict
from urbanist.bots.table.session.session import BotFailed, Session, pondering
from urbanist.bots.table.session.teacher import Teacher, last_move
from urbanist.engine import NotationError
from urbanist.search.result import Result

if TYPE_CHECKING:
    from urbanist.bots.table.session.advice import Hint

#: The most moves of others that are told, and the width of a player's name.
TOLD, NAME = 4, 16
#: What a rated game does not have.
HELP = {"hint", "undo", "odds", "lesson", "end_lessons"}
#: What is said while a hint is worked out.
HINT = marked("Thinking about a hint … {seconds} s"), marked("m: enough. Esc: no hint.")
FOOT = marked("Lesson: t turns the page, Esc closes it, T ends all lessons.")


def help_only(action: Callable[["Application"], None]) -> Callable[["Application"], None]:
    """Return an action that does nothing in a rated game but say why."""

    @wraps(action)
    def allowed(application: "Application") -> None:
        try:
            application.session.allow_help()
        except NotationError as error:
            application.say(f"{upper(reason_of(error))}.")
        else:
            action(application)

    return allowed


class Application(Stage):
    """A table on a full screen. The session is the game; everything here shows it or changes it by its methods."""

    KEYS = "game"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(KEYS)]

    #: Who explains the game, if somebody does, and whether the person is told that there are lessons.
    teacher: Teacher | None = None
    first_game = False
    #: Whether another game can be offered, and whether the person wants one.
    offers_another = another = False
    #: What the person wants to see in the room of analysis: the end, the worst mistake or all; None if nothing.
    looking: str | None = None

    def __init__(self, session: Session, board: BoardWidget, *, pace: float = 0.0) -> None:
        super().__init__(session.table, board)
        self.session = session
        session.warn = self._warn
        #: The seconds that a move can be seen at least before that of a bot, and when the last one was made.
        self.pace, self._moved = pace, -inf
        #: Why the game could not go on, if it could not.
        self.failure: BotFailed | None = None
        #: What each seat may expect of the win; None while nobody wants to see it.
        self.odds: Odds | None = None
        #: Of several people the one to whom the screen was handed over.
        self._facing: int | None = None
        self._thinking: Thinking | None = None
        self._pondering = ExitStack()
        #: The hints that the board marks.
        self._hint: Hint | None = None
        #: The lesson, and whether it stands in place of the log.
        self._lesson: list[str] = []
        self.lesson_is_open = False
        board.helps = not session.notes.rated
        board.show(self._pov(), free=False)

    def begin(self) -> None:
        """Let the first seat move."""
        self.session.claim()
        self.session.save()
        if self.session.warning:
            self.notify(self.session.warning, severity="warning", timeout=10)
        self.set_focus(self.board)
        self.proceed()

    def _warn(self, reason: str) -> None:
        said = tr("The game is not saved: {reason}", reason=reason)
        self.notify(said, severity="error", timeout=10)

    # Who looks at the screen

    @property
    def _viewer(self) -> int | None:
        """The seat whose view is shown: that of the only person, or of the one who looks; None for a bystander's."""
        people = self.session.people
        if len(people) == 1:
            return people[0]
        return self._facing if self.session.hides else self.session.person

    def _pov(self) -> PlayerView:
        """Return what the person at the screen sees, with short names of players."""
        seen = self.session.pov(self._viewer, revealed=self.session.resigned is not None)
        short = (
            cut(player, len(PERSON) + NAME) if is_human(player) else cut(player.partition(":")[0], NAME)
            for player in seen.players
        )
        return replace(seen, players=tuple(short))

    def _hand_over(self, seat: int) -> None:
        """Ask for the next person, and hide everything until that person is there."""

        def taken(key: str | None) -> None:
            if key == "q":
                self.action_leave()
            else:
                self._facing = seat
                self.proceed()

        said = tr("Go on when nobody else looks at the screen.")
        page = "\n".join([upper(tr("{who} is to move.", who=self.board.pov.name(seat))), said])
        self.open_page("", page, (("enter", upper(tr("go on"))), ("q", tr("Leave"))), taken, cover=True)

    # Moves

    def proceed(self) -> None:
        """Show the position, and let the next seat move."""
        session = self.session
        self._thinking = self._hint = self.inference = None
        self._pondering.close()
        while session.history.state.due:
            session.draw()
        self._moved = monotonic()
        # The screen is handed over before anything is shown to the next person.
        awaited = session.person if session.person != self._viewer else None
        if awaited is not None:
            self._facing = None
        self.board.show(self._pov(), free=session.person is not None and awaited is None)
        if self.pace and awaited is None:
            self._tell_news()
        self.teach()
        self.redraw()
        self.follow_odds()
        if awaited is not None:
            self._hand_over(awaited)
        elif session.ended:
            self.show_end(interrupt=True)
        elif session.looks_on:
            self._pondering.close()
        elif session.person is None:
            seat = session.history.state.to_move
            session.ask()
            view, thought = session.history.seen_by(seat), partial(self.call_later, self._thought)
            self._thinking = Thinking(session.bots[seat], view, thought)
        else:
            session.ask()
            self._pondering.enter_context(pondering(session.pondering, session.history))
        self.show_keys()

    def _tell_news(self) -> None:
        """Tell what the others did since the last move of the viewer, and mark where the last of them moved."""
        pov, board = self.board.pov, self.board
        since = last_move(pov) or 0
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

    def _thought(self, thinking: Background[Result], result: Result | Exception) -> None:
        """Play the move of a bot, unless it was asked before an undo, or the window is being closed."""
        if thinking is self._thinking and self.is_running:
            # A move that comes too fast cannot be followed; whoever hurries a bot does not want to.
            rest = self._moved + self.pace - monotonic()
            if rest > 0 and not thinking.stopped:
                self.set_timer(rest, partial(self._thought, thinking, result))
            else:
                self._play_bot(result)

    def _play_bot(self, result: Result | Exception) -> None:
        session, seat = self.session, self.session.history.state.to_move
        try:
            if isinstance(result, Exception):
                raise session.failure(seat, result)
            session.play_of(seat, result)
        except BotFailed as failure:
            self.failure = failure
            self.exit()
            return
        self.proceed()

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Play the move that a person chose."""
        if self.session.person is None or self.session.overdue:
            return
        self.note = ""
        self._pondering.close()
        self.session.play(message.move)
        self.proceed()

    def on_board_widget_changed(self) -> None:
        """Show the score of the chosen move."""
        self.note = ""
        self.redraw(story=False)
        self.show_keys()

    # What is shown beside the board

    def tell(self) -> None:
        """Show what happened until now; hints or a lesson in place of it."""
        if self._hint is None and not self.lesson_is_open:
            super().tell()
            return
        page = self._hint_page(self._hint) if self._hint else Text("\n\n").join(map(Text, self._lesson))
        self._frame.tell([page], 0, first=True, alone=True)

    def _hint_page(self, hint: "Hint") -> Text:
        """Return what speaks for a hint, because a short window shows that, and its moves, which can be clicked."""
        page = Text(hint.after and f"{hint.after}\n")
        page.append_text(hint_text(hint))
        page.append(tr("A number shows a move, Enter plays it,"), "bold")
        close = Text(tr("Esc closes this."), Style(bold=True, meta={"@click": "app.put_back"}))
        return page.append(" ").append_text(close)

    def tick(self) -> None:
        """Show the clocks; if the time of a person is over, that person loses."""
        self._frame.show_clocks(self.session)
        if self.session.watch():
            self.proceed()
        if self.session.overdue:
            self.notify(self.session.forfeit(), severity="warning", timeout=10)
            self.proceed()
        elif self._thinking or self.inference:
            self.show_guide()

    def guide(self) -> Guide:
        """Return what the person can do now, and for how long somebody has been thinking."""
        session = self.session
        if session.ended:
            return Guide(
                tr("The game is over. s: the scores and what next. l: look back. y: your mistakes. q leaves.")
            )
        if session.looks_on:
            return Guide(tr("Another window plays this game, and you look on here."), tr("P: play it here."))
        if self._thinking:
            who = self.board.pov.name(session.history.state.to_move)
            seconds = number_text(self._thinking.seconds, ".1f")
            hurry = tr("m: it moves now.") if self._thinking.can_hurry else ""
            return Guide(upper(tr("{who} thinks … {seconds} s", who=who, seconds=seconds)), hurry)
        return self.working() or self.board.guide()

    @help_only
    def action_odds(self) -> None:
        """Show what each seat may expect of the win, or show it no more."""
        if self.odds is not None:
            self.odds.stop()
        self.odds = None if self.odds else Odds(partial(self.call_later, self._show_odds))
        self.follow_odds()

    def follow_odds(self) -> None:
        """Work out the odds of positions that are new, and show those that are known."""
        if self.odds is not None:
            self.odds.follow(self.session.history, self.board.pov.seat)
        self._show_odds()

    def _show_odds(self) -> None:
        if self.odds is None:
            self._frame.show_plot(Text(), 0)
        else:
            course, seats = (
                self.odds.course(self.session.history, self.board.pov.seat),
                self.board.pov.state.seats,
            )
            self._frame.show_plot(draw_odds(course, seats, self._frame.beside), seats)

    def action_explain(self) -> None:
        """Explain what is chosen, all beside the board, and what is hidden; a rated game says nothing of that."""
        if self.forbidden or self.session.ended:
            super().action_explain()
        else:
            self.infer(self.session.history, self.board.pov, self.explanation())

    # What the keys do

    def check_action(self, action: str, parameters: Sequence[object]) -> bool | None:
        """Return whether a key does something now."""
        if action in self.forbidden:
            return True  # it says why not
        if action == "hurry":
            thinking = self._thinking
            return self._advising or (thinking is not None and (thinking.can_hurry or bool(self.pace)))
        if action == "review":
            return self.session.ended
        if action == "hint":
            return not self._advising and (self.session.ended or self.session.person is not None)
        if action == "resign":
            return self.session.person is not None
        if action == "take_over":
            return self.session.looks_on
        return action != "undo" or (self.session.resigned is None and not self.session.looks_on)

    @property
    def forbidden(self) -> Collection[str]:
        """The help that a rated game does not give before its end."""
        return HELP if self.session.notes.rated and not self.session.ended else ()

    def offers(self, action: str) -> bool:
        """Return whether the line of keys names a key; one that only says why it does nothing is not named."""
        return action not in self.forbidden and (action != "hint" or not self.session.ended)

    @property
    def _advising(self) -> bool:
        """Whether a hint is being worked out."""
        return self.inference is not None and self.doing is HINT

    def action_hurry(self) -> None:
        """Tell who thinks to end it."""
        thinking = self._thinking or self.inference
        if thinking is not None:
            thinking.stop()
            self._moved = -inf
            self.show_keys()

    @help_only
    def action_hint(self) -> None:
        """Ask for hints; after the end say what there is instead."""
        if self.session.ended:
            self.say(tr("Hints are for a game in progress. w shows your worst move, and the better one."))
        elif self.session.person is not None and not self._advising:
            adviser, pov = self.session.adviser(), self.session.pov(self.session.person)

            def think(enough: Event) -> "Hint":
                from urbanist.bots.table.session.advice import Hint, advised  # late: they need the search

                result = advised(adviser, pov.view, enough)
                return Hint.of(result, pov, self.session.table, self.board.called)

            self.work_out(think, self._advise, HINT)
            self.show_keys()

    def _advise(self, hint: "Hint | Exception") -> None:
        if isinstance(hint, Exception):
            self.note = tr("No hint: {reason}", reason=reason_of(hint))
        elif self.session.person is not None:
            self._hint = hint
            self.board.hint(tuple(self._hint.moves))
            self.action_choose(1)
        self.redraw()
        self.show_keys()

    def action_digit(self, number: int) -> None:
        """Choose a hint by its number, or do what the digit means in the game."""
        if self._hint is not None:
            self.action_choose(number)
        else:
            self.board.digit(number)

    def action_choose(self, number: int) -> None:
        """Choose a hint by its number."""
        if self._hint is not None and 1 <= number <= len(self._hint.moves):
            self.board.propose([*self._hint.moves][number - 1])

    def action_put_back(self) -> None:
        """End a hint, or else put back what was taken."""
        self.note = ""
        working = self.forget()
        if not working and self._hint is not None:
            self._hint = None
            self.board.hint(())
        elif not working and not self.score_marker.end():
            if not self.lesson_is_open:
                self.board.release()
            self.lesson_is_open = False
        self.redraw()
        self.show_keys()

    @help_only
    def action_undo(self) -> None:
        """Go back to the last decision of a person."""
        if self._thinking is not None:
            self._thinking.stop()
        self._pondering.close()
        try:
            self.session.undo()
            self.note = ""
        except NotationError as error:
            self.note = f"{upper(reason_of(error))}."
        self.proceed()

    def action_take_over(self) -> None:
        """Play the game in this window; the other one looks on."""
        self.session.take_over()
        self.proceed()

    def action_leave(self) -> None:
        """Leave; the game is saved."""
        if self._thinking is not None:
            self._thinking.stop()
        self._pondering.close()
        self.session.leave()
        self.exit()

    # Lessons

    def teach(self) -> None:
        """Prepare the lesson for the person who is to move, if somebody teaches; in a first game say that t does."""
        pov, self._lesson = self.board.pov, []
        if pov.seat is not None and self.session.person == pov.seat:
            if self.teacher is not None:
                # Where lines are few, a long page would be a wall of text.
                self._lesson = self.teacher.page(pov, brief=not self._frame.is_tall)
            elif self.first_game and not self.forbidden:
                game = title_of(pov.view.game.name)
                self.note = tr(
                    "Your first game of {game}? Press t, and it explains itself as you go.", game=game
                )
            self.first_game = False
        self._open_lesson()

    def _open_lesson(self) -> None:
        """Show the lesson if there is one; the line below the board says how to go on."""
        self.lesson_is_open = bool(self._lesson)
        if self.lesson_is_open:
            self.note = tr(FOOT)

    @help_only
    def action_lesson(self) -> None:
        """Begin lessons, open the last one again, or turn its page; after the last page close it."""
        if self.teacher is None or not self.teacher.teaches:
            self.teacher, self.note = Teacher(self.session.table), ""
            self.teach()
        elif not self.lesson_is_open:
            self._open_lesson()
        elif self._frame.turn_page():
            return
        else:
            self.lesson_is_open, self.note = False, ""
        self.redraw()

    @help_only
    def action_end_lessons(self) -> None:
        """End the lessons for good."""
        if self.teacher is not None:
            self.teacher.teaches = self.lesson_is_open = False
            self.note = tr("No more lessons; t begins them again.")
            self.redraw()

    # The end

    def scoring(self) -> RenderableType:
        """Return the points of all seats, row by row; who gave up or had no more time cannot win."""
        return verdict.scoring(self.board.pov, self.table.fact, self.session.beaten)

    def show_end(self, *, interrupt: bool = False) -> None:
        """Show who won, the points row by row, and what to do next."""
        session = self.session
        pov = session.pov(self.board.pov.seat, revealed=True)
        ending = verdict.ending(pov, self.table.tie_break, session.notes)
        if session.uncounted:
            uncounted = upper(tr("the result is not counted: {reason}", reason=session.uncounted))
            self.notify(uncounted, severity="error", timeout=10)
        self.say(f"{ending} {session.rated}".rstrip())
        choices: dict[str, tuple[str, Callable[[], object]]] = {
            "l": (tr("Look back"), partial(self.action_review, "end")),
            "y": (tr("My mistakes"), partial(self.action_review, "mistakes")),
            "a": (tr("Same again"), self._again),
            **({"n": (tr("Another game"), self._leave_for_another)} if self.offers_another else {}),
            "p": (tr("Save a picture"), lambda: self.say(self.session.paint(Path.cwd()))),
        }

        def chosen(key: str | None) -> None:
            if key is not None:
                choices[key][1]()

        offered = [(key, said) for key, (said, _) in choices.items()]
        page = verdict.scoring(pov, self.table.fact, session.beaten)
        self.open_page(ending, page, offered, chosen, interrupt=interrupt)

    def action_scores(self) -> None:
        """Show the points of all seats, row by row; after the end with what to do next."""
        if self.session.ended:
            self.show_end()
        else:
            super().action_scores()

    def _again(self) -> None:
        """Begin a new deal of the same game; several people hand the screen over again."""
        self._facing, self.note = None, ""
        self.session.again()
        self.proceed()

    def _leave_for_another(self) -> None:
        """End the application, so that another game can be chosen."""
        self.another = True
        self.exit()

    def action_review(self, what: str) -> None:
        """Leave for the room of analysis: to see the end there, one's worst mistake, or all mistakes one by one."""
        self.looking = what
        self.exit()

    def action_resign(self) -> None:
        """Give up the game, after a question."""

        def answered(key: str | None) -> None:
            if key:
                self.session.resign()
                self.proceed()

        if self.session.person is not None:
            choices, close = [("y", tr("Resign"))], marked("Play on (Esc)")
            self.open_page("", tr("Give up this game?"), choices, answered, close=close)


def hint_text(hint: "Hint") -> Text:
    """Return a hint as text: its moves have numbers, and can be clicked."""
    page = Text()
    page.append(hint.before and f"{upper(hint.before)}\n", "italic")
    for number, line in enumerate(hint.moves.values(), 1):
        click = Style(meta={"@click": f"app.choose({number})"})
        page.append_text(Text.assemble((f" {number} ", "bold reverse"), f" {line}\n", style=click))
    return page
