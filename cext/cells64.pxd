"""Sets of at most 64 cells in one machine word."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #ifdef __BMI2__
    #include <immintrin.h>
    static inline uint64_t urbanist_pick(uint64_t cells, int k) {
        return _pdep_u64(1ULL << k, cells);
    }
    static inline uint64_t urbanist_gather(uint64_t cells, uint64_t mask) {
        return _pext_u64(cells, mask);
    }
    #else
    static inline uint64_t urbanist_pick(uint64_t cells, int k) {
        while (k--) cells &= cells - 1;
        return cells & -cells;
    }
    static inline uint64_t urbanist_gather(uint64_t cells, uint64_t mask) {
        uint64_t gathered = 0;
        for (uint64_t bit = 1; mask; bit <<= 1, mask &= mask - 1)
            if (cells & mask & -mask) gathered |= bit;
        return gathered;
    }
    #endif
    """
    int __builtin_popcountll(uint64_t) noexcept nogil
    int __builtin_ctzll(uint64_t) noexcept nogil
    int __builtin_clzll(uint64_t) noexcept nogil
    uint64_t urbanist_pick(uint64_t, int) noexcept nogil
    uint64_t urbanist_gather(uint64_t, uint64_t) noexcept nogil

ctypedef uint64_t Cells


cdef inline int count(Cells cells) noexcept nogil:
    """Return the number of cells in the set."""
    return __builtin_popcountll(cells)


cdef inline int first(Cells cells) noexcept nogil:
    """Return the lowest cell; the set must not be empty."""
    return __builtin_ctzll(cells)


cdef inline int last(Cells cells) noexcept nogil:
    """Return the highest cell; the set must not be empty."""
    return 63 - __builtin_clzll(cells)


cdef inline Cells pick(Cells cells, int k) noexcept nogil:
    """Return the set of the k-th lowest cell, counted from 0; the set must have more than k cells."""
    return urbanist_pick(cells, k)


cdef inline int nth(Cells cells, int k) noexcept nogil:
    """Return the k-th lowest cell, counted from 0; the set must have more than k cells."""
    return first(pick(cells, k))


cdef inline Cells only(int cell) noexcept nogil:
    """Return the set of one cell."""
    return (<Cells>1) << cell


cdef inline Cells gather(Cells cells, Cells mask) noexcept nogil:
    """Return the bits of `cells` at the positions in `mask`, packed at the low end."""
    return urbanist_gather(cells, mask)
