"""What a seat plays for: points as they are, and what more turns will make of districts, plazas and quarries."""

# A kind each, from houses on. Found by playing games of the best move by these numbers against one another.
cdef float[KINDS] VALUE = [0.14, 0.07, 0.16, 0.13, 0.04]  # for each turn that is left
cdef float[KINDS] STARS = [0.23, 0.12, 0.24, 0.28, 0.34]
cdef float[KINDS] IDLE = [-0.33, -0.28, -0.34, 0.36, 0.11]
cdef float STONE = 3.6
cdef float STONE_TURN = -0.07
cdef float QUARRY = 1.2
cdef float QUARRY_TURN = 0.29


cdef Ambition ambition_of(const Akropolis* a) noexcept nogil:
    """Return the ambition of the seat to move for the time after its move."""
    cdef Ambition ambition
    cdef int kind
    cdef int tiles = a.market_size - 1 + a.stacks * (a.head.seats + 1)
    cdef float turns = (tiles - 1) // a.head.seats
    for kind in range(KINDS):
        ambition.value[kind] = VALUE[kind] * turns
        ambition.stars[kind] = STARS[kind] * turns
        ambition.idle[kind] = IDLE[kind]
    ambition.stone = STONE + STONE_TURN * turns if turns else 1
    ambition.quarry = QUARRY + QUARRY_TURN * turns if turns else 0
    return ambition
