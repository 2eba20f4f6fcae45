"""A position and its moves as the inputs of a network."""

import numpy as np

from urbanist.cext.address cimport address
from urbanist.engine.game cimport BYSTANDER, EVERYBODY, MAX_MOVE_FEATURES, MAX_MOVES, Move, State
from urbanist.engine.integers import seat_at

#: In place of a seat: whoever knows what all seats know.
ALL_SEATS = EVERYBODY


def features(State state not None, seat=None):
    """Return the position as `seat` (None: a bystander; `ALL_SEATS`: all of them together) knows it, in float32.

    The first array has the `common_features` of the game, the second one a row of its `seat_features` for each seat.
    Raise `TypeError` if the game has none.
    """
    if state.game.ops.features == NULL:
        raise TypeError(f"{state.game.name} has no features")
    observer = BYSTANDER if seat is None else ALL_SEATS if seat == ALL_SEATS else seat_at(state.seats, seat)
    common = np.empty(len(state.game.common_features), np.float32)
    rows = np.empty((state.seats, len(state.game.seat_features)), np.float32)
    state.game.ops.features(state.head, observer, <float*>address(common), <float*>address(rows))
    return common, rows


def features_after(State state not None, seat=None):
    """Return the features after the legal moves in groups, where the game has a faster way than one after the other.

    After the moves of a group only the row of the seat that moved differs. A group is its moves, the two arrays of
    `features` after the first one, and an array of that row after each. Some moves, or all, may be in no group.
    """
    cdef int n, count
    cdef int length = len(state.game.seat_features)
    cdef int observer = BYSTANDER if seat is None else ALL_SEATS if seat == ALL_SEATS else seat_at(state.seats, seat)
    cdef Py_ssize_t at = 0
    parts = []
    if state.game.ops.features_after == NULL:
        return parts
    moves, own = state.moves(), np.empty((MAX_MOVES, length), np.float32)
    n = len(moves)
    while at < n:
        common = np.empty(len(state.game.common_features), np.float32)
        rows = np.empty((state.seats, length), np.float32)
        count = state.game.ops.features_after(
            state.head, <Move*>address(moves) + at, n - at, observer, <float*>address(common), <float*>address(rows),
            <float*>address(own))
        if count > 0:
            parts.append((moves[at:at + count], common, rows, own[:count].copy()))
        at += max(count, 1)
    return parts


def move_features(State state not None):
    """Return the moves that a search looks at first, their priors in points, and a row of `move_features` for each.

    These are the moves of the game's shortlist, or all moves if it has none. They are ascending.
    """
    cdef int length = len(state.game.move_features)
    cdef int n = 0
    moves, priors = np.empty(MAX_MOVES, np.uint32), np.empty(MAX_MOVES, np.float32)
    rows = np.empty(MAX_MOVES * MAX_MOVE_FEATURES, np.float32)
    cdef Move* words = <Move*>address(moves)
    cdef float* prior = <float*>address(priors)
    cdef float* row = <float*>address(rows)
    if state.game.ops.shortlist != NULL:
        n = state.game.ops.shortlist(state.head, words, prior, row)
    if n == 0:
        n = state.game.ops.legal(state.head, words)
        state.game.ops.priors(state.head, words, n, prior, row)
    return moves[:n].copy(), priors[:n].copy(), rows[:n * length].reshape(n, length).copy()
