"""Who plays: a bot is a value that says how to play, a player is a bot that sits at a table and remembers."""

from typing import Protocol

from urbanist.bots.players.allowance import Allowance
from urbanist.engine.history import View
from urbanist.search.result import MoveValue, Result


class Player(Protocol):
    """A bot at one seat of one game; it may keep its search tree from move to move."""

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return the move to play, with what is known of the others; `view` is all that the seat may know.

        Without an allowance the bot thinks as long as it is made to. `Forfeit` from one that cannot go on.
        """


class Bot(Protocol):
    """A way of playing, with its options; printable, comparable, built from text by `bots.spec`."""

    @property
    def name(self) -> str:
        """The built-in's name, or the command of another program."""

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; the same seed plays the same game."""


def instant(move: str, values: tuple[MoveValue, ...] = ()) -> Result:
    """Return the result of a choice without a search."""
    return Result(move, values, (), (), (move,), 0, 0.0)
