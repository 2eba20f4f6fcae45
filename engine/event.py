"""Events: what happens in a game, as values. `str` writes them in notation; text is for files, programs and people."""

from dataclasses import dataclass, field
from typing import Protocol, Self

#: The word of a move of which nothing is told.
MASKED = -1


class Writer(Protocol):
    """What writes events: the notation of a game."""

    def write_move(self, move: int) -> str:
        """Return a move's word in notation."""

    def write_chance(self, chance: "Chance") -> str:
        """Return a chance event in notation."""


class Move(int):
    """A move: its 32-bit word, of which `str` makes the text in the notation of its game; `Notation.move` makes it.

    A game may have its own class of moves, with what its words say.
    """

    notation: Writer

    def __bool__(self) -> bool:
        """Return true: the word 0 is a move like others."""
        return True

    def __eq__(self, other: object) -> bool:
        """Return whether it is a number or is written as a text. Sets and dicts find it by its number only."""
        return str(self) == other if isinstance(other, str) else int.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return str(self) != other if isinstance(other, str) else int.__ne__(self, other)

    __hash__ = int.__hash__

    @property
    def hidden(self) -> bool:
        """Whether it is masked."""
        return int(self) == MASKED

    def __str__(self) -> str:
        return self.notation.write_move(int(self))

    def __repr__(self) -> str:
        return f"<move {self}>"

    def __deepcopy__(self, memo: object) -> Self:
        return self


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance event: what is drawn from the hidden part, as numbers of its game such as tiles; None if it is masked.

    `str` makes its text in the notation of the game.
    """

    drawn: tuple[int | None, ...]
    notation: Writer = field(compare=False, repr=False)

    @property
    def hidden(self) -> bool:
        """Whether it is masked."""
        return None in self.drawn

    def __str__(self) -> str:
        return self.notation.write_chance(self)


#: What happens in a game, and what happened in order.
Event = Move | Chance
Events = tuple[Event, ...]
