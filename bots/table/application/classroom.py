"""Lessons beside the board: a first game explains itself as it goes."""

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from urbanist.bots.table import word_of
from urbanist.bots.table.application.frame import Frame
from urbanist.bots.table.application.pages import Pages
from urbanist.bots.table.kit.language import marked, tr
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.teacher import Teacher

FOOT = marked("Lesson: t turns the page, Esc closes it, T ends all lessons.")


class Classroom(Pages):
    """A table at which a teacher may explain the game; each lesson stands in place of the log until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "lesson", show=False),
        Binding("T", "end_lessons", show=False),
    ]
    #: Who explains the game, if somebody does.
    teacher: Teacher | None = None
    #: Whether the person is told that there are lessons.
    first_game = False
    _lesson: list[str] | None = None
    _open = False

    def redraw(self, *, story: bool = True) -> None:
        """Show everything beside the board."""
        raise NotImplementedError

    def teach(self) -> None:
        """Prepare the lesson for the person who is to move, if somebody teaches; in a first game say that t does."""
        pov, self._lesson = self.board.pov, None
        if pov.seat is not None and self.session.person == pov.seat:
            if self.teacher is not None:
                # Where lines are few, a long page would be a wall of text.
                self._lesson = self.teacher.page(pov, brief=not self._frame.is_tall)
            elif self.first_game:
                game = upper(word_of(pov.view.game.name, pov.view.game.name))
                self.note = tr(
                    "Your first game of {game}? Press t, and it explains itself as you go.", game=game
                )
            self.first_game = False
        self._turn(bool(self._lesson))

    def _turn(self, is_open: bool) -> None:
        """Open or close the lesson; the line below the board says how to go on."""
        self._open = is_open
        if is_open:
            self.note = tr(FOOT)

    def lesson(self) -> Text | None:
        """Return the lesson that is open, in paragraphs."""
        if not self._open or not self._lesson:
            return None
        return Text("\n\n").join([Text(text) for text in self._lesson])

    def close_lesson(self) -> bool:
        """Show the log again; return whether a lesson was open."""
        was, self._open = self._open, False
        return was

    def action_lesson(self) -> None:
        """Begin lessons, open the last one again, or turn its page; after the last page close it."""
        if self.teacher is None or not self.teacher.teaches:
            self.teacher, self.note = Teacher(self.session.table), ""
            self.teach()
        elif not self._open:
            self._turn(bool(self._lesson))
        elif self.query_one(Frame).turn_page():
            return
        else:
            self._turn(False)
            self.note = ""
        self.redraw()

    def action_end_lessons(self) -> None:
        """End the lessons for good."""
        if self.teacher is not None:
            self.teacher.teaches = self._open = False
            self.note = tr("No more lessons; t begins them again.")
            self.redraw()
