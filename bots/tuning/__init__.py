"""Tuning of a bot's options by SPSA: games between two variants of it, again and again.

A `Tuning` says what to tune, a `Run` plays it, and a `Journal` keeps each iteration.
"""

from urbanist.bots.tuning.tuning import Iteration, Journal, Run, Tuning, read_tuning

__all__ = ["Iteration", "Journal", "Run", "Tuning", "read_tuning"]
