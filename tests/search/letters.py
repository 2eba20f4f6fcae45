"""Moves of no game, each a letter, for tests that need names only."""

from urbanist.engine.event import Move


class Letter(Move):
    """A move that is written as a letter."""

    def __str__(self) -> str:
        return chr(self)


def letter(text: str) -> Letter:
    """Return the move that is written so."""
    return Letter(ord(text))


def letters(texts: str) -> tuple[Letter, ...]:
    """Return the moves of some letters."""
    return tuple(map(letter, texts))
