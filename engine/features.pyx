"""A position as numbers, such as a learned evaluation takes."""

import numpy as np

from urbanist.engine.game cimport BYSTANDER, MAX_FEATURES, MAX_SEATS, State


def features(State state not None, seat=None):
    """Return the position as `seat` (None: a bystander) knows it, in float32.

    The first array has the `common_features` of the game, the second one a row of its `seat_features` for each seat.
    Raise `TypeError` if the game has none.
    """
    cdef float[MAX_FEATURES] common
    cdef float[MAX_FEATURES * MAX_SEATS] row
    if state.game.ops.features == NULL:
        raise TypeError(f"{state.game.name} has no features")
    if seat is not None and not 0 <= seat < state.seats:
        raise ValueError(f"no seat {seat}; there are {state.seats}, counted from 0")
    state.game.ops.features(state.head, BYSTANDER if seat is None else seat, common, row)
    length = len(state.game.seat_features)
    rows = np.array(<float[:length * state.seats]>row).reshape(state.seats, length)
    return np.array(<float[:len(state.game.common_features)]>common), rows
