/* Vectors of four words of 64 bits (AVX2) and of eight (AVX-512), and what the operators of C do not do with them.

   Whether a processor has AVX-512 is asked when the program starts: functions for it are marked by URBANIST_TARGET8.
   All functions give the same bits with four words and eight. */

#ifndef URBANIST_WORDS_H
#define URBANIST_WORDS_H

#include <stdlib.h>
#include <string.h>

#include "rng.h"

#if defined(__AVX2__) && defined(__BMI2__)
#define URBANIST_HAS_WORDS
#include <immintrin.h>

/* Names that end in a number of words. */
#define URBANIST_PASTE(name, lanes) name##lanes
#define URBANIST_OF(name, lanes) URBANIST_PASTE(name, lanes)
#define URBANIST_TARGET4
#define URBANIST_TARGET8 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")))
#define URBANIST_INLINE(lanes) URBANIST_OF(URBANIST_TARGET, lanes) static inline __attribute__((always_inline))

typedef uint64_t urbanist_words4 __attribute__((vector_size(32)));
typedef uint16_t urbanist_quarters4 __attribute__((vector_size(32)));
typedef urbanist_words4 urbanist_mask4;
typedef uint64_t urbanist_words8 __attribute__((vector_size(64)));
typedef uint16_t urbanist_quarters8 __attribute__((vector_size(64)));
typedef uint8_t urbanist_mask8;

/* A mask of the words that are zero. */
URBANIST_INLINE(4) urbanist_mask4 urbanist_none4(urbanist_words4 x) { return (urbanist_words4)(x == 0); }
URBANIST_INLINE(8) urbanist_mask8 urbanist_none8(urbanist_words8 x) {
    return _mm512_testn_epi64_mask((__m512i)x, (__m512i)x);
}

/* The mask as bits, one for each word. */
URBANIST_INLINE(4) uint32_t urbanist_bits4(urbanist_mask4 mask) {
    return (uint32_t)_mm256_movemask_pd((__m256d)mask);
}
URBANIST_INLINE(8) uint32_t urbanist_bits8(urbanist_mask8 mask) { return mask; }

/* The words of `one` where the mask is set, else those of `other`. */
URBANIST_INLINE(4) urbanist_words4 urbanist_pick4(urbanist_mask4 mask, urbanist_words4 one, urbanist_words4 other) {
    return (urbanist_words4)_mm256_blendv_epi8((__m256i)other, (__m256i)one, (__m256i)mask);
}
URBANIST_INLINE(8) urbanist_words8 urbanist_pick8(urbanist_mask8 mask, urbanist_words8 one, urbanist_words8 other) {
    return (urbanist_words8)_mm512_mask_blend_epi64(mask, (__m512i)other, (__m512i)one);
}

/* The words where the mask is set, else zeros. */
URBANIST_INLINE(4) urbanist_words4 urbanist_keep4(urbanist_mask4 mask, urbanist_words4 x) { return x & mask; }
URBANIST_INLINE(8) urbanist_words8 urbanist_keep8(urbanist_mask8 mask, urbanist_words8 x) {
    return (urbanist_words8)_mm512_maskz_mov_epi64(mask, (__m512i)x);
}

/* The products of the lower halves. */
URBANIST_INLINE(4) urbanist_words4 urbanist_times4(urbanist_words4 one, urbanist_words4 other) {
    return (urbanist_words4)_mm256_mul_epu32((__m256i)one, (__m256i)other);
}
URBANIST_INLINE(8) urbanist_words8 urbanist_times8(urbanist_words8 one, urbanist_words8 other) {
    return (urbanist_words8)_mm512_mul_epu32((__m512i)one, (__m512i)other);
}

