/* What hexrows.pxd does with eight rows at once: a piece is laid, and an open triangle is drawn. */

#ifndef URBANIST_HEXROWS_H
#define URBANIST_HEXROWS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rng.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

enum { URBANIST_ROWS = 32, URBANIST_RIM = 2, URBANIST_ROOM = 40, URBANIST_HIGHEST = 3, URBANIST_MAX_OPEN = 255 };

typedef struct {
    uint32_t level[URBANIST_HIGHEST + 1][URBANIST_ROOM];
    uint64_t open[URBANIST_ROOM];
    uint8_t count[URBANIST_ROOM];
} urbanist_rows;

/* What a piece changes, in the rows from two above it on. Triangles are given by their marks, DOWN and UP: those that
   share a hex with it (the piece itself is none of them), and those that only touch it. `covered` has the first and the
   piece, as words of `open`. */
typedef struct {
    uint32_t piece[8], sharing[2][8], touching[2][8];
    uint64_t covered[4];
} urbanist_reach;

/* By the bit of the mark in a word of `open`. The bits are written for column 3; what is west of the rows is cut off. */
#define URBANIST_BITS(bits, column) (uint32_t)((uint64_t)(bits) << (column) >> 3)
#define URBANIST_LINES(column, a, b, c, d, e)                                                               \
    {URBANIST_BITS(a, column), URBANIST_BITS(b, column), URBANIST_BITS(c, column), URBANIST_BITS(d, column), \
     URBANIST_BITS(e, column), 0, 0, 0}
#define URBANIST_PAIR(column, down, up) (URBANIST_BITS(down, column) | (uint64_t)URBANIST_BITS(up, column) << 32)
#define URBANIST_DOWN(column)                                                                                 \
    {URBANIST_LINES(column, 0, 0, 24, 8, 0),                                                                  \
     {URBANIST_LINES(column, 0, 24, 20, 12, 0), URBANIST_LINES(column, 0, 28, 12, 4, 0)},                     \
     {URBANIST_LINES(column, 56, 36, 34, 18, 14), URBANIST_LINES(column, 60, 34, 18, 10, 6)},                 \
     {0, URBANIST_PAIR(column, 24, 28), URBANIST_PAIR(column, 28, 12), URBANIST_PAIR(column, 12, 4)}}
#define URBANIST_UP(column)                                                                                   \
    {URBANIST_LINES(column, 0, 0, 16, 24, 0),                                                                 \
     {URBANIST_LINES(column, 0, 16, 24, 28, 0), URBANIST_LINES(column, 0, 24, 20, 12, 0)},                    \
     {URBANIST_LINES(column, 48, 40, 36, 34, 30), URBANIST_LINES(column, 56, 36, 34, 18, 14)},                \
     {0, URBANIST_PAIR(column, 16, 24), URBANIST_PAIR(column, 24, 28), URBANIST_PAIR(column, 28, 12)}}
#define URBANIST_EIGHT(of, column)                                                                            \
    of(column), of(column + 1), of(column + 2), of(column + 3), of(column + 4), of(column + 5), of(column + 6), \
        of(column + 7)
#define URBANIST_EACH_COLUMN(of)                                                                              \
    URBANIST_EIGHT(of, 0), URBANIST_EIGHT(of, 8), URBANIST_EIGHT(of, 16), URBANIST_EIGHT(of, 24)
static const urbanist_reach URBANIST_REACH[2 * URBANIST_ROWS] = {URBANIST_EACH_COLUMN(URBANIST_DOWN),
                                                                 URBANIST_EACH_COLUMN(URBANIST_UP)};

#if defined(__AVX2__)
#define URBANIST_LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
#define URBANIST_STORE(at, rows) _mm256_storeu_si256((__m256i *)(at), rows)
#define URBANIST_EAST(rows) _mm256_srli_epi32(rows, 1)
/* Writes the open triangles of five rows, given what the piece covers; returns nothing. */
static inline void urbanist_open(urbanist_rows *rows, size_t window, const urbanist_reach *reach, __m256i even,
                                 __m256i built) {
    const __m256i south = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7);
    __m256i even_s = _mm256_permutevar8x32_epi32(even, south), built_s = _mm256_permutevar8x32_epi32(built, south);
    __m256i both = _mm256_and_si256(URBANIST_EAST(even), even_s);
    __m256i either = _mm256_or_si256(URBANIST_EAST(built), built_s);
    __m256i high_down = _mm256_and_si256(_mm256_and_si256(both, even), URBANIST_LOAD(reach->sharing[0]));
    __m256i high_up = _mm256_and_si256(_mm256_and_si256(both, URBANIST_EAST(even_s)), URBANIST_LOAD(reach->sharing[1]));
    __m256i down = _mm256_or_si256(
        high_down, _mm256_andnot_si256(_mm256_or_si256(either, built), URBANIST_LOAD(reach->touching[0])));
    __m256i up = _mm256_or_si256(
        high_up, _mm256_andnot_si256(_mm256_or_si256(either, URBANIST_EAST(built_s)), URBANIST_LOAD(reach->touching[1])));
    __m256i one = _mm256_unpacklo_epi32(down, up), other = _mm256_unpackhi_epi32(down, up);
    __m256i open = _mm256_andnot_si256(URBANIST_LOAD(reach->covered), URBANIST_LOAD(rows->open + window));
    URBANIST_STORE(rows->open + window, _mm256_or_si256(open, _mm256_permute2x128_si256(one, other, 0x20)));
    rows->open[window + 4] |= (uint64_t)_mm_cvtsi128_si64(_mm256_extracti128_si256(one, 1));
}
#endif

