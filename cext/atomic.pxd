"""Memory that several threads read and write at once: each access is whole, and none is a data race of C11.

Accesses are relaxed, that is, they say nothing about other memory, unless their name says more. On x86-64 relaxed loads
and stores, acquiring loads and releasing stores cost what plain ones cost.
"""

from libc.stdint cimport uint8_t, uint32_t

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
    static inline uint8_t urbanist_load_byte(const uint8_t *at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
    static inline void urbanist_add_byte(uint8_t *at, uint8_t add) { __atomic_fetch_add(at, add, __ATOMIC_RELAXED); }
    static inline int urbanist_try_lock(uint8_t *lock) { return !__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE); }
    static inline void urbanist_unlock(uint8_t *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
    static inline void urbanist_lock(uint8_t *lock) {
        // Whoever holds a lock may wait for a processor: after some looks, let it run.
        for (int looks = 0; !urbanist_try_lock(lock); looks++)
            if (looks >= 100)
                sched_yield();
    }
    """
    uint32_t load "urbanist_load"(const uint32_t* at) noexcept nogil
    uint32_t acquire "urbanist_acquire"(const uint32_t* at) noexcept nogil
    void store "urbanist_store"(uint32_t* at, uint32_t value) noexcept nogil
    void release "urbanist_release"(uint32_t* at, uint32_t value) noexcept nogil
    void add "urbanist_add"(uint32_t* at, uint32_t value) noexcept nogil
    float load_float "urbanist_load_float"(const float* at) noexcept nogil
    void store_float "urbanist_store_float"(float* at, float value) noexcept nogil
    uint8_t load_byte "urbanist_load_byte"(const uint8_t* at) noexcept nogil
    void add_byte "urbanist_add_byte"(uint8_t* at, uint8_t value) noexcept nogil
    bint try_lock "urbanist_try_lock"(uint8_t* lock) noexcept nogil  # whether the lock was free; it is held now
    void lock "urbanist_lock"(uint8_t* lock) noexcept nogil
    void unlock "urbanist_unlock"(uint8_t* lock) noexcept nogil
