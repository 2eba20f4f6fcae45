"""Rough guesses of the worth of all moves of a position, and the moves with the best guesses."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.ambition cimport Ambition
from urbanist.engine.akropolis.outlook cimport Outlook
from urbanist.engine.akropolis.position cimport Akropolis
from urbanist.engine.game cimport Move

cdef enum:
    MOST_GUESSES = 48


cdef struct Guess:
    float worth
    int price  # in stones
    Move move


cdef struct Guesses:
    int most  # the number of guesses to keep
    int count
    Guess[MOST_GUESSES] guess  # the best first


cdef void sketch(
    const Akropolis* a, const Outlook* o, const Ambition* ambition, float noise, Rng* rng, Guesses* found,
) noexcept nogil
