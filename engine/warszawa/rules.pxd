"""The rules of Warszawa: legal moves, a move, a chance event, turns and rounds."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move

cdef int legal(const Head* state, Move* out) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void draw(Head* state) noexcept nogil
cdef void playout(Head* state, Rng* rng) noexcept nogil
