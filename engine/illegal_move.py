"""The error of a move that is not legal."""


class IllegalMove(ValueError):
    """The rules forbid a move in a position; the message gives the reason and legal moves."""
