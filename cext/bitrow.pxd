"""A long row of bits in words, the lowest bits first, and the same as bytes of 0 and 1."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifdef __AVX2__
    #include <immintrin.h>
    #endif
    static inline void urbanist_bits_to_bytes(const uint64_t *bits, uint8_t *out, long n) {
        long i = 0;
    #ifdef __AVX2__
        /* Each byte gets the byte of the row that has its bit, and keeps that bit. */
        const __m256i place = _mm256_set_epi64x(
            0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
        const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201);
        const __m256i one = _mm256_set1_epi8(1);
        for (; i + 32 <= n; i += 32) {
            const __m256i word = _mm256_set1_epi32((int)(bits[i >> 6] >> (i & 32)));
            const __m256i kept = _mm256_and_si256(_mm256_shuffle_epi8(word, place), bit);
            _mm256_storeu_si256((__m256i *)(out + i), _mm256_and_si256(_mm256_cmpeq_epi8(kept, bit), one));
        }
    #endif
        for (; i < n; i++)
            out[i] = bits[i >> 6] >> (i & 63) & 1;
    }
    """
    # Writes the first n bits, one byte for each.
    void bits_to_bytes "urbanist_bits_to_bytes"(const uint64_t* bits, uint8_t* out, long n) noexcept nogil


cdef inline long words_for(long n) noexcept nogil:
    """Return the words of a row of n bits; `add_bits` may touch one more than those with its bits."""
    return (n >> 6) + 2


cdef inline void add_bits(uint64_t* bits, long at, uint64_t more) noexcept nogil:
    """Set those of the 64 bits from `at` on that are in `more`."""
    bits[at >> 6] |= more << (at & 63)
    bits[(at >> 6) + 1] |= more >> 1 >> (63 - (at & 63))
