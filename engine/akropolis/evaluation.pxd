"""Static evaluation of a city: its points now, plus the gains expected in the remaining turns."""

from urbanist.engine.akropolis.accumulator cimport ScoreTerms
from urbanist.engine.akropolis.position cimport KINDS, Akropolis


cdef struct EvaluationWeights:
    # Linear evaluation weights, in points, for the turns that the seat has left.
    float[KINDS] value  # added to the value of the districts of a kind
    float[KINDS] stars  # added to the stars of a kind
    float[KINDS] idle  # the share of the heights of districts that do not count
    float stone
    float quarry  # each uncovered quarry


cdef EvaluationWeights weights_for(int seats, float turns) noexcept nogil
cdef EvaluationWeights weights_of(const Akropolis* a) noexcept nogil


cdef inline float evaluation_of(const ScoreTerms* terms, const EvaluationWeights* weights) noexcept nogil:
    """Return the static evaluation of a city, in points."""
    cdef float total = terms.stones * weights.stone + terms.quarries * weights.quarry
    cdef float idle
    cdef int kind
    for kind in range(KINDS):
        idle = weights.idle[kind] * max(terms.built[kind] - terms.value[kind], 0)
        total += (terms.value[kind] + weights.value[kind] + idle) * (terms.stars[kind] + weights.stars[kind])
    return total