/* How many bits of each word are set: two lookups of half a byte, and the sum of eight bytes. */
URBANIST_INLINE(4) urbanist_words4 urbanist_count4(urbanist_words4 x) {
    const __m256i table = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)), half = _mm256_set1_epi8(15);
    __m256i low = _mm256_shuffle_epi8(table, _mm256_and_si256((__m256i)x, half));
    __m256i high = _mm256_shuffle_epi8(table, _mm256_and_si256((__m256i)(x >> 4), half));
    return (urbanist_words4)_mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
}
URBANIST_INLINE(8) urbanist_words8 urbanist_count8(urbanist_words8 x) {
    return (urbanist_words8)_mm512_popcnt_epi64((__m512i)x);
}

/* Writes the words where the mask is set one after the other; there must be room for all words. */
URBANIST_INLINE(4) void urbanist_pack4(uint64_t *at, urbanist_mask4 mask, urbanist_words4 x) {
#define HALVES(a, b, c, d) {2 * a, 2 * a + 1, 2 * b, 2 * b + 1, 2 * c, 2 * c + 1, 2 * d, 2 * d + 1}
    static const int32_t order[16][8] = {
        HALVES(0, 0, 0, 0), HALVES(0, 0, 0, 0), HALVES(1, 0, 0, 0), HALVES(0, 1, 0, 0),
        HALVES(2, 0, 0, 0), HALVES(0, 2, 0, 0), HALVES(1, 2, 0, 0), HALVES(0, 1, 2, 0),
        HALVES(3, 0, 0, 0), HALVES(0, 3, 0, 0), HALVES(1, 3, 0, 0), HALVES(0, 1, 3, 0),
        HALVES(2, 3, 0, 0), HALVES(0, 2, 3, 0), HALVES(1, 2, 3, 0), HALVES(0, 1, 2, 3),
    };
#undef HALVES
    __m256i chosen = _mm256_loadu_si256((const __m256i *)order[urbanist_bits4(mask)]);
    _mm256_storeu_si256((__m256i *)at, _mm256_permutevar8x32_epi32((__m256i)x, chosen));
}
URBANIST_INLINE(8) void urbanist_pack8(uint64_t *at, urbanist_mask8 mask, urbanist_words8 x) {
    _mm512_storeu_si512(at, _mm512_maskz_compress_epi64(mask, (__m512i)x));
}

/* The random numbers of `rng.pxd` in vectors: the products of 64 bits are put together from four of 32 bits. */
#define URBANIST_RANDOM(lanes)                                                                                     \
    URBANIST_INLINE(lanes) urbanist_words##lanes urbanist_random##lanes(urbanist_words##lanes word) {              \
        urbanist_words##lanes other = word ^ URBANIST_RNG_MASK, word_high = word >> 32, high = other >> 32;        \
        urbanist_words##lanes low = urbanist_times##lanes(word, other);                                            \
        urbanist_words##lanes middle = urbanist_times##lanes(word, high) + (low >> 32);                            \
        urbanist_words##lanes more = urbanist_times##lanes(word_high, other) + (middle & 0xFFFFFFFF);              \
        urbanist_words##lanes above = urbanist_times##lanes(word_high, high) + (middle >> 32) + (more >> 32);      \
        return above ^ (more << 32 | (low & 0xFFFFFFFF));                                                          \
    }
URBANIST_RANDOM(4)
URBANIST_RANDOM(8)
#endif

/* The widest vectors that the processor has, in words; 0: none. As for whole modules, the environment variable
   URBANIST_ARCH names a level that is not exceeded (cext/variant.py). */
static inline int urbanist_widest(void) {
#ifdef URBANIST_HAS_WORDS
    const char *limit = getenv("URBANIST_ARCH");
    if (!limit || strncmp(limit, "x86-64", 6)) limit = "x86-64-v4";
    if (strcmp(limit, "x86-64-v4") >= 0 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512vpopcntdq"))
        return 8;
    return strcmp(limit, "x86-64-v3") >= 0 ? 4 : 0;
#else
    return 0;
#endif
}

#endif
