"""A first game on a full screen: a fixed deal in small steps, and then a free game against the gentlest bots."""

import re
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType

from urbanist.bots.table.application.application import Application, Hints
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.terminal.board import Board, Guide
from urbanist.bots.table.kit.wording import FirstGame, Step
from urbanist.bots.table.session.session import Session
from urbanist.bots.table.session.teacher import Teacher
from urbanist.engine.event import Move

#: What stands around words that a step explains.
WORDS = re.compile(r"\*([^*]+)\*")


def unmarked(text: str) -> str:
    """Return the text of a step without the signs around the words that it explains."""
    return WORDS.sub(r"\1", text)


class Shown(Hints):
    """The one move of a step: 1 or a click shows it on the board."""

    def __init__(self, move: Move) -> None:
        self.moves = (move,)

    def text(self) -> Text:
        """Return what can be clicked."""
        click = Style(meta={"@click": "app.choose(1)"})
        return Text.assemble((" 1 ", "bold reverse"), " ", tr("show me the move"), style=click)


class FirstGameApplication(Application):
    """A session that begins with the steps of a first game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "onward", show=False),
        Binding("space", "onward", show=False),
    ]

    def __init__(self, session: Session, board: Board, lesson: FirstGame, *, pace: float = 0.0) -> None:
        super().__init__(session, board, pace=pace)
        self._course = lesson
        #: The number of the step that is shown, counted from 0.
        self.step = min(max(session.notes.step or 0, 0), len(lesson.steps))
        if session.history.texts != lesson.played(self.step) or session.history.deal != lesson.deal:
            self.step = len(lesson.steps)  # the steps have changed since, or are over
        if self.current is None:
            self.teacher = Teacher(session.table)

    @property
    def current(self) -> Step | None:
        """The step that is shown; None once the game goes on freely."""
        return self._course.steps[self.step] if self.step < len(self._course.steps) else None

    def proceed(self) -> None:
        """Show the step, or play on once there are no more."""
        step = self.current
        if step is None or self.session.ended:
            super().proceed()
            return
        self.board.show(self._pov(), free=bool(step.move))
        self._hints = Shown(self.session.history.game.notation.move(step.move)) if step.move else None
        if self._hints is not None:
            self.board.hint(self._hints.moves)
            self.set_focus(self.board)
        elif step.places:
            self.board.count(0, dict.fromkeys(step.places, "▼"))
        self.redraw()
        self.show_keys()

    def redraw(self, *, story: bool = True) -> None:
        """Show everything beside the board; the step stands above what happened."""
        if self.current is None:
            super().redraw(story=story)
            return
        self._frame.show_scores()
        self.show_guide()
        if story:
            # Where lines are few the guide alone says the text, so that what it speaks of is seen beside the board.
            page = self._page_of(self.current, whole=self._frame.is_tall)
            self._frame.tell(page, hints=True, alone=False)

    def _page_of(self, step: Step, *, whole: bool) -> Text:
        """Return the step in the panel beside the board; the whole one has its text, with what it explains in bold."""
        page = Text(tr("Step {step} of {steps}", step=self.step + 1, steps=len(self._course.steps)), "dim")
        if whole:
            page.append("\n\n")
            for number, part in enumerate(WORDS.split(self._course.say(step.text))):
                page.append(part, "bold" if number % 2 else "not dim")
            page.append("\n")
        page.append("\n")
        if self._hints is not None:
            return page.append_text(self._hints.text())
        click = Style(meta={"@click": "app.onward"})
        return page.append_text(Text.assemble(("Enter", "bold reverse"), " ", tr("go on"), style=click))

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

    def on_board_chosen(self, message: Board.Chosen) -> None:
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
            self.change(lambda event=event: self.session.play(event))  # type: ignore[misc]
        self.step += 1
        self.session.notes.step = self.step
        self.change(self.session.save)
        if self.current is None:
            self.teacher = Teacher(self.session.table)
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
        if self.current is not None and action in {
            "hint",
            "undo",
            "hurry",
            "why",
            "resign",
            "odds",
            "lesson",
        }:
            return False
        return super().check_action(action, parameters)
