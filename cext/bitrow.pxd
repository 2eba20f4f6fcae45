"""Bit rows: packed into words of 64 bits, the lowest bit first, and unpacked into bytes of 0 and 1."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifdef __AVX2__
    #include <immintrin.h>
    /* Each byte gets the byte of the row that has its bit, and keeps that bit. */
    static inline __m256i urbanist_bytes_of(uint32_t bits) {
        const __m256i place = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
        const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201);
        const __m256i kept = _mm256_and_si256(_mm256_shuffle_epi8(_mm256_set1_epi32((int)bits), place), bit);
        return _mm256_and_si256(_mm256_cmpeq_epi8(kept, bit), _mm256_set1_epi8(1));
    }
    #endif
    /* The 64 bits from a place on. */
    static inline uint64_t urbanist_bits_from(const uint64_t *bits, long i) {
        return bits[i >> 6] >> (i & 63) | bits[(i >> 6) + 1] << 1 << (63 - (i & 63));
    }
    static inline void urbanist_bits_to_bytes(const uint64_t *bits, uint8_t *out, long n, int past_cache) {
        long i = 0;
    #ifdef __AVX2__
        /* Whole lines of a cache alone: one that is written both ways is slow. */
        for (; past_cache && i < n && ((uintptr_t)(out + i) & 63); i++) out[i] = bits[i >> 6] >> (i & 63) & 1;
        for (; i + 64 <= n; i += 64) {
            const uint64_t word = urbanist_bits_from(bits, i);
            __m256i first = _mm256_setzero_si256(), second = first;
            if (word) {  /* rows are sparse */
                first = urbanist_bytes_of((uint32_t)word);
                second = urbanist_bytes_of((uint32_t)(word >> 32));
            }
            if (past_cache) {
                _mm256_stream_si256((__m256i *)(out + i), first);
                _mm256_stream_si256((__m256i *)(out + i + 32), second);
            } else {
                _mm256_storeu_si256((__m256i *)(out + i), first);
                _mm256_storeu_si256((__m256i *)(out + i + 32), second);
            }
        }
        if (n >= 32 && i < n) {  /* some bytes are written twice */
            if (n - i > 32)
                _mm256_storeu_si256((__m256i *)(out + i), urbanist_bytes_of((uint32_t)urbanist_bits_from(bits, i)));
            _mm256_storeu_si256(
                (__m256i *)(out + n - 32), urbanist_bytes_of((uint32_t)urbanist_bits_from(bits, n - 32)));
            return;
        }
    #endif
        for (; i < n; i++)
            out[i] = bits[i >> 6] >> (i & 63) & 1;
    }
    """
    # Writes the first n bits, one byte for each; `words_for` says how many words are read. Past the cache is faster for
    # what does not fit there; who writes so must call `fence` before another thread reads it.
    void bits_to_bytes "urbanist_bits_to_bytes"(
        const uint64_t* bits, uint8_t* out, long n, bint past_cache) noexcept nogil


cdef inline long words_for(long n) noexcept nogil:
    """Return the words of a row of n bits; `add_bits` may touch one more than those with its bits."""
    return (n >> 6) + 2


cdef inline void add_bits(uint64_t* bits, long at, uint64_t more) noexcept nogil:
    """Set those of the 64 bits from `at` on that are in `more`."""
    bits[at >> 6] |= more << (at & 63)
    bits[(at >> 6) + 1] |= more >> 1 >> (63 - (at & 63))
