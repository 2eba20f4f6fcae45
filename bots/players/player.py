"""Bots and players: a bot is a way to play, as a value; a player is a bot at one seat of one game."""

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import ClassVar, Protocol

from urbanist.bots.background import Background
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.engine.notation import NotationError
from urbanist.engine.printable import one_line
from urbanist.engine.record import FORFEITS
from urbanist.search.belief import Belief
from urbanist.search.limit import Limit
from urbanist.search.result import MoveValue, Result

#: The reasons of a forfeit, as records name them.
ILLEGAL, TIME, CRASH, PROTOCOL = FORFEITS


class Forfeit(Exception):
    """A bot forfeits the game: the reason as records name it, and one line that says what happened."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(one_line(message))
        self.reason = reason

    def __reduce__(self) -> tuple[type["Forfeit"], tuple[str, str]]:
        """Return how to rebuild the exception in another process."""
        return Forfeit, (self.reason, str(self))

    @classmethod
    def late(cls, seconds: float, most: float) -> "Forfeit":
        """Return the forfeit for a late or missing answer; both times are in seconds."""
        return cls(TIME, f"no move after {seconds:.3f} s; the limit with the grace was {most:.3f} s")


class Refused(Forfeit):
    """A bot has answered that it cannot follow a command; the message has its answer."""


class Player:
    """A bot at one seat of one game; it may remember what it has seen and found.

    A class defines `think`, or only `choose` if nobody can see it think. What else a player can do, the rest says.
    """

    #: Whether `think` yields results while it thinks, so that it can be told to move now.
    streams: ClassVar[bool] = False
    #: What it infers of hidden cards from the moves of others; None: nothing.
    belief: Belief | None = None
    #: Seconds of its decisions until now in which it was not its turn to lose time: who asked it was stopped.
    suspended: float = 0.0

    def think(self, view: View, limit: Limit | None = None, moves: Sequence[Move] = ()) -> Iterator[Result]:
        """Yield what it finds as it thinks; the last result has its choice. Raise `Forfeit` if it cannot continue.

        `view` is everything that the seat may know. Without a limit the options of the bot set how long it thinks.
        If `moves` are given, it looks at no others. Who closes the iterator ends the thinking.
        """
        yield among(self.choose(view, limit), moves)

    def choose(self, view: View, limit: Limit | None = None) -> Result:
        """Return its choice, after all the thinking that the limit allows."""
        *_, result = self.think(view, limit)
        return result

    @property
    def ponders(self) -> bool:
        """Whether it can ponder: what it finds while another seat is to move helps it later."""
        return False

    def line_of(self, move: Move) -> tuple[Move, ...]:
        """Return the principal variation after one of the root moves of its last decision."""
        return (move,)

    def begin(self, view: View, seed: int, game: str) -> None:
        """Be told of a new game, which traces call `game`; raise `Forfeit` if it cannot play that."""

    def end(self, scores: str, ranks: str, deal: str | None) -> None:
        """Be told how the game has ended, and the whole deal if it may be revealed."""

    def lasts(self, *, restart: bool) -> bool:
        """Return whether it should play the next game too; with `restart`, only if its bot says so."""
        return False

    def leave(self) -> None:
        """Ask what it holds to end, and wait for nothing, so that several players can end at the same time."""

    def close(self) -> None:
        """Let what it holds end by itself, and end what then is left."""

    def kill(self) -> None:
        """End what it holds at once."""


class Bot(Protocol):
    """A way to play, with its options; bots can be compared, and `bots.players.spec` makes built-ins from text."""

    @property
    def name(self) -> str:
        """The name of the built-in, or the command of another program."""

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; the same seed gives the same game."""


def instant(move: Move, values: tuple[MoveValue, ...] = ()) -> Result:
    """Return a result without a search."""
    return Result(move, values, (), (), (move,), 0, 0.0)


def move_of(move: str | Move, view: View) -> Move:
    """Return the move that a bot has chosen, as a value or as text; raise `Forfeit` if the text is malformed."""
    try:
        return view.game.notation.move(move)
    except NotationError as error:
        raise Forfeit(ILLEGAL, str(error)) from None


def among(result: Result, moves: Sequence[Move]) -> Result:
    """Restrict a result to root moves, if any are given: the best valued one of them, or the first."""
    if not moves:
        return result
    values = tuple(value for value in result.values if value.move in moves)
    if result.move in moves:
        return replace(result, values=values)
    move = values[0].move if values else moves[0]
    return replace(result, move=move, values=values, pv=(move,))


def until(enough: threading.Event, results: Iterator[Result]) -> Iterator[Result]:
    """Yield results until the event is set; yield at least one."""
    for result in results:
        yield result
        if enough.is_set():
            return


class Thinking(Background[Result]):
    """A decision in the background; told to stop, the player moves with the best that it has found, if it can."""

    def __init__(
        self,
        player: Player,
        view: View,
        done: Callable[["Background[Result]", Result | Exception], object],
        limit: Limit | None = None,
    ) -> None:
        self._player = player

        def think(enough: threading.Event) -> Result:
            *_, result = until(enough, player.think(view, limit))
            return result

        super().__init__(think, done)

    @property
    def can_hurry(self) -> bool:
        """Whether it moves earlier if it is told to stop."""
        return self._player.streams and not self.stopped
