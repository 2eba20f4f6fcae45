"""A position and its moves as numbers, such as a learned evaluation takes."""

import numpy as np

from urbanist.engine.game cimport BYSTANDER, MAX_FEATURES, MAX_MOVES, MAX_MOVE_FEATURES, MAX_SEATS, Move, State


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


def move_features(State state not None):
    """Return the moves that a search looks at first, their priors in points, and a row of `move_features` for each.

    These are the moves of the game's shortlist, or all moves if it has none. They are ascending.
    """
    cdef Move[MAX_MOVES] moves
    cdef float[MAX_MOVES] prior
    cdef int length = len(state.game.move_features)
    cdef int n = 0
    cdef float[::1] row = np.empty(MAX_MOVES * MAX_MOVE_FEATURES, np.float32)
    if state.game.ops.shortlist != NULL:
        n = state.game.ops.shortlist(state.head, moves, prior, &row[0])
    if n == 0:
        n = state.game.ops.legal(state.head, moves)
        state.game.ops.appraise(state.head, moves, n, prior, &row[0])
    rows = np.asarray(row)[:n * length].reshape(n, length).copy()
    return np.array([moves[i] for i in range(n)], np.uint32), np.array([prior[i] for i in range(n)], np.float32), rows
