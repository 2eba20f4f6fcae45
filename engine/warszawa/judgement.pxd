"""The priors of Warszawa moves, in points, and the informed playout."""

from urbanist.cext.cells64 cimport Cells
from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.position cimport Warszawa

cdef Cells likers(const Warszawa* w, int type) noexcept nogil
cdef void appraise(const Head* state, const Move* moves, int count, float* prior, float* row) noexcept nogil
cdef void playout_informed(Head* state, int plies, Rng* rng) noexcept nogil
