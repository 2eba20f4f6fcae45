"""Records from outside: whether they are positions of a game."""

import numpy as np

from urbanist.engine.game cimport MAX_SEATS, Game, Head, State


cdef const char* check_head(const Head* head) noexcept nogil:
    """Name a field of a head that is wrong; NULL if there is none."""
    cdef int seat
    if head.to_move >= head.seats:
        return "to_move"
    if head.over > 1:
        return "over"
    if head.over and head.due:
        return "due"
    for seat in range(MAX_SEATS):
        if head.score[seat] and not (head.over and seat < head.seats):
            return "score"
        if head.tiebreak[seat] and not (head.over and seat < head.seats):
            return "tiebreak"
    return NULL


cdef int require_position(Game game, const Head* record) except -1:
    """Raise `ValueError` unless a record is a position."""
    cdef const char* fault
    if record.seats not in game.notation.seat_counts:
        raise ValueError(f"not a state of {game.name}: {record.seats} seats")
    fault = check_head(record)
    if fault == NULL and game.ops.validate != NULL:
        fault = game.ops.validate(record)
    if fault != NULL:
        name = fault.decode()
        raise ValueError(f"not a state of {game.name}: '{name}' is out of range or does not fit the other fields")
    return 0


def one_of(array, Game game not None):
    """Return an array of one record of a game's dtype; raise `ValueError` if there are none or more."""
    record = np.asarray(array, dtype=game.dtype)
    if record.size != 1:
        raise ValueError(f"{record.size} records: a state of {game.name} is made from one")
    return record.reshape(1)


def checked(State state not None):
    """Return a state; raise `ValueError` if it is no position."""
    require_position(state.game, state.head)
    return state
