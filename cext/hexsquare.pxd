"""Sets of hexes in a square of 16 lines of 16 hexes, as a vector.

A hex (q, r) is bit q of line r, with the neighbours (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and (1, -1) away. A hex
beyond the square is in no set.
"""

from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__AVX2__)
    #include <immintrin.h>
    enum { URBANIST_LANES_OF_LINES = 16 };
    #else
    enum { URBANIST_LANES_OF_LINES = 8 };
    #endif
    enum { URBANIST_LINES_OF_SQUARE = 16, URBANIST_PARTS = 16 / URBANIST_LANES_OF_LINES };
    /* The compiler makes of it what the processor has. */
    typedef uint16_t urbanist_slice __attribute__((vector_size(2 * URBANIST_LANES_OF_LINES), may_alias));
    typedef struct { urbanist_slice part[URBANIST_PARTS]; } urbanist_square;
    #define URBANIST_SQUARE static inline __attribute__((always_inline)) urbanist_square
    #define URBANIST_EACH_PART(expression) \
        urbanist_square out; \
        for (int i = 0; i < URBANIST_PARTS; i++) out.part[i] = (expression); \
        return out
    URBANIST_SQUARE urbanist_nothing(void) { return (urbanist_square){0}; }
    URBANIST_SQUARE urbanist_both(urbanist_square a, urbanist_square b) { URBANIST_EACH_PART(a.part[i] & b.part[i]); }
    URBANIST_SQUARE urbanist_either(urbanist_square a, urbanist_square b) {
        URBANIST_EACH_PART(a.part[i] | b.part[i]);
    }
    URBANIST_SQUARE urbanist_without(urbanist_square a, urbanist_square b) {
        URBANIST_EACH_PART(a.part[i] & ~b.part[i]);
    }
    URBANIST_SQUARE urbanist_others(urbanist_square a) { URBANIST_EACH_PART(~a.part[i]); }
    URBANIST_SQUARE urbanist_plus(urbanist_square a, urbanist_square b) { URBANIST_EACH_PART(a.part[i] + b.part[i]); }
    static inline int urbanist_any(urbanist_square a) {
    #if defined(__AVX2__)
        return !_mm256_testz_si256((__m256i)a.part[0], (__m256i)a.part[0]);
    #else
        uint64_t words[4];
        memcpy(words, &a, sizeof words);
        return (words[0] | words[1] | words[2] | words[3]) != 0;
    #endif
    }
    /* The line before each line, and the one after it. */
    URBANIST_SQUARE urbanist_over(urbanist_square a) {
    #if defined(__AVX2__)
        __m256i lines = (__m256i)a.part[0];
        return (urbanist_square){
            {(urbanist_slice)_mm256_alignr_epi8(lines, _mm256_permute2x128_si256(lines, lines, 0x08), 14)}};
    #else
        uint16_t line[17] = {0};
        memcpy(line + 1, &a, sizeof a);
        memcpy(&a, line, sizeof a);
        return a;
    #endif
    }
    URBANIST_SQUARE urbanist_under(urbanist_square a) {
    #if defined(__AVX2__)
        __m256i lines = (__m256i)a.part[0];
        return (urbanist_square){
            {(urbanist_slice)_mm256_alignr_epi8(_mm256_permute2x128_si256(lines, lines, 0x81), lines, 2)}};
    #else
        uint16_t line[17] = {0};
        memcpy(line, &a, sizeof a);
        memcpy(&a, line + 1, sizeof a);
        return a;
    #endif
    }
    URBANIST_SQUARE urbanist_touching(urbanist_square a) {
        urbanist_square over = urbanist_over(a), under = urbanist_under(a);
        URBANIST_EACH_PART(a.part[i] << 1 | a.part[i] >> 1 | over.part[i] | over.part[i] >> 1 | under.part[i]
                           | under.part[i] << 1);
    }
    URBANIST_SQUARE urbanist_enclosed(urbanist_square a) {
        urbanist_square over = urbanist_over(a), under = urbanist_under(a);
        URBANIST_EACH_PART(a.part[i] << 1 & a.part[i] >> 1 & over.part[i] & over.part[i] >> 1 & under.part[i]
                           & under.part[i] << 1);
    }
    /* It counts in binary digits, three neighbours and three more. */
    static inline __attribute__((always_inline)) urbanist_slice urbanist_four_of(
        urbanist_slice west, urbanist_slice over, urbanist_slice east, urbanist_slice under) {
        urbanist_slice ones = west ^ over ^ over >> 1, more_ones = east ^ under ^ under << 1;
        urbanist_slice twos = (west & over) | (over >> 1 & (west ^ over));
        urbanist_slice more_twos = (east & under) | (under << 1 & (east ^ under));
        return (twos & more_twos) | (ones & more_ones & (twos | more_twos));
    }
    URBANIST_SQUARE urbanist_touching4(urbanist_square a) {
        urbanist_square over = urbanist_over(a), under = urbanist_under(a);
        URBANIST_EACH_PART(urbanist_four_of(a.part[i] << 1, over.part[i], a.part[i] >> 1, under.part[i]));
    }
    static inline __attribute__((always_inline)) urbanist_slice urbanist_ends_of(urbanist_slice lines) {
        urbanist_slice upto = lines;
        for (int i = 1; i < 16; i *= 2) upto |= upto >> i;
        return ((lines & -lines) - 1) | ~upto;
    }
    URBANIST_SQUARE urbanist_ends(urbanist_square a) { URBANIST_EACH_PART(urbanist_ends_of(a.part[i])); }
    /* Hexes of the first and the last line. */
    URBANIST_SQUARE urbanist_brim(void) {
        static const uint16_t line[URBANIST_LINES_OF_SQUARE] = {[0] = 0xFFFF, [15] = 0xFFFF};
        urbanist_square out;
        memcpy(&out, line, sizeof out);
        return out;
    }
    /* The first hex of a set that has one. */
    URBANIST_SQUARE urbanist_first(urbanist_square a) {
        static const uint16_t line[2 * URBANIST_LINES_OF_SQUARE - 1] = {[15] = 0xFFFF};
        urbanist_square only;
        int at = 0;
    #if defined(__AVX2__)
        __m256i empty = _mm256_cmpeq_epi16((__m256i)a.part[0], _mm256_setzero_si256());
        at = __builtin_ctz(~(unsigned)_mm256_movemask_epi8(empty)) / 2;
    #else
        uint16_t lines[URBANIST_LINES_OF_SQUARE];
        memcpy(lines, &a, sizeof a);
        while (!lines[at]) at++;
    #endif
        memcpy(&only, line + 15 - at, sizeof only);
        URBANIST_EACH_PART(only.part[i] & a.part[i] & -a.part[i]);
    }
    static inline __attribute__((always_inline)) urbanist_slice urbanist_bits_of(urbanist_slice lines) {
    #if defined(__AVX2__)
        const __m256i four = _mm256_set1_epi8(15);
        const __m256i bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                              0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        __m256i lower = _mm256_and_si256((__m256i)lines, four);
        __m256i upper = _mm256_and_si256(_mm256_srli_epi16((__m256i)lines, 4), four);
        return (urbanist_slice)_mm256_add_epi8(_mm256_shuffle_epi8(bits, lower), _mm256_shuffle_epi8(bits, upper));
    #else
        lines -= lines >> 1 & 0x5555;
        lines = (lines & 0x3333) + (lines >> 2 & 0x3333);
        return (lines + (lines >> 4)) & 0x0F0F;
    #endif
    }
    URBANIST_SQUARE urbanist_bits(urbanist_square a) { URBANIST_EACH_PART(urbanist_bits_of(a.part[i])); }
    static inline int urbanist_sum(urbanist_square bytes) {
    #if defined(__AVX2__)
        __m256i sums = _mm256_sad_epu8((__m256i)bytes.part[0], _mm256_setzero_si256());
        __m128i two = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        return (int)(_mm_cvtsi128_si64(two) + _mm_extract_epi64(two, 1));
    #else
        uint8_t byte[32];
        int sum = 0;
        memcpy(byte, &bytes, sizeof byte);
        for (int i = 0; i < 32; i++) sum += byte[i];
        return sum;
    #endif
    }
    /* Sixteen of some rows of 32 hexes, from a column on; what is east of the square must be empty. */
    URBANIST_SQUARE urbanist_cut(const uint32_t *rows, int west) {
    #if defined(__AVX2__)
        __m128i shift = _mm_cvtsi32_si128(west);
        __m256i north = _mm256_srl_epi32(_mm256_loadu_si256((const __m256i *)rows), shift);
        __m256i south = _mm256_srl_epi32(_mm256_loadu_si256((const __m256i *)(rows + 8)), shift);
        return (urbanist_square){
            {(urbanist_slice)_mm256_permute4x64_epi64(_mm256_packus_epi32(north, south), 0xD8)}};
    #else
        uint16_t line[URBANIST_LINES_OF_SQUARE];
        urbanist_square out;
        for (int r = 0; r < URBANIST_LINES_OF_SQUARE; r++) line[r] = (uint16_t)(rows[r] >> west);
        memcpy(&out, line, sizeof out);
        return out;
    #endif
    }
    /* The same of four sets whose rows are next to each other. */
    static inline void urbanist_cut_four(const uint32_t *rows, int west, urbanist_square *set) {
    #if defined(__AVX2__)
        __m128i shift = _mm_cvtsi32_si128(west);
        __m256i row[8], two[4], four[4];
        for (int i = 0; i < 8; i++) /* lines i and i + 8 */
            row[i] = _mm256_srl_epi32(_mm256_set_m128i(_mm_loadu_si128((const __m128i *)(rows + 4 * i + 32)),
                                                       _mm_loadu_si128((const __m128i *)(rows + 4 * i))), shift);
        for (int i = 0; i < 4; i++) two[i] = _mm256_packus_epi32(row[i], row[i + 4]);
        for (int i = 0; i < 2; i++) {
            four[i] = _mm256_unpacklo_epi16(two[2 * i], two[2 * i + 1]);
            four[i + 2] = _mm256_unpackhi_epi16(two[2 * i], two[2 * i + 1]);
        }
        for (int i = 0; i < 2; i++) {
            two[2 * i] = _mm256_unpacklo_epi32(four[2 * i], four[2 * i + 1]);
            two[2 * i + 1] = _mm256_unpackhi_epi32(four[2 * i], four[2 * i + 1]);
        }
        set[0].part[0] = (urbanist_slice)_mm256_unpacklo_epi64(two[0], two[2]);
        set[1].part[0] = (urbanist_slice)_mm256_unpackhi_epi64(two[0], two[2]);
        set[2].part[0] = (urbanist_slice)_mm256_unpacklo_epi64(two[1], two[3]);
        set[3].part[0] = (urbanist_slice)_mm256_unpackhi_epi64(two[1], two[3]);
    #else
        uint16_t line[URBANIST_LINES_OF_SQUARE];
        for (int k = 0; k < 4; k++) {
            for (int r = 0; r < URBANIST_LINES_OF_SQUARE; r++) line[r] = (uint16_t)(rows[4 * r + k] >> west);
            memcpy(set + k, line, sizeof *set);
        }
    #endif
    }
    """
    ctypedef struct Square "urbanist_square":
        pass
    Square nothing "urbanist_nothing"() noexcept nogil
    Square both "urbanist_both"(Square one, Square other) noexcept nogil
    Square either "urbanist_either"(Square one, Square other) noexcept nogil
    Square without "urbanist_without"(Square one, Square other) noexcept nogil
    Square others "urbanist_others"(Square set) noexcept nogil  # all hexes that are not in it
    bint any_of "urbanist_any"(Square set) noexcept nogil
    Square touching "urbanist_touching"(Square set) noexcept nogil  # hexes that touch one of the set
    Square touching4 "urbanist_touching4"(Square set) noexcept nogil  # hexes that touch four or more
    Square enclosed "urbanist_enclosed"(Square set) noexcept nogil  # hexes that touch six
    Square ends_of "urbanist_ends"(Square set) noexcept nogil  # of each line before its first hex and after its last
    Square brim "urbanist_brim"() noexcept nogil  # all of the first and the last line
    Square first_of "urbanist_first"(Square set) noexcept nogil  # the first hex of a set that is not empty
    Square bits_of "urbanist_bits"(Square set) noexcept nogil  # the number of hexes of each byte
    Square plus "urbanist_plus"(Square one, Square other) noexcept nogil  # sums of such numbers, below 256
    int sum_of "urbanist_sum"(Square bytes) noexcept nogil  # the sum of all bytes
    # The square of 16 lines from a row and a column on, out of a set of rows of 32 hexes or out of four such sets that
    # lie row by row. The sets must be empty east of the square.
    Square cut "urbanist_cut"(const uint32_t* rows, int west) noexcept nogil
    void cut_four "urbanist_cut_four"(const uint32_t* rows, int west, Square* sets) noexcept nogil

cdef enum:
    SIDE = 16  # lines, and hexes of a line


cdef inline Square grown(Square seed, Square among) noexcept nogil:
    """Return the flood fill of `among` from a seed in it."""
    cdef Square found = seed
    cdef Square more = without(both(touching(found), among), found)
    while any_of(more):
        found = either(found, more)
        more = without(both(touching(found), among), found)
    return found
