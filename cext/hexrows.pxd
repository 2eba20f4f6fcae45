"""Pieces of three hexes on 32 rows of 32 hexes, and a random place where one more fits.

A hex (q, r) is bit q of row r. Its neighbours clockwise from east are (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and
(1, -1) away. A *triangle* is three hexes that touch each other, in two rows. `DOWN` has two hexes in its upper row,
`UP` has one. Its mark is in the upper row, in the column of its westernmost hex.

A piece changes its triangle and the nine hexes around it. So a window of eight rows is read, changed and written at
once, and no branch depends on the place: in random games a processor cannot predict it.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport first, last, nth
from urbanist.cext.rng cimport rng_part

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__AVX2__)
    #include <immintrin.h>
    #endif
    enum { URBANIST_ROWS = 32, URBANIST_RIM = 8, URBANIST_ROOM = 48 };
    typedef struct {
        uint32_t low[URBANIST_ROOM], high[URBANIST_ROOM], near[URBANIST_ROOM], whole[2][URBANIST_ROOM];
        uint64_t open[URBANIST_ROOM];
        uint8_t count[URBANIST_ROOM];
    } urbanist_rows;
    /* For column 1, in the rows from two above a triangle on: its hexes, and those with all that touch them. */
    static const uint32_t URBANIST_PIECE[2][8] = {{0, 0, 6, 2, 0, 0, 0, 0}, {0, 0, 4, 6, 0, 0, 0, 0}};
    static const uint32_t URBANIST_NEAR[2][8] = {{0, 14, 15, 7, 3, 0, 0, 0}, {0, 12, 14, 15, 7, 0, 0, 0}};
    static const uint32_t URBANIST_MARK[2][2][8] = {{{0, 0, 2, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0}},
                                                    {{0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 2, 0, 0, 0, 0, 0}}};
    static inline void urbanist_recount(urbanist_rows *rows, size_t window) {
        for (size_t i = window; i < window + 6; i++) rows->count[i] = (uint8_t)__builtin_popcountll(rows->open[i]);
    }
    #if defined(__AVX2__)
    #define URBANIST_LOAD(at) _mm256_loadu_si256((const __m256i *)(at))
    #define URBANIST_STORE(at, rows) _mm256_storeu_si256((__m256i *)(at), rows)
    #define URBANIST_OR _mm256_or_si256
    #define URBANIST_XOR _mm256_xor_si256
    #define URBANIST_EAST(rows) _mm256_srli_epi32(rows, 1)
    /* Finds the open triangles of six rows again, given eight rows of each set. */
    static inline void urbanist_reopen(urbanist_rows *rows, size_t window, __m256i low, __m256i high, __m256i near,
                                       __m256i down, __m256i up) {
        const __m256i south = _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 7);
        __m256i low_e = URBANIST_EAST(low), high_e = URBANIST_EAST(high);
        __m256i low_s = _mm256_permutevar8x32_epi32(low, south), high_s = _mm256_permutevar8x32_epi32(high, south);
        __m256i near_s = _mm256_permutevar8x32_epi32(near, south);
        __m256i near_both = URBANIST_OR(URBANIST_EAST(near), near_s);
        __m256i uneven_down = URBANIST_OR(URBANIST_OR(URBANIST_XOR(low, low_e), URBANIST_XOR(low, low_s)),
                                          URBANIST_OR(URBANIST_XOR(high, high_e), URBANIST_XOR(high, high_s)));
        __m256i uneven_up = URBANIST_OR(
            URBANIST_OR(URBANIST_XOR(low_e, low_s), URBANIST_XOR(low_e, URBANIST_EAST(low_s))),
            URBANIST_OR(URBANIST_XOR(high_e, high_s), URBANIST_XOR(high_e, URBANIST_EAST(high_s))));
        down = _mm256_andnot_si256(URBANIST_OR(uneven_down, down), URBANIST_OR(near, near_both));
        up = _mm256_andnot_si256(URBANIST_OR(uneven_up, up), URBANIST_OR(near_both, URBANIST_EAST(near_s)));
        __m256i one = _mm256_unpacklo_epi32(down, up), other = _mm256_unpackhi_epi32(down, up);
        __m256i first = _mm256_permute2x128_si256(one, other, 0x20);
        __m256i last = _mm256_permute2x128_si256(one, other, 0x31);
        URBANIST_STORE(rows->open + window, first);
        _mm_storeu_si128((__m128i *)(rows->open + window + 4), _mm256_castsi256_si128(last));
        urbanist_recount(rows, window);
    }
    static inline void urbanist_lay(urbanist_rows *rows, size_t up, size_t row, int column) {
        size_t window = row + URBANIST_RIM - 2;
        __m128i shift = _mm_cvtsi32_si128(column - 1);
        __m256i piece = _mm256_sll_epi32(URBANIST_LOAD(URBANIST_PIECE[up]), shift);
        __m256i low = URBANIST_LOAD(rows->low + window), high = URBANIST_LOAD(rows->high + window);
        __m256i near = URBANIST_OR(URBANIST_LOAD(rows->near + window),
                                   _mm256_sll_epi32(URBANIST_LOAD(URBANIST_NEAR[up]), shift));
        __m256i down_whole = URBANIST_OR(_mm256_andnot_si256(piece, URBANIST_LOAD(rows->whole[0] + window)),
                                         _mm256_sll_epi32(URBANIST_LOAD(URBANIST_MARK[up][0]), shift));
        __m256i up_whole = URBANIST_OR(
            _mm256_andnot_si256(URBANIST_EAST(piece), URBANIST_LOAD(rows->whole[1] + window)),
            _mm256_sll_epi32(URBANIST_LOAD(URBANIST_MARK[up][1]), shift));
        high = URBANIST_XOR(high, _mm256_and_si256(low, piece));
        low = URBANIST_XOR(low, piece);
        URBANIST_STORE(rows->low + window, low);
        URBANIST_STORE(rows->high + window, high);
        URBANIST_STORE(rows->near + window, near);
        URBANIST_STORE(rows->whole[0] + window, down_whole);
        URBANIST_STORE(rows->whole[1] + window, up_whole);
        urbanist_reopen(rows, window, low, high, near, down_whole, up_whole);
    }
    static inline void urbanist_reopen_at(urbanist_rows *rows, size_t window) {
        urbanist_reopen(rows, window, URBANIST_LOAD(rows->low + window), URBANIST_LOAD(rows->high + window),
                        URBANIST_LOAD(rows->near + window), URBANIST_LOAD(rows->whole[0] + window),
                        URBANIST_LOAD(rows->whole[1] + window));
    }
    #else
    static inline void urbanist_reopen_at(urbanist_rows *rows, size_t window) {
        for (size_t i = window; i < window + 6; i++) {
            uint32_t low = rows->low[i], high = rows->high[i], near = rows->near[i];
            uint32_t low_s = rows->low[i + 1], high_s = rows->high[i + 1], near_s = rows->near[i + 1];
            uint32_t down = ((low ^ low >> 1) | (low ^ low_s) | (high ^ high >> 1) | (high ^ high_s)
                             | rows->whole[0][i]);
            uint32_t up = ((low >> 1 ^ low_s) | (low >> 1 ^ low_s >> 1) | (high >> 1 ^ high_s)
                           | (high >> 1 ^ high_s >> 1) | rows->whole[1][i]);
            down = ~down & (near | near >> 1 | near_s);
            up = ~up & (near >> 1 | near_s | near_s >> 1);
            rows->open[i] = down | (uint64_t)up << 32;
        }
        urbanist_recount(rows, window);
    }
    static inline void urbanist_lay(urbanist_rows *rows, size_t up, size_t row, int column) {
        size_t window = row + URBANIST_RIM - 2;
        for (int i = 1; i < 5; i++) {
            uint32_t piece = URBANIST_PIECE[up][i] << (column - 1);
            rows->high[window + i] ^= rows->low[window + i] & piece;
            rows->low[window + i] ^= piece;
            rows->near[window + i] |= URBANIST_NEAR[up][i] << (column - 1);
            for (int k = 0; k < 2; k++)
                rows->whole[k][window + i] = (rows->whole[k][window + i] & ~(piece >> k))
                                             | URBANIST_MARK[up][k][i] << (column - 1);
        }
        urbanist_reopen_at(rows, window);
    }
    #endif
    /* The row, from 0 to 31, of the k-th open triangle in ascending order of rows; and k within the row. */
    static inline size_t urbanist_row_of(const urbanist_rows *rows, uint32_t *k, const uint32_t *until) {
        size_t block = (*k >= until[0]) + (*k >= until[1]) + (*k >= until[2]);
        uint32_t before = *k >= until[0] ? until[0] : 0;
        uint64_t counts;
        before = *k >= until[1] ? until[1] : before;
        before = *k >= until[2] ? until[2] : before;
        *k -= before;
        memcpy(&counts, rows->count + URBANIST_RIM + 8 * block, 8);
        counts *= 0x0101010101010101ULL; /* each byte: the sum of the counts up to its own */
    #if defined(__AVX2__)
        __m128i sums = _mm_cvtsi64_si128((long long)counts);
        __m128i more = _mm_cvtsi64_si128((long long)((*k + 1) * 0x0101010101010101ULL));
        size_t row = (size_t)__builtin_ctz((unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(sums, more), sums)));
    #else
        size_t row = 0;
        while ((counts >> 8 * row & 0xFF) <= *k) row++;
    #endif
        *k -= (uint32_t)(counts << 8 >> 8 * row & 0xFF);
        return 8 * block + row;
    }
    /* Writes the number of open triangles in the first 8, 16, 24 and 32 rows. */
    static inline void urbanist_sums(const urbanist_rows *rows, uint32_t *until) {
        uint32_t all = 0;
    #if defined(__AVX2__)
        uint64_t counts[4];
        URBANIST_STORE(counts, _mm256_sad_epu8(URBANIST_LOAD(rows->count + URBANIST_RIM), _mm256_setzero_si256()));
        for (int i = 0; i < 4; i++) until[i] = all += (uint32_t)counts[i];
    #else
        for (int i = 0; i < URBANIST_ROWS; i++) {
            all += rows->count[URBANIST_RIM + i];
            until[i / 8] = all;
        }
    #endif
    }
    /* Replaces the bits `cover` of eight rows by those of `bits`; both are moved east. */
    static inline void urbanist_replace(uint32_t *at, const uint32_t *cover, const uint32_t *bits, int east) {
    #if defined(__AVX2__)
        __m128i shift = _mm_cvtsi32_si128(east);
        __m256i rest = _mm256_andnot_si256(_mm256_sll_epi32(URBANIST_LOAD(cover), shift), URBANIST_LOAD(at));
        URBANIST_STORE(at, URBANIST_OR(rest, _mm256_sll_epi32(URBANIST_LOAD(bits), shift)));
    #else
        for (int i = 0; i < 8; i++) at[i] = (at[i] & ~(cover[i] << east)) | bits[i] << east;
    #endif
    }
    """
    ctypedef struct Rows "urbanist_rows":
        # Row r of a set is at r + RIM; the rows of the rim are empty.
        uint32_t low[48]  # the binary digits of the heights: no hex is higher than 3
        uint32_t high[48]
        uint32_t near[48]  # hexes that are built on or beside such a hex
        uint32_t whole[2][48]  # by triangle: the marks of pieces that nothing covers
        uint64_t open[48]  # where a piece fits: DOWN in the lower half of a word, UP in the upper half
        uint8_t count[48]  # of these triangles in a row
    void urbanist_lay(Rows* rows, size_t up, size_t row, int column) noexcept nogil
    void urbanist_reopen_at(Rows* rows, size_t window) noexcept nogil
    void urbanist_sums(const Rows* rows, uint32_t* until) noexcept nogil
    void urbanist_replace(uint32_t* at, const uint32_t* cover, const uint32_t* bits, int east) noexcept nogil
    size_t urbanist_row_of(const Rows* rows, uint32_t* k, const uint32_t* until) noexcept nogil

