"""A forfeit: a seat loses the game because of an illegal move, time, a crash or the protocol."""

from urbanist.engine.printable import one_line
from urbanist.engine.record import FORFEITS

#: The reasons, as records name them.
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
