"""Why a seat loses the game out of turn."""

from urbanist.engine.printable import one_line
from urbanist.engine.record import FORFEITS

#: The reasons, as records name them.
ILLEGAL, TIME, CRASH, PROTOCOL = FORFEITS


class Forfeit(Exception):
    """A bot has not done its part: the reason as records name it, and a line that says what happened."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(one_line(message))
        self.reason = reason

    def __reduce__(self) -> tuple[type["Forfeit"], tuple[str, str]]:
        """Return how to make it again in another process."""
        return Forfeit, (self.reason, str(self))

    @classmethod
    def late(cls, seconds: float, most: float) -> "Forfeit":
        """Return the forfeit of an answer that came too late, or had not come by then."""
        return cls(TIME, f"no move after {seconds:.3f} s, {most:.3f} s were left with the grace")
