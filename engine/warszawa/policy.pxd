"""The prior of a single Warszawa move, in points, and the playout policy."""

from urbanist.cext.cells64 cimport Cells
from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.tables cimport Card

cdef Cells likers(const Warszawa* w, int type) noexcept nogil
cdef bint can_pay_one_more(const Warszawa* w, int seat) noexcept nogil
cdef float norm_prior(const Warszawa* w, int seat, int kind) noexcept nogil
cdef float task_prior(const Warszawa* w, const Card* card, Cells beside) noexcept nogil
cdef float prior_of(const Warszawa* w, int seat, Move move, float* building) noexcept nogil
cdef void playout_informed(Head* state, int plies, Rng* rng) noexcept nogil
