"""Rows of float numbers as smaller ones: halves of 16 bits (IEEE 754) and bytes."""

from libc.stdint cimport uint8_t, uint16_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #ifdef __F16C__
    #include <immintrin.h>
    #endif
    /* Rounds to the nearest half, ties to even; what is too large becomes infinite. */
    static inline uint16_t urbanist_half(float number) {
        uint32_t bits, rest, kept;
        memcpy(&bits, &number, 4);
        const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
        bits &= 0x7FFFFFFF;
        if (bits > 0x7F800000)
            return sign | 0x7E00;
        if (bits >= 0x477FF000)
            return sign | 0x7C00;
        if (bits < 0x33000001)
            return sign;
        if (bits < 0x38800000) {  /* subnormal: shifted by the missing part of the exponent */
            const int shift = 126 - (int)(bits >> 23);
            bits = (bits & 0x7FFFFF) | 0x800000;
            kept = bits >> shift;
            rest = bits & ((1u << shift) - 1);
            return sign | (uint16_t)(kept + (rest > 1u << (shift - 1) || (rest == 1u << (shift - 1) && (kept & 1))));
        }
        return sign | (uint16_t)((bits - 0x38000000 + 0xFFF + (bits >> 13 & 1)) >> 13);
    }
    static inline void urbanist_narrow_to_halves(const float *from, uint16_t *to, long n) {
        long i = 0;
    #ifdef __F16C__
        for (; i + 8 <= n; i += 8)
            _mm_storeu_si128(
                (__m128i *)(to + i), _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
    #endif
        for (; i < n; i++)
            to[i] = urbanist_half(from[i]);
    }
    /* Whole numbers are compared, because compilers vectorize that: floats may be no numbers. */
    static inline uint8_t urbanist_byte(float number) {
        int whole = (int)(number + 0.5f);
        whole = whole > 0 ? whole : 0;
        return (uint8_t)(whole < 255 ? whole : 255);
    }
    static inline void urbanist_narrow_to_bytes(const float *restrict from, uint8_t *restrict to, long n) {
        for (long i = 0; i < n; i++)
            to[i] = urbanist_byte(from[i]);
    }
    """
    # Returns a number as a half, and as the nearest whole one from 0 to 255.
    uint16_t half_of "urbanist_half"(float number) noexcept nogil
    uint8_t byte_of "urbanist_byte"(float number) noexcept nogil
    # Writes n numbers as halves.
    void narrow_to_halves "urbanist_narrow_to_halves"(const float* source, uint16_t* out, long n) noexcept nogil
    # Writes n numbers as the nearest whole ones from 0 to 255.
    void narrow_to_bytes "urbanist_narrow_to_bytes"(const float* source, uint8_t* out, long n) noexcept nogil
