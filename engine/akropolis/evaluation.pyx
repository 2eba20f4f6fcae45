"""Static evaluation of a city: its points now, plus the gains expected in the remaining turns."""

from urbanist.engine.akropolis.position cimport KINDS, TABLE, Akropolis
from urbanist.engine.akropolis.rules cimport plies_left

cdef enum:
    FEWEST = 2  # players
    COUNTS = TABLE - FEWEST + 1  # of players

# A row for each number of players, from two on; in it a column for each kind, from houses on. The numbers called TURN
# count once for each turn that is left.
# They come from self-play of searches with the network, at all numbers of players; half of the seats searched in other
# ways than the best one. There were 3,010 games or 5,400 more: two such fits were made and hardly differ, and which of
# them stands here was not noted. A ridge regression fitted the margins between the seat that has just moved and each
# of the others: 0.3 of the final margin, and 0.7 of the margin that the search expected one move later. The numbers
# are rounded. `bench/fit_akropolis.py` makes such a fit.
cdef float[COUNTS][KINDS] VALUE_TURN = [
    [0.33, 0.39, 0.35, 0.14, 0.25],
    [0.38, 0.45, 0.39, 0.15, 0.24],
    [0.40, 0.42, 0.40, 0.15, 0.23],
]
cdef float[COUNTS][KINDS] STARS_TURN = [
    [0.08, 0.16, 0.13, 0.16, 0.18],
    [0.07, 0.09, 0.14, 0.19, 0.19],
    [0.04, 0.08, 0.07, 0.18, 0.20],
]
cdef float[COUNTS][KINDS] IDLE = [
    [-0.02, 0.37, 0.32, -0.08, 0.00],
    [-0.09, -0.01, 0.24, -0.07, 0.00],
    [-0.20, -0.03, 0.16, -0.09, 0.00],
]
cdef float[COUNTS] STONE = [1.99, 1.88, 2.06]
cdef float[COUNTS] STONE_TURN = [0.18, 0.21, 0.16]
cdef float[COUNTS] QUARRY = [-0.19, -0.42, -0.52]
cdef float[COUNTS] QUARRY_TURN = [0.26, 0.31, 0.28]


cdef EvaluationWeights weights_for(int seats, float turns) noexcept nogil:
    """Return the evaluation weights for a number of remaining turns."""
    cdef EvaluationWeights weights
    cdef int kind
    cdef int row = seats - FEWEST
    for kind in range(KINDS):
        weights.value[kind] = VALUE_TURN[row][kind] * turns
        weights.stars[kind] = STARS_TURN[row][kind] * turns
        # After the last turn only points count.
        weights.idle[kind] = IDLE[row][kind] if turns else 0
    weights.stone = STONE[row] + STONE_TURN[row] * turns if turns else 1
    weights.quarry = QUARRY[row] + QUARRY_TURN[row] * turns if turns else 0
    return weights


cdef EvaluationWeights weights_of(const Akropolis* a) noexcept nogil:
    """Return the evaluation weights of the seat to move, as they are after its move."""
    return weights_for(a.head.seats, (plies_left(a) - 1) // a.head.seats)