cdef enum:
    ROWS = 32
    NARROW = 16
    RIM = 8
    ROOM_OF_ROWS = ROWS + 2 * RIM
    EDGE = 3  # the fewest empty rows and columns around all built hexes
    HIGHEST = 3
    MAX_OPEN = 255  # triangles that can be counted
    DOWN = 0
    UP = 1


cdef inline void lay_piece(Rows* rows, size_t up, size_t row, int column) noexcept nogil:
    """Lay a piece on an open triangle that is less than `HIGHEST` high; the mark must keep off the edge."""
    urbanist_lay(rows, up, row, column)


cdef inline void reopen(Rows* rows, size_t row) noexcept nogil:
    """Find the open triangles of six rows, from two above `row` on, after a change of the heights around."""
    urbanist_reopen_at(rows, row + RIM - 2)


cdef inline bint at_edge(int row, int column) noexcept nogil:
    """Return whether a piece at a mark may be followed by one for which the rows have no room."""
    return (<uint32_t>(row - EDGE) > ROWS - 2 - 2 * EDGE) | (<uint32_t>(column - EDGE) > ROWS - 2 - 2 * EDGE)


cdef inline void bounds_of(const Rows* rows, int* west, int* east, int* north, int* south) noexcept nogil:
    """Write the first and last columns and rows that are built on; at least one hex must be."""
    cdef uint32_t columns = 0
    cdef uint32_t lines = 0
    cdef uint32_t built
    cdef int i
    for i in range(ROWS):  # eight at a time
        built = rows.low[RIM + i] | rows.high[RIM + i]
        columns |= built
        lines |= <uint32_t>(built != 0) << i
    west[0], east[0] = first(columns), last(columns)
    north[0], south[0] = first(lines), last(lines)


cdef inline void replace8(uint32_t* at, const uint32_t* cover, const uint32_t* bits, int east) noexcept nogil:
    """Replace the bits `cover` of eight rows by those of `bits`; both are moved east."""
    urbanist_replace(at, cover, bits, east)


cdef inline int height_at(const Rows* rows, size_t row, int column) noexcept nogil:
    """Return the height of a hex."""
    return (rows.low[row + RIM] >> column & 1) | (rows.high[row + RIM] >> column & 1) << 1


cdef struct Opening:
    # An open triangle, by its mark.
    size_t row
    size_t up
    int column


cdef inline bint draw_open(const Rows* rows, uint64_t* bits, Opening* found) noexcept nogil:
    """Draw an open triangle, all equally likely; return whether it could: it cannot if there are too many.

    The draw is the next part of the random `bits`.
    """
    cdef uint32_t[4] until
    cdef uint32_t k
    cdef int mark
    urbanist_sums(rows, until)
    if until[3] > MAX_OPEN:
        return False
    k = rng_part(bits, until[3])
    found.row = urbanist_row_of(rows, &k, until)
    mark = nth(rows.open[found.row + RIM], <int>k)
    found.up = mark >> 5
    found.column = mark & 31
    return True
