"""The rules of Warszawa: legal moves, moves, chance events, turns and rounds."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.position cimport Warszawa

cdef int legal(const Head* state, Move* out) noexcept nogil
cdef void finish(Warszawa* w, int seat, int cell) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void draw(Head* state) noexcept nogil
cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil
