"""Bots and players: a bot is a way to play, as a value; a player is a bot at one seat of one game."""

from typing import Protocol

from urbanist.bots.players.allowance import Allowance
from urbanist.engine.history import View
from urbanist.search.result import MoveValue, Result


class Player(Protocol):
    """A bot at one seat of one game; it may keep its search tree between moves."""

    def choose(self, view: View, allowance: Allowance | None = None) -> Result:
        """Return the move to play and the values of other moves; `view` is everything that the seat may know.

        Without an allowance the options of the bot set how long it thinks. Raise `Forfeit` if it cannot continue.
        """


class Bot(Protocol):
    """A way to play, with its options; bots can be compared, and `bots.players.spec` makes built-ins from text."""

    @property
    def name(self) -> str:
        """The name of the built-in, or the command of another program."""

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; the same seed gives the same game."""


def instant(move: str, values: tuple[MoveValue, ...] = ()) -> Result:
    """Return a result without a search."""
    return Result(move, values, (), (), (move,), 0, 0.0)
