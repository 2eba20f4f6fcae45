"""Why a network prefers one position to another: the features that make the difference."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from urbanist.engine.features import features
from urbanist.engine.game import State

if TYPE_CHECKING:
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


def reasons(network: "Network", before: State, after: State, seat: int) -> list[Reason]:
    """Return the features by which `after` promises a seat more or less than `before`, those that count most first.

    Each feature is changed alone, once in either position; its gain is the mean of the two differences. Products of
    features are left out, because they say nothing new in words.
    """
    game = before.game
    old, new = (features(state, seat) for state in (before, after))
    usual, wanted = (_share(network, numbers, seat) for numbers in (old, new))
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
                gained = _share(network, _changed(old, new, at), seat) - usual
                lost = wanted - _share(network, _changed(new, old, at), seat)
                change = float(was[number]), float(now[number])
                found.append(Reason(names[number], of, *change, (gained + lost) / 2))
    found.sort(key=lambda reason: -abs(reason.gain))
    return [reason for reason in found if abs(reason.gain) >= LEAST]


def _share(network: "Network", numbers: Numbers, seat: int) -> float:
    """Return the win share that the network expects of features for a seat."""
    return float(network.estimate(*numbers)[0][seat])


def _changed(base: Numbers, source: Numbers, at: tuple[int, ...]) -> Numbers:
    """Return features with one of them as in `source`."""
    changed = tuple(array.copy() for array in base)
    kind = len(at) - 1
    changed[kind][at] = source[kind][at]
    return changed
