"""Hamlet: seats claim plots in turn, and each has a secret trade. A toy that shows the least that a game needs.

There are twenty plots. The seats claim one plot each, in turn, until all are claimed. A plot pays its value, which
everybody sees, and five points more to a seat whose trade it suits. Only the seat itself knows its trade.
"""

from urbanist.engine.hamlet.verbs import HAMLET

__all__ = ["HAMLET"]
