"""How the weights of a network come about: games of self-play, their positions, and the fit to them.

It needs no library for learning. What repeats these steps and tests the results stands in `urbanist.bots.training`.
"""

from urbanist.search.training.fit import Fit, fitted, forward, losses, scaled, unscaled
from urbanist.search.training.positions import positions
from urbanist.search.training.selfplay import RecordedGame, Straying, Table, play

__all__ = [
    "Fit",
    "RecordedGame",
    "Straying",
    "Table",
    "fitted",
    "forward",
    "losses",
    "play",
    "positions",
    "scaled",
    "unscaled",
]
