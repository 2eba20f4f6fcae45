"""Numbers that several threads read and write at once: each access is whole, and none is a data race of C11.

Loads and stores are relaxed, that is, they say nothing about other memory. On x86-64 they cost what plain ones cost.
"""

from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #include <stdint.h>
    static inline uint32_t urbanist_load(const uint32_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
    static inline void urbanist_store(uint32_t *at, uint32_t value) { __atomic_store_n(at, value, __ATOMIC_RELAXED); }
    static inline void urbanist_add(uint32_t *at, uint32_t value) { __atomic_fetch_add(at, value, __ATOMIC_RELAXED); }
    """
    uint32_t load "urbanist_load"(const uint32_t* at) noexcept nogil
    void store "urbanist_store"(uint32_t* at, uint32_t value) noexcept nogil
    void add "urbanist_add"(uint32_t* at, uint32_t value) noexcept nogil
