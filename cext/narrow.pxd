"""Conversions of rows of numbers: float32 to float16 (IEEE 754) or uint8, and int8 to each of the three."""

from libc.stdint cimport int8_t, uint8_t, uint16_t

cdef enum Form:
    FLOATS = 4  # the bytes of a number
    HALVES = 2
    BYTES = 1


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__AVX2__) || defined(__F16C__)
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
    #ifdef __AVX2__
    static inline __m256 urbanist_eight_floats(const int8_t *from) {
        return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)from)));
    }
    #endif
    static inline void urbanist_small_to_floats(
        const int8_t *restrict from, float *restrict to, long n, float low, float factor, int past_cache) {
        long i = 0;
    #ifdef __AVX2__
        if (past_cache && ((uintptr_t)to & 3) == 0) {
            const __m256 less = _mm256_set1_ps(low), times = _mm256_set1_ps(factor);
            /* Whole lines of a cache alone: one that is written both ways is slow. */
            for (; i < n && ((uintptr_t)(to + i) & 63); i++) to[i] = ((float)from[i] - low) * factor;
            if (low == 0 && factor == 1)
                for (; i + 16 <= n; i += 16) {
                    _mm256_stream_ps(to + i, urbanist_eight_floats(from + i));
                    _mm256_stream_ps(to + i + 8, urbanist_eight_floats(from + i + 8));
                }
            for (; i + 16 <= n; i += 16)
                for (int j = 0; j < 16; j += 8)
                    _mm256_stream_ps(
                        to + i + j, _mm256_mul_ps(_mm256_sub_ps(urbanist_eight_floats(from + i + j), less), times));
        }
    #endif
        if (low == 0 && factor == 1)
            for (; i < n; i++) to[i] = (float)from[i];
        for (; i < n; i++) to[i] = ((float)from[i] - low) * factor;
    }
    static inline void urbanist_small_to_halves(
        const int8_t *restrict from, uint16_t *restrict to, long n, float low, float factor) {
        const uint16_t nothing = urbanist_half((0 - low) * factor);
        for (long i = 0; i < n; i += 64) {
            float few[64];
            const long count = n - i < 64 ? n - i : 64;
            int some = 0;
            for (long j = 0; j < count; j++) some |= from[i + j];
            if (!some) {  /* most numbers of a plane are zeros */
                for (long j = 0; j < count; j++) to[i + j] = nothing;
                continue;
            }
            for (long j = 0; j < count; j++) few[j] = ((float)from[i + j] - low) * factor;
            urbanist_narrow_to_halves(few, to + i, count);
        }
    }
    static inline void urbanist_small_to_bytes(
        const int8_t *restrict from, uint8_t *restrict to, long n, float low, float factor) {
        long i = 0;
    #ifdef __AVX2__
        /* Most numbers are from 0 to 15, and are looked up 32 at a time. */
        uint8_t bytes[16];
        for (int j = 0; j < 16; j++) bytes[j] = urbanist_byte(((float)j - low) * factor);
        const __m256i table = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
        while (n >= 32 && i < n) {
            const long at = i + 32 <= n ? i : n - 32; /* the last ones are written twice */
            const __m256i numbers = _mm256_loadu_si256((const __m256i *)(from + at));
            if (_mm256_testz_si256(numbers, _mm256_set1_epi8((char)0xF0)))
                _mm256_storeu_si256((__m256i *)(to + at), _mm256_shuffle_epi8(table, numbers));
            else
                for (long j = at; j < at + 32; j++) to[j] = urbanist_byte(((float)from[j] - low) * factor);
            i = at + 32;
        }
    #endif
        for (; i < n; i++) to[i] = urbanist_byte(((float)from[i] - low) * factor);
    }
    """
    # Writes n numbers as halves.
    void narrow_to_halves "urbanist_narrow_to_halves"(const float* source, uint16_t* out, long n) noexcept nogil
    # Writes n numbers as the nearest whole ones from 0 to 255.
    void narrow_to_bytes "urbanist_narrow_to_bytes"(const float* source, uint8_t* out, long n) noexcept nogil
    # Write n small whole numbers in each form, less `low` and then multiplied by `factor`. Past the cache is faster for
    # what does not fit there; who writes so must call `fence` before another thread reads it.
    void small_to_floats "urbanist_small_to_floats"(
        const int8_t* source, float* out, long n, float low, float factor, bint past_cache) noexcept nogil
    void small_to_halves "urbanist_small_to_halves"(
        const int8_t* source, uint16_t* out, long n, float low, float factor) noexcept nogil
    void small_to_bytes "urbanist_small_to_bytes"(
        const int8_t* source, uint8_t* out, long n, float low, float factor) noexcept nogil
