"""The course of a guided game in a session: the step at which it is, and what follows it."""

import re

from urbanist.bots.table.kit.guided_game import GuidedGame, Step
from urbanist.bots.table.session.session import Session

#: What stands around words that a step explains.
WORDS = re.compile(r"\*([^*]+)\*")


class Course:
    """The steps of a guided game, and the session in which they are played."""

    def __init__(self, session: Session, lesson: GuidedGame) -> None:
        self._session, self.lesson = session, lesson
        #: The number of the step, counted from 0.
        self.step = min(max(session.notes.step or 0, 0), len(lesson.steps))
        if session.history.texts != lesson.played(self.step) or session.history.deal != lesson.deal:
            self.step = len(lesson.steps)  # the steps have changed since, or are over

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._session.history.game.name

    @property
    def current(self) -> Step | None:
        """The step; None once the game goes on freely."""
        return self.lesson.steps[self.step] if self.step < len(self.lesson.steps) else None

    def finish(self) -> None:
        """Play what belongs to the step, and go to the next one."""
        step = self.current
        assert step is not None
        for event in step.played:
            self._session.play(event)
        self.step += 1
        self._session.notes.step = self.step
        self._session.save()
        if self.current is None:
            self._session.learn(self.lesson.name)
