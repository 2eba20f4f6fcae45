"""Candidate moves: the moves of a position with the best rough evaluations."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.accumulator cimport Accumulator
from urbanist.engine.akropolis.evaluation cimport EvaluationWeights
from urbanist.engine.akropolis.position cimport Akropolis
from urbanist.engine.game cimport Move

cdef enum:
    FEW_CANDIDATES = 4  # that a playout compares exactly
    MAX_CANDIDATES = 48  # of a shortlist


cdef struct Candidate:
    float worth
    Move move


cdef struct Candidates:
    int count
    Candidate[FEW_CANDIDATES] candidate  # the best first


cdef void best_candidates(
    const Akropolis* a, const Accumulator* acc, const EvaluationWeights* weights, float noise, Rng* rng,
    Candidates* candidates,
) noexcept nogil
cdef int list_candidates(
    const Akropolis* a, const Accumulator* acc, const EvaluationWeights* weights, Move* moves,
) noexcept nogil
