"""A first game: one fixed deal in small steps, each a sentence; at some of them the person makes a move."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """A step: `text` says one thing, and explains the words that stand between asterisks.

    With a `move` the person plays it, and `hint` says what is wrong with any other one. `events` are then played: what
    the others do, and what is drawn. `places` are marked on the board; those of the move are marked anyway.
    """

    text: str
    move: str = ""
    hint: str = ""
    events: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstGame:
    """A deal line, the steps, and the text for the end of them, when the game goes on freely.

    The person sits at seat 0. `say` says a text of the game in the language.
    """

    deal: str
    steps: Sequence[Step]
    onward: str
    say: Callable[[str], str]

    def played(self, steps: int) -> tuple[str, ...]:
        """Return the events of so many steps."""
        return tuple(
            event
            for step in self.steps[:steps]
            for event in (*((step.move,) if step.move else ()), *step.events)
        )
