"""A guided game on a full screen: small steps from a fixed position, and then a free game against the gentlest bots."""

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType

from urbanist.bots.table.application.application import HELP, Application, hint_text
from urbanist.bots.table.kit.guided_game import GuidedGame, Step
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.course import WORDS, Course
from urbanist.bots.table.session.session import Session
from urbanist.bots.table.session.teacher import Teacher
from urbanist.engine.event import Move


def unmarked(text: str) -> str:
    """Return the text of a step without the signs around the words that it explains."""
    return WORDS.sub(r"\1", text)


class GuidedApplication(Application):
    """A session that begins with the steps of a guided game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "onward", show=False),
        Binding("space", "onward", show=False),
    ]

    def __init__(
        self, session: Session, board: BoardWidget, lesson: GuidedGame, *, pace: float = 0.0
    ) -> None:
        super().__init__(session, board, pace=pace)
        self._course = Course(session, lesson)
        #: A move that does not reach the aim of the step; it is shown until it is taken back.
        self.tried: Move | None = None

    @property
    def current(self) -> Step | None:
        """The step that is shown; None once the game goes on freely."""
        return self._course.current

    @property
    def step(self) -> int:
        """The number of the step that is shown, counted from 0."""
        return self._course.step

    def proceed(self) -> None:
        """Show the step, or play on once there are no more."""
        step = self.current
        if step is None or self.session.ended or self.session.looks_on:
            if not self._course.lesson.before:  # who takes a lesson knows the game
                self.teacher = self.teacher or Teacher(self.session.table)
            super().proceed()
            return
        self.tried = self._hint = self.inference = None
        self.board.show(self._pov(), free=bool(step.move))
        if step.move:
            from urbanist.bots.table.session.advice import Hint  # late: it needs the search

            move = self.session.history.game.notation.move(step.move)
            self._hint = Hint({move: tr("show me the move")}, "", "")
            self.board.hint((move,))
            self.set_focus(self.board)
        self._mark(step)
        self.redraw()
        self.show_keys()

    def _mark(self, step: Step) -> None:
        """Mark the places that a step speaks of."""
        if step.places:
            self.board.count(0, dict.fromkeys(step.places, "▼"))

    def tell(self) -> None:
        """Show the step in place of what happened, with what it explains in bold."""
        step = self.current
        if step is None:
            super().tell()
            return
        where = tr("Step {step} of {steps}", step=self.step + 1, steps=len(self._course.lesson.steps))
        rows = [Text(where, "dim")]
        if self._hint is not None and self.tried is None:
            rows.append(hint_text(self._hint))
            rows[-1].rstrip()
        else:
            click, onward = Style(meta={"@click": "app.onward"}), tr("go on")
            said = onward if self.tried is None else tr("take it back")
            rows.append(Text.assemble(("Enter", "bold reverse"), " ", said, style=click))
        if self._frame.is_tall:
            page = Text()
            for number, part in enumerate(WORDS.split(self._course.lesson.say(step.text))):
                page.append(part, "bold" if number % 2 else "")
            rows[1:1] = [Text(), page, Text()]
        else:
            # Where lines are few the guide alone says the text, so that what it speaks of is seen beside the board.
            # What to press comes first: one line may be all that a long guide leaves.
            rows.reverse()
        self._frame.tell(rows, 0, first=True)

    def guide(self) -> Guide:
        """Return the text of the step, and what to do now."""
        step = self.current
        if step is None:
            return super().guide()
        if self.tried is not None:
            return Guide(" ".join((self._course.lesson.say(step.hint), tr("Enter: take it back."))))
        said = unmarked(self._course.lesson.say(step.text))
        if not step.move:
            return Guide(said, tr("Enter: go on."))
        own = self.board.guide()
        if own.legal is None:
            return Guide(said, tr("1 shows a good move, Enter plays it. Or choose it yourself."))
        return Guide(said, f"{own.now} {own.effect}", own.legal)

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Go on if the move reaches the aim of the step; else show what it would do, and say what speaks against it."""
        step = self.current
        if step is None:
            return  # the game goes on as any other: Textual calls the base class too
        message.prevent_default()
        move, history = message.move, self.session.history
        if not step.reached(history.state, move):
            self._try(move)
            return
        meant = history.game.notation.move(step.move)
        self._finish()
        if move != meant and self.current is not None:
            name = self.table.move_name(history.state, meant)
            self.say(tr("That does it, too. We go on with a move as good: {move}.", move=name))

    def _try(self, move: Move) -> None:
        """Show the position after a move that does not reach the aim, and then what speaks against it."""
        from urbanist.bots.table.session.reasons import Reasons  # late: it needs the search

        step, session, pov = self.current, self.session, self._pov()
        assert step is not None
        self.tried = move
        self.board.show(PlayerView.of(session.history.play(move), pov.seat, pov.players), free=False)
        self._mark(step)
        effect = self.table.explain(pov.view.bare_state(), move)
        self.note = upper(f"{effect}.") if effect else ""
        self.redraw()
        self.show_keys()
        meant = session.history.game.notation.move(step.move)

        def told(reason: str | Exception) -> None:
            if self.tried == move and isinstance(reason, str) and reason:
                self.say(f"{self.note} {reason}".lstrip())

        self.work_out(lambda _: Reasons.of(pov).rather(meant, move), told)

    def working(self) -> Guide | None:
        """Return nothing while the reason for a move is worked out: the step says enough until then."""
        return None if self.current is not None else super().working()

    def action_onward(self) -> None:
        """Go on to the next step if this one asks for no move, or take back a move that does not reach the aim."""
        step = self.current
        if self.tried is not None:
            self.action_put_back()
        elif step is not None and not step.move:
            self._finish()

    def _finish(self) -> None:
        """Play what belongs to the step, and show the next one."""
        self.note = ""
        self._course.finish()
        self.proceed()
        if self.current is None:
            self.say(self._course.lesson.say(self._course.lesson.onward))

    def action_digit(self, number: int) -> None:
        """Show the move of the step by 1, unless something is chosen: then do what the digit means in the game."""
        if self.current is None or (number == 1 and self.board.choice is None):
            super().action_digit(number)
        else:
            self.board.digit(number)

    def action_put_back(self) -> None:
        """Put back what was taken; the step stays."""
        if self.current is None:
            super().action_put_back()
        else:
            self.note = ""
            self.board.release()
            self.proceed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # type: ignore[override]
        """Return whether a key does something now; the steps have no undo, and no hints but their own."""
        if action == "onward":
            return self.tried is not None or (self.current is not None and not self.current.move)
        if self.current is not None and action in HELP | {"hurry", "resign"}:
            return False
        return super().check_action(action, parameters)
