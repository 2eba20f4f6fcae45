"""The rules of Warszawa: legal moves, moves, chance events, turns and rounds."""

from libc.stdint cimport uint64_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.position cimport BUILDS_CHEAPER, Warszawa
from urbanist.engine.warszawa.tables cimport CONCRETE, RUBBLE

cdef int legal(const Head* state, Move* out) noexcept nogil
cdef Cells free_hexes(const Warszawa* w) noexcept nogil
cdef uint64_t cards_of(const Warszawa* w, int seat) noexcept nogil
cdef bint would_give(const Warszawa* w, int seat, int function) noexcept nogil
cdef int list_norms(const Warszawa* w, int seat, Move* out) noexcept nogil
cdef int list_functions(const Warszawa* w, int seat, Move* out) noexcept nogil
cdef bint available(const Head* state, Move move) noexcept nogil
cdef void finish(Warszawa* w, int seat, int cell) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void draw(Head* state) noexcept nogil


cdef inline int rubble_price(const Warszawa* w, int seat) noexcept nogil:
    """Return the rubble that a building costs a seat, if it is not paid in concrete."""
    return 1 if w.perks[seat] & BUILDS_CHEAPER else 2


cdef inline int bridge_prices(const Warszawa* w, int seat) noexcept nogil:
    """Return the prices of a bridge that a seat can pay, a bit each."""
    cdef int concrete = w.cubes[seat][CONCRETE]
    cdef int rubble = w.cubes[seat][RUBBLE]
    return (concrete >= 1 and rubble >= 1) | (rubble >= 3) << 1 | (concrete >= 2) << 2
