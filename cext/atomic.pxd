"""Atomic loads, stores and locks, for memory that several threads read and write (C11).

Accesses are relaxed, that is, they order no other accesses, unless their name says more. On x86-64 relaxed loads
and stores, acquiring loads and releasing stores cost what plain ones cost.
"""

from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #include <sched.h>
    #include <stdint.h>
    static inline uint32_t urbanist_load(const uint32_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
    static inline uint32_t urbanist_acquire(const uint32_t *at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }
    static inline void urbanist_store(uint32_t *at, uint32_t value) { __atomic_store_n(at, value, __ATOMIC_RELAXED); }
    static inline void urbanist_release(uint32_t *at, uint32_t value) { __atomic_store_n(at, value, __ATOMIC_RELEASE); }
    static inline void urbanist_add(uint32_t *at, uint32_t value) { __atomic_fetch_add(at, value, __ATOMIC_RELAXED); }
    static inline float urbanist_load_float(const float *at) {
        float value;
        __atomic_load(at, &value, __ATOMIC_RELAXED);
        return value;
    }
    static inline void urbanist_store_float(float *at, float value) { __atomic_store(at, &value, __ATOMIC_RELAXED); }
    static inline int urbanist_try_lock(uint32_t *at, uint32_t bit) {
        return !(__atomic_fetch_or(at, bit, __ATOMIC_ACQUIRE) & bit);
    }
    static inline void urbanist_lock(uint32_t *at, uint32_t bit) {
        // Whoever holds a lock may wait for a processor: after some looks, let it run.
        for (int looks = 0; !urbanist_try_lock(at, bit); looks++)
            if (looks >= 100)
                sched_yield();
    }
    static inline void urbanist_unlock(uint32_t *at, uint32_t bit) { __atomic_fetch_sub(at, bit, __ATOMIC_RELEASE); }
    /* x86-64 keeps all other stores in order. */
    static inline void urbanist_fence(void) {
    #ifdef __SSE2__
        __builtin_ia32_sfence();
    #endif
    }
    """
    uint32_t load "urbanist_load"(const uint32_t* at) noexcept nogil
    uint32_t acquire "urbanist_acquire"(const uint32_t* at) noexcept nogil
    void store "urbanist_store"(uint32_t* at, uint32_t value) noexcept nogil
    void release "urbanist_release"(uint32_t* at, uint32_t value) noexcept nogil
    void add "urbanist_add"(uint32_t* at, uint32_t value) noexcept nogil
    float load_float "urbanist_load_float"(const float* at) noexcept nogil
    void store_float "urbanist_store_float"(float* at, float value) noexcept nogil
    # A lock is a bit of a word; the other bits may change meanwhile.
    bint try_lock "urbanist_try_lock"(uint32_t* at, uint32_t bit) noexcept nogil  # whether it was free; it is held now
    void lock "urbanist_lock"(uint32_t* at, uint32_t bit) noexcept nogil
    void unlock "urbanist_unlock"(uint32_t* at, uint32_t bit) noexcept nogil
    void fence "urbanist_fence"() noexcept nogil  # what was written past the cache before is there for all threads
