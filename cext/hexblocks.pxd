"""Eight rows of 32 hexes at once, as a vector: the same rows as in hexrows.

A hex (q, r) is bit q of row r, with the neighbours (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and (1, -1) away. The rows
before and after a block are read too.
"""

from libc.stdint cimport uint32_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__AVX2__)
    #include <immintrin.h>
    enum { URBANIST_LANES_OF_ROWS = 8 };
    #else
    enum { URBANIST_LANES_OF_ROWS = 4 };
    #endif
    enum { URBANIST_PARTS = 8 / URBANIST_LANES_OF_ROWS };
    /* The compiler makes of it what the processor has; a load needs no alignment. */
    typedef uint32_t urbanist_slice __attribute__((vector_size(4 * URBANIST_LANES_OF_ROWS), aligned(4), may_alias));
    typedef struct { urbanist_slice part[URBANIST_PARTS]; } urbanist_block;
    #define URBANIST_BLOCK static inline __attribute__((always_inline)) urbanist_block
    #define URBANIST_EACH_PART(expression) \
        urbanist_block out; \
        for (int i = 0; i < URBANIST_PARTS; i++) out.part[i] = (expression); \
        return out
    #define URBANIST_ROWS_FROM(row) (*(const urbanist_slice *)(rows + (row) + i * URBANIST_LANES_OF_ROWS))
    #define URBANIST_HERE URBANIST_ROWS_FROM(0)
    #define URBANIST_OVER URBANIST_ROWS_FROM(-1)
    #define URBANIST_UNDER URBANIST_ROWS_FROM(1)
    URBANIST_BLOCK urbanist_block_at(const uint32_t *rows) { URBANIST_EACH_PART(URBANIST_HERE); }
    URBANIST_BLOCK urbanist_all_empty(void) { return (urbanist_block){0}; }
    URBANIST_BLOCK urbanist_both(urbanist_block a, urbanist_block b) { URBANIST_EACH_PART(a.part[i] & b.part[i]); }
    URBANIST_BLOCK urbanist_either(urbanist_block a, urbanist_block b) { URBANIST_EACH_PART(a.part[i] | b.part[i]); }
    URBANIST_BLOCK urbanist_neither(urbanist_block a, urbanist_block b) {
        URBANIST_EACH_PART(~(a.part[i] | b.part[i]));
    }
    URBANIST_BLOCK urbanist_without(urbanist_block a, urbanist_block b) { URBANIST_EACH_PART(a.part[i] & ~b.part[i]); }
    URBANIST_BLOCK urbanist_plus(urbanist_block a, urbanist_block b) { URBANIST_EACH_PART(a.part[i] + b.part[i]); }
    static inline void urbanist_put(uint32_t *rows, urbanist_block block) {
        for (int i = 0; i < URBANIST_PARTS; i++) *(urbanist_slice *)(rows + i * URBANIST_LANES_OF_ROWS) = block.part[i];
    }
    static inline int urbanist_any(urbanist_block block) {
    #if defined(__AVX2__)
        return !_mm256_testz_si256((__m256i)block.part[0], (__m256i)block.part[0]);
    #else
        uint64_t half[4];
        memcpy(half, &block, sizeof half);
        return (half[0] | half[1] | half[2] | half[3]) != 0;
    #endif
    }
    URBANIST_BLOCK urbanist_touching(const uint32_t *rows) {
        URBANIST_EACH_PART(URBANIST_HERE << 1 | URBANIST_HERE >> 1 | URBANIST_OVER | URBANIST_OVER >> 1
                           | URBANIST_UNDER | URBANIST_UNDER << 1);
    }
    URBANIST_BLOCK urbanist_enclosed(const uint32_t *rows) {
        URBANIST_EACH_PART(URBANIST_HERE << 1 & URBANIST_HERE >> 1 & URBANIST_OVER & URBANIST_OVER >> 1
                           & URBANIST_UNDER & URBANIST_UNDER << 1);
    }
    /* It counts in binary digits, of three neighbours and of three more. */
    static inline urbanist_slice urbanist_three_of(urbanist_slice west, urbanist_slice over, urbanist_slice east,
                                                  urbanist_slice under) {
        urbanist_slice ones = west ^ over ^ over >> 1, more_ones = east ^ under ^ under << 1;
        urbanist_slice twos = (west & over) | (over >> 1 & (west ^ over));
        urbanist_slice more_twos = (east & under) | (under << 1 & (east ^ under));
        return (twos & more_twos) | ((twos | more_twos) & (ones | more_ones));
    }
    URBANIST_BLOCK urbanist_touching3(const uint32_t *rows) {
        URBANIST_EACH_PART(urbanist_three_of(URBANIST_HERE << 1, URBANIST_OVER, URBANIST_HERE >> 1, URBANIST_UNDER));
    }
    static inline urbanist_slice urbanist_ends_of(urbanist_slice rows) {
        urbanist_slice upto = rows;
        for (int i = 1; i < 32; i *= 2) upto |= upto >> i;
        return ((rows & -rows) - 1) | ~upto;
    }
    URBANIST_BLOCK urbanist_ends(urbanist_block rows) { URBANIST_EACH_PART(urbanist_ends_of(rows.part[i])); }
    static inline urbanist_slice urbanist_bits_of(urbanist_slice rows) {
    #if defined(__AVX2__)
        const __m256i four = _mm256_set1_epi8(15);
        const __m256i bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                                              0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        __m256i lower = _mm256_and_si256((__m256i)rows, four);
        __m256i upper = _mm256_and_si256(_mm256_srli_epi16((__m256i)rows, 4), four);
        return (urbanist_slice)_mm256_add_epi8(_mm256_shuffle_epi8(bits, lower), _mm256_shuffle_epi8(bits, upper));
    #else
        rows -= rows >> 1 & 0x55555555;
        rows = (rows & 0x33333333) + (rows >> 2 & 0x33333333);
        return (rows + (rows >> 4)) & 0x0F0F0F0F;
    #endif
    }
    URBANIST_BLOCK urbanist_bits(urbanist_block rows) { URBANIST_EACH_PART(urbanist_bits_of(rows.part[i])); }
    static inline int urbanist_sum(urbanist_block bytes) {
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
    /* Four sets whose rows are next to each other. */
    static inline void urbanist_four_blocks(const uint32_t *rows, urbanist_block *set) {
    #if defined(__AVX2__)
        __m256i pair[4], half[4];
        for (int i = 0; i < 4; i++)
            pair[i] = _mm256_set_m128i(_mm_loadu_si128((const __m128i *)(rows + 4 * i + 16)),
                                       _mm_loadu_si128((const __m128i *)(rows + 4 * i)));
        half[0] = _mm256_unpacklo_epi32(pair[0], pair[1]), half[1] = _mm256_unpackhi_epi32(pair[0], pair[1]);
        half[2] = _mm256_unpacklo_epi32(pair[2], pair[3]), half[3] = _mm256_unpackhi_epi32(pair[2], pair[3]);
        set[0].part[0] = (urbanist_slice)_mm256_unpacklo_epi64(half[0], half[2]);
        set[1].part[0] = (urbanist_slice)_mm256_unpackhi_epi64(half[0], half[2]);
        set[2].part[0] = (urbanist_slice)_mm256_unpacklo_epi64(half[1], half[3]);
        set[3].part[0] = (urbanist_slice)_mm256_unpackhi_epi64(half[1], half[3]);
    #else
        for (int k = 0; k < 4; k++, rows++) {
            set[k].part[0] = (urbanist_slice){rows[0], rows[4], rows[8], rows[12]};
            set[k].part[1] = (urbanist_slice){rows[16], rows[20], rows[24], rows[28]};
        }
    #endif
    }
    """
    ctypedef struct Block "urbanist_block":
        pass
    Block block_at "urbanist_block_at"(const uint32_t* rows) noexcept nogil  # eight rows from the given one on
    void put "urbanist_put"(uint32_t* rows, Block block) noexcept nogil
    Block all_empty "urbanist_all_empty"() noexcept nogil
    Block both "urbanist_both"(Block one, Block other) noexcept nogil
    Block either "urbanist_either"(Block one, Block other) noexcept nogil
    Block without "urbanist_without"(Block one, Block other) noexcept nogil
    Block neither "urbanist_neither"(Block one, Block other) noexcept nogil
    bint any_of "urbanist_any"(Block block) noexcept nogil
    Block touching "urbanist_touching"(const uint32_t* rows) noexcept nogil  # hexes that touch one of the set
    Block touching3 "urbanist_touching3"(const uint32_t* rows) noexcept nogil  # hexes that touch three or more
    Block enclosed "urbanist_enclosed"(const uint32_t* rows) noexcept nogil  # hexes that touch six
    Block ends_of "urbanist_ends"(Block rows) noexcept nogil  # of each row before its first hex and after its last
    Block bits_of "urbanist_bits"(Block rows) noexcept nogil  # the number of hexes of each byte
    Block plus "urbanist_plus"(Block one, Block other) noexcept nogil  # sums of such numbers, below 256
    int sum_of "urbanist_sum"(Block bytes) noexcept nogil  # the sum of all bytes
    void four_blocks "urbanist_four_blocks"(const uint32_t* rows, Block* sets) noexcept nogil  # [row][set] -> sets
