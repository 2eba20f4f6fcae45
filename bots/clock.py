"""How long to think on a clock."""

#: One move gets this part of the time left, and this share of the increment that it earns.
MOVES_AHEAD, OF_INCREMENT = 25, 0.8
#: No move takes more than this share of the time left: the increment comes only after it.
MOST = 0.9
#: A decision always gets a millisecond.
LEAST = 0.001


def seconds_for_move(left: float, increment: float = 0.0) -> float:
    """Return how many seconds a move may take with so many seconds left and so many won by moving."""
    share = left / MOVES_AHEAD + OF_INCREMENT * increment
    return max(min(share, MOST * left), LEAST)
