"""Rough guesses of the worth of all moves of a position, and the moves with the best guesses."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.ambition cimport Ambition
from urbanist.engine.akropolis.outlook cimport Outlook
from urbanist.engine.akropolis.position cimport Akropolis
from urbanist.engine.game cimport Move

cdef enum:
    FEW_GUESSES = 4  # that a playout compares exactly
    MOST_GUESSES = 48  # of a shortlist


cdef struct Guess:
    float worth
    Move move


cdef struct Guesses:
    int count
    Guess[FEW_GUESSES] guess  # the best first


cdef void sketch_few(
    const Akropolis* a, const Outlook* o, const Ambition* ambition, float noise, Rng* rng, Guesses* found,
) noexcept nogil
cdef int sketch_list(const Akropolis* a, const Outlook* o, const Ambition* ambition, Move* moves) noexcept nogil