static inline void urbanist_lay(urbanist_rows *rows, size_t height, size_t row, size_t mark) {
    const urbanist_reach *reach = &URBANIST_REACH[mark];
    size_t window = row + URBANIST_RIM - 2;
#if defined(__AVX2__)
    __m256i top = _mm256_or_si256(URBANIST_LOAD(rows->level[height] + window), URBANIST_LOAD(reach->piece));
    URBANIST_STORE(rows->level[height] + window, top);
    urbanist_open(rows, window, reach, _mm256_andnot_si256(URBANIST_LOAD(rows->level[height + 1] + window), top),
                  height ? URBANIST_LOAD(rows->level[0] + window) : top);
#else
    uint32_t even[6], built[6];
    for (size_t i = 0; i < 6; i++) {
        rows->level[height][window + i] |= reach->piece[i];
        even[i] = rows->level[height][window + i] & ~rows->level[height + 1][window + i];
        built[i] = rows->level[0][window + i];
    }
    for (size_t i = 0; i < 5; i++) {
        uint32_t both = even[i] >> 1 & even[i + 1], either = built[i] >> 1 | built[i + 1];
        uint32_t down = (both & even[i] & reach->sharing[0][i]) | (~(either | built[i]) & reach->touching[0][i]);
        uint32_t high = (both & even[i + 1] >> 1 & reach->sharing[1][i])
                        | (~(either | built[i + 1] >> 1) & reach->touching[1][i]);
        uint64_t covered = i < 4 ? reach->covered[i] : 0;
        rows->open[window + i] = (rows->open[window + i] & ~covered) | down | (uint64_t)high << 32;
    }
#endif
    /* Without `volatile` gcc puts the bytes together before it writes them, which takes longer. */
    volatile uint8_t *count = rows->count + window;
    for (size_t i = 0; i < 5; i++) count[i] = (uint8_t)__builtin_popcountll(rows->open[window + i]);
}

/* The number of open triangles; it may be too large for what follows. */
static inline uint32_t urbanist_count_open(const urbanist_rows *rows) {
    uint32_t all = 0;
    for (int i = 0; i < URBANIST_ROWS; i++) all += rows->count[URBANIST_RIM + i];
    return all;
}

/* Draws an open triangle with a part of `bits`: writes its row, and returns its place among those of the row. There
   must be one; returns -1 if there are more than can be counted. */
static inline int urbanist_draw(const urbanist_rows *rows, uint64_t *bits, size_t *row) {
#if defined(__AVX2__)
    /* Each byte: how many there are in all rows up to its own. */
    const __m256i eighth = _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7,
                                            -1, -1, -1, -1, -1, -1, -1, -1, 7, 7, 7, 7, 7, 7, 7, 7);
    uint8_t until[1 + URBANIST_ROWS];
    __m256i sums = URBANIST_LOAD(rows->count + URBANIST_RIM);
    sums = _mm256_adds_epu8(sums, _mm256_slli_epi64(sums, 8));
    sums = _mm256_adds_epu8(sums, _mm256_slli_epi64(sums, 16));
    sums = _mm256_adds_epu8(sums, _mm256_slli_epi64(sums, 32));
    sums = _mm256_adds_epu8(sums, _mm256_shuffle_epi8(sums, eighth));
    __m256i half = _mm256_permute2x128_si256(sums, sums, 0x08);
    sums = _mm256_adds_epu8(sums, _mm256_shuffle_epi8(half, _mm256_set1_epi8(15)));
    uint32_t all = (uint8_t)_mm256_extract_epi8(sums, 31);
    if (all == URBANIST_MAX_OPEN && urbanist_count_open(rows) > URBANIST_MAX_OPEN) return -1;
    uint32_t k = urbanist_part(bits, all);
    __m256i more = _mm256_set1_epi8((char)(k + 1));
    until[0] = 0;
    URBANIST_STORE(until + 1, sums);
    *row = (size_t)__builtin_ctz((unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_max_epu8(sums, more), sums)));
    return (int)(k - until[*row]);
#else
    uint32_t all = urbanist_count_open(rows);
    if (all > URBANIST_MAX_OPEN) return -1;
    uint32_t k = urbanist_part(bits, all);
    for (*row = 0; k >= rows->count[URBANIST_RIM + *row]; ++*row) k -= rows->count[URBANIST_RIM + *row];
    return (int)k;
#endif
}

/* Eight rows of which the bits `cover` are replaced by those of `bytes`; both are moved east. */
static inline void urbanist_replace_rows(uint32_t *at, const uint8_t *cover, const uint8_t *bytes, size_t east) {
#if defined(__AVX2__)
    __m128i shift = _mm_cvtsi32_si128((int)east);
    __m256i covered = _mm256_sll_epi32(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)cover)), shift);
    __m256i bits = _mm256_sll_epi32(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)bytes)), shift);
    URBANIST_STORE(at, _mm256_or_si256(_mm256_andnot_si256(covered, URBANIST_LOAD(at)), bits));
#else
    for (int i = 0; i < 8; i++) at[i] = (at[i] & ~((uint32_t)cover[i] << east)) | (uint32_t)bytes[i] << east;
#endif
}

/* Adds the bits of `bytes` to eight rows, moved east. */
static inline void urbanist_add_rows(uint32_t *at, const uint8_t *bytes, size_t east) {
#if defined(__AVX2__)
    __m256i bits = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)bytes));
    URBANIST_STORE(at, _mm256_or_si256(URBANIST_LOAD(at), _mm256_sll_epi32(bits, _mm_cvtsi32_si128((int)east))));
#else
    for (int i = 0; i < 8; i++) at[i] |= (uint32_t)bytes[i] << east;
#endif
}

#endif
