"""Win shares that come true: what a search tells, where the means over its visits are known to be off.

A mean of many guesses is more cautious than each of them, the seat to move knows no reply that is not in the tree, and
the network errs for the seat that plays last. Vector scaling (Guo et al. 2017) puts that right: a factor of the log
odds, and a term for each seat. `python -m bench.calibration --fit` finds the numbers in games.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import exp
from typing import Self

import numpy as np

from urbanist.engine.game import Game, State
from urbanist.search.network import Network, origin_of, shipped_network
from urbanist.search.result import Result


@dataclass(frozen=True, slots=True)
class Calibration:
    """What makes the win shares of searches come true, for one number of seats, which move one after another.

    With so many `plies_left` the logarithm of each share is multiplied by `factor`, and the seat to move gets `to_move`
    more; both are linear between two numbers of plies. `order` comes to it, first for the seat that began the game.
    Then the shares are made to add up to 1 again.
    """

    plies_left: tuple[float, ...]
    factor: tuple[float, ...]
    to_move: tuple[float, ...]
    order: tuple[float, ...]

    @classmethod
    def read(cls, table: Mapping[str, list[float]]) -> Self:
        """Return what the JSON of weights says of a number of seats."""
        return cls(*(tuple(table[name]) for name in ("plies left", "factor", "to move", "order")))

    def told(self, result: Result, state: State, *, shared: bool) -> Result:
        """Return the result of a search of a position as it is told; `shared`: the values of moves are win shares too.

        What the value of a move leaves to others, they have in equal parts. The moves stay in order.
        """
        left = state.playout(0).ply - state.ply
        factor = float(np.interp(left, self.plies_left, self.factor))
        seat, seats = state.to_move, state.seats
        terms = [self.order[(each - seat + state.ply) % seats] for each in range(seats)]
        terms[seat] += float(np.interp(left, self.plies_left, self.to_move))
        gains = [exp(term) for term in terms]
        weights = [gain * share**factor for gain, share in zip(gains, result.win_share, strict=True)]
        told = replace(result, win_share=tuple(weight / sum(weights) for weight in weights))
        if not shared:
            return told
        own, rest = gains[seat], (sum(gains) - gains[seat]) / (seats - 1) ** factor
        values = []
        for value in result.values:
            share = min(max(value.value, 0.0), 1.0)
            weight = own * share**factor
            values.append(replace(value, value=weight / (weight + rest * (1 - share) ** factor)))
        return replace(told, values=tuple(values))


def calibration_of(game: Game, network: Network | None, seats: int) -> Calibration | None:
    """Return what makes searches with a network come true; None: it is not known, as of none but the package's own."""
    return shipped_calibrations(game).get(seats) if network is shipped_network(game) else None


@cache
def shipped_calibrations(game: Game) -> dict[int, Calibration]:
    """Return by number of seats what is known of searches with the network that comes with the package."""
    tables = origin_of(game).get("calibration", {})
    return {int(seats): Calibration.read(table) for seats, table in tables.items()}
