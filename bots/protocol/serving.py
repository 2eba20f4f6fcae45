"""A class of one's own as a program: one line serves it to a referee on standard input and output."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, BinaryIO

from urbanist.bots.players.player import Player
from urbanist.bots.players.python_bot import PythonPlayer, forfeited, is_bot
from urbanist.bots.protocol.service import Service
from urbanist.bots.protocol.wire import read_lines
from urbanist.engine import GAMES
from urbanist.engine.suggestion import suggestion


@dataclass(frozen=True, slots=True)
class ServedBot:
    """A class, or one object of it, as a bot; exceptions of its code become lines for the referee."""

    made: Callable[[], Any]
    file: str
    class_name: str

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.class_name

    def sit(self, seed: int) -> Player:
        """Return a player for a new game; raise `Forfeit` if the class cannot make one."""
        with forfeited(self):
            found = self.made()
            return PythonPlayer(self, found.sit(seed) if hasattr(found, "sit") else found)


def serve(
    bot: object, *, name: str = "", author: str = "unknown", games: Iterable[str] = tuple(GAMES)
) -> None:
    """Answer a referee on standard input and output until `quit`, with a class or with one object of it.

    It has `choose` or `sit`, as in a file that `FILE.py:CLASS` names. A class makes a new object for each game. `name`
    and `author` introduce it, by default with the name of the class; `games` are those that it plays. Raise `TypeError`
    for anything else, and `ValueError` for an unknown game.
    """
    kind = bot if isinstance(bot, type) else type(bot)
    if not is_bot(kind):
        raise TypeError(f"{kind.__name__} has neither 'sit' nor 'choose'")
    played = tuple(games)
    unknown = [game for game in played if game not in GAMES]
    if unknown:
        raise ValueError(f"no game '{unknown[0]}'; {suggestion(unknown[0], sorted(GAMES))}")
    file = getattr(sys.modules.get(kind.__module__), "__file__", None) or ""
    served = ServedBot(kind if kind is bot else lambda: bot, file, kind.__name__)
    write = writer(sys.stdout.buffer)
    Service(served, write, name or kind.__name__, author, played).serve(read_lines(sys.stdin.buffer))


def writer(out: BinaryIO) -> Callable[[str], None]:
    """Return a function that writes a line to a stream at once."""

    def write(line: str) -> None:
        out.write(f"{line}\n".encode())
        out.flush()

    return write
