"""Moves of no game, each with a name, for tests that need no more of them."""

from urbanist.engine.event import Move


class Named(Move):
    """A move that is written as its name; its word has the letters."""

    def __str__(self) -> str:
        return int(self).to_bytes(16, "big").lstrip(b"\0").decode()


def named(name: str) -> Named:
    """Return the move with a name of at most 16 letters."""
    return Named(int.from_bytes(name.encode(), "big"))
