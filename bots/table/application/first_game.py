"""A first game on a full screen: a fixed deal in small steps, and then a free game against the gentlest bots."""

import re
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType

from urbanist.bots.table.application.application import HELP, Application, hint_text
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.terminal.board import BoardWidget, Guide
from urbanist.bots.table.kit.wording import FirstGame, Step
from urbanist.bots.table.session.session import Session
from urbanist.bots.table.session.teacher import Teacher

#: What stands around words that a step explains.
WORDS = re.compile(r"\*([^*]+)\*")


def unmarked(text: str) -> str:
    """Return the text of a step without the signs around the words that it explains."""
    return WORDS.sub(r"\1", text)


class FirstGameApplication(Application):
    """A session that begins with the steps of a first game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "onward", show=False),
        Binding("space", "onward", show=False),
    ]

    def __init__(self, session: Session, board: BoardWidget, lesson: FirstGame, *, pace: float = 0.0) -> None:
        super().__init__(session, board, pace=pace)
        self._course = lesson
        #: The number of the step that is shown, counted from 0.
        self.step = min(max(session.notes.step or 0, 0), len(lesson.steps))
        if session.history.texts != lesson.played(self.step) or session.history.deal != lesson.deal:
            self.step = len(lesson.steps)  # the steps have changed since, or are over

    @property
    def current(self) -> Step | None:
        """The step that is shown; None once the game goes on freely."""
        return self._course.steps[self.step] if self.step < len(self._course.steps) else None

    def proceed(self) -> None:
        """Show the step, or play on once there are no more."""
        step = self.current
        if step is None or self.session.ended:
            self.teacher = self.teacher or Teacher(self.session.table)
            super().proceed()
            return
        self.board.show(self._pov(), free=bool(step.move))
        self._hint = None
        if step.move:
            from urbanist.bots.table.session.advice import Hint  # late: it needs the search

            move = self.session.history.game.notation.move(step.move)
            self._hint = Hint({move: tr("show me the move")}, "", "")
            self.board.hint((move,))
            self.set_focus(self.board)
        elif step.places:
            self.board.count(0, dict.fromkeys(step.places, "▼"))
        self.redraw()
        self.show_keys()

    def tell(self) -> None:
        """Show the step in place of what happened, with what it explains in bold."""
        step = self.current
        if step is None:
            super().tell()
            return
        page = Text(tr("Step {step} of {steps}", step=self.step + 1, steps=len(self._course.steps)), "dim")
        # Where lines are few the guide alone says the text, so that what it speaks of is seen beside the board.
        if self._frame.is_tall:
            page.append("\n\n")
            for number, part in enumerate(WORDS.split(self._course.say(step.text))):
                page.append(part, "bold" if number % 2 else "not dim")
            page.append("\n")
        page.append("\n")
        if self._hint is not None:
            page.append_text(hint_text(self._hint))
        else:
            click = Style(meta={"@click": "app.onward"})
            page.append_text(Text.assemble(("Enter", "bold reverse"), " ", tr("go on"), style=click))
        self._frame.tell([page], 0, first=True)

    def guide(self) -> Guide:
        """Return the text of the step, and what to do now."""
        step = self.current
        if step is None:
            return super().guide()
        said = unmarked(self._course.say(step.text))
        if not step.move:
            return Guide(said, tr("Enter: go on."))
        own = self.board.guide()
        if own.legal is None:
            return Guide(said, tr("1 shows the marked move, Enter plays it. Or choose it yourself."))
        return Guide(said, f"{own.now} {own.effect}", own.legal)

    def on_board_widget_chosen(self, message: BoardWidget.Chosen) -> None:
        """Play the move of the step, or say what is wrong with another one."""
        step = self.current
        if step is None:
            return  # the game goes on as any other: Textual calls the base class too
        message.prevent_default()
        if str(message.move) != step.move:
            self.proceed()
            self.say(self._course.say(step.hint))
        else:
            self._finish(step)

    def action_onward(self) -> None:
        """Go on to the next step, if this one asks for no move."""
        step = self.current
        if step is not None and not step.move:
            self._finish(step)

    def _finish(self, step: Step) -> None:
        """Play what belongs to a step, and show the next one."""
        self.note = ""
        for event in step.played:
            self.session.play(event)
        self.step += 1
        self.session.notes.step = self.step
        self.session.save()
        self.proceed()
        if self.current is None:
            self.say(self._course.say(self._course.onward))

    def action_put_back(self) -> None:
        """Put back what was taken; the step stays."""
        if self.current is None:
            super().action_put_back()
        else:
            self.board.release()
            self.proceed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # type: ignore[override]
        """Return whether a key does something now; the steps have no undo, and no hints but their own."""
        if action == "onward":
            return self.current is not None and not self.current.move
        if self.current is not None and action in HELP | {"hurry", "resign"}:
            return False
        return super().check_action(action, parameters)
