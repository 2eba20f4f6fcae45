"""Seedable random numbers: one 64-bit word of state, no Python, no globals.

The generator is wyrand (Wang Yi, 2019): a counter and one widening multiplication, so that draws in a playout loop do
not wait for each other. It passes PractRand and BigCrush.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "rng.h":
    const uint64_t URBANIST_RNG_STEP
    const uint64_t URBANIST_RNG_MASK
    uint64_t urbanist_fold(uint64_t a, uint64_t b) noexcept nogil
    uint32_t urbanist_part(uint64_t* fraction, uint32_t bound) noexcept nogil


cdef struct Rng:
    uint64_t word


cdef inline uint64_t rng_next(Rng* rng) noexcept nogil:
    """Return 64 random bits."""
    rng.word += URBANIST_RNG_STEP
    return urbanist_fold(rng.word, rng.word ^ URBANIST_RNG_MASK)


cdef inline uint32_t below(uint64_t bits, uint32_t bound) noexcept nogil:
    """Return the lower 32 of `bits` scaled to 0 .. bound - 1: multiply and shift, no division."""
    return <uint32_t>(((bits & 0xFFFFFFFFULL) * bound) >> 32)


cdef inline uint32_t rng_below(Rng* rng, uint32_t bound) noexcept nogil:
    """Return a number from 0 to bound - 1; the bias for a bound n is less than n / 2**32."""
    return below(rng_next(rng), bound)


cdef inline uint32_t rng_part(uint64_t* bits, uint32_t bound) noexcept nogil:
    """Return a number from 0 to bound - 1 and leave the unused randomness in `bits`, for more small draws."""
    return urbanist_part(bits, bound)


cdef inline double rng_unit(Rng* rng) noexcept nogil:
    """Return a number in [0, 1)."""
    return <double>(rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef inline Rng rng_seeded(uint64_t seed, uint64_t stream) noexcept nogil:
    """Return the generator for a seed and a stream; different streams of one seed do not overlap."""
    cdef Rng rng
    rng.word = urbanist_fold(seed ^ 0x9E3779B97F4A7C15ULL, stream ^ 0xD6E8FEB86659FD93ULL) ^ (seed + stream)
    rng.word = rng_next(&rng)
    return rng
