"""Why a network prefers one position to another: the features that make the difference."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from urbanist.engine.features import features
from urbanist.engine.game import State
from urbanist.search.network import Network

Numbers = tuple[npt.NDArray[np.float32], ...]

#: Smaller differences of the win share are no reasons.
LEAST = 0.005


class Reason(NamedTuple):
    """A feature in two positions, and what its change adds to a seat's win share."""

    feature: str
    seat: int | None  # whose feature; None: of the position as a whole
    before: float
    after: float
    gain: float


def reasons(network: Network, before: State, after: State, seat: int) -> list[Reason]:
    """Return the features by which `after` promises a seat more or less than `before`, those that count most first.

    Each feature is changed alone, once in either position; its gain is the mean of the two differences. Products of
    features are left out, because they say nothing new in words.
    """
    game = before.game
    old, new = (features(state, seat) for state in (before, after))
    found = []
    for of, names in (
        (None, game.common_features),
        *((of, game.seat_features) for of in range(before.seats)),
    ):
        place = () if of is None else (of,)
        was, now = old[of is not None][place], new[of is not None][place]
        for number in np.flatnonzero(was != now):
            if " x " not in names[number]:
                at = (*place, number)
                gain = (_changed(network, old, new, at, seat) - _changed(network, new, old, at, seat)) / 2
                found.append(Reason(names[number], of, float(was[number]), float(now[number]), gain))
    found.sort(key=lambda reason: -abs(reason.gain))
    return [reason for reason in found if abs(reason.gain) >= LEAST]


def _changed(network: Network, base: Numbers, source: Numbers, at: tuple[int, ...], seat: int) -> float:
    """Return what a seat's win share gains if one feature of `base` has its value in `source`."""
    kind = len(at) - 1
    changed = [array.copy() for array in base]
    changed[kind][at] = source[kind][at]
    return float(network.estimate(*changed)[0][seat] - network.estimate(*base)[0][seat])
