"""A window of a hexgrid as bits: lines of 16, 32 or 64 hexes, from north to south, packed into words.

The first hex of each line must be empty, like everything around the window. It represents the surroundings at both
ends of its line: it is also the eastern neighbour of the last hex of a line. The window has one more word before the
first and after the last; these words must be zero.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.hexgrid cimport SPAN, hex_at

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__AVX2__)
    #include <immintrin.h>
    #endif
    enum { URBANIST_CHUNK = 16, URBANIST_HEXES = 4096 };
    /* Sixteen bytes from a hex on; the last line continues in the first. */
    static inline const uint8_t *urbanist_chunk(const uint8_t *grid, int hex, uint8_t *buffer) {
        if (__builtin_expect(hex <= URBANIST_HEXES - URBANIST_CHUNK, 1)) return grid + hex;
        for (int i = 0; i < URBANIST_CHUNK; i++) buffer[i] = grid[(hex + i) % URBANIST_HEXES];
        return buffer;
    }
    /* The lowest bits of the 64 bytes of four chunks, one word for each bit. */
    static inline void urbanist_planes(const uint8_t *grid, const int *hexes, int planes, uint64_t *out) {
        uint8_t buffer[4][URBANIST_CHUNK];
        const uint8_t *chunk[4];
        for (int i = 0; i < 4; i++) chunk[i] = urbanist_chunk(grid, hexes[i], buffer[i]);
    #if defined(__AVX2__)
        __m256i low = _mm256_set_m128i(_mm_loadu_si128((const __m128i *)chunk[1]),
                                       _mm_loadu_si128((const __m128i *)chunk[0]));
        __m256i high = _mm256_set_m128i(_mm_loadu_si128((const __m128i *)chunk[3]),
                                        _mm_loadu_si128((const __m128i *)chunk[2]));
        /* movemask takes the highest bit of each byte. Bits shifted in from the byte before stay below it. */
        for (int i = 0; i < planes; i++) {
            uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - i));
            uint32_t last = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - i));
            out[i] = (uint64_t)last << 32 | first;
        }
    #else
        for (int i = 0; i < planes; i++) {
            out[i] = 0;
            for (int j = 0; j < 64; j++) out[i] |= (uint64_t)(chunk[j / 16][j % 16] >> i & 1) << j;
        }
    #endif
    }
    """
    void urbanist_planes(const uint8_t* grid, const int* hexes, int planes, uint64_t* out) noexcept nogil

ctypedef uint64_t Line  # hexes of a word, one line after the other; the westernmost hex of a line is its lowest bit

cdef enum:
    MOST_WORDS = SPAN  # words of a window
    CHUNK = 16


cdef struct Window:
    int west  # coordinates of its first hex
    int north
    int lane  # hexes of a line: 16, 32 or 64
    int shift  # the binary logarithm of lane
    int words
    Line starts  # mask of the first hex of each line in a word
    Line last  # mask of the lines of the window in the last word


cdef inline Window window_of(int west, int north, int columns, int lines) noexcept nogil:
    """Return the smallest window with at least `columns` columns and exactly `lines` lines, at most 64 each."""
    cdef Window window
    cdef int rest
    window.west = west
    window.north = north
    window.shift = 4 if columns <= 16 else 5 if columns <= 32 else 6
    window.lane = 1 << window.shift
    window.starts = 0x0001000100010001 if columns <= 16 else 0x0000000100000001 if columns <= 32 else 1
    window.words = (lines << window.shift) + SPAN - 1 >> 6
    rest = window.words * SPAN - (lines << window.shift)
    window.last = ~<Line>0 >> rest
    return window


cdef inline void planes_of(const Window* window, const uint8_t* grid, int word, int planes, Line* out) noexcept nogil:
    """Write the `planes` lowest bits of the bytes of a word's hexes, one word for each bit."""
    cdef int[4] hexes
    cdef int i, hex
    for i in range(4):
        hex = SPAN * word + CHUNK * i
        hexes[i] = hex_at(window.west + (hex & window.lane - 1), window.north + (hex >> window.shift))
    urbanist_planes(grid, hexes, planes, out)
    if word == window.words - 1:
        for i in range(planes):
            out[i] &= window.last


cdef inline Line west_of(Line line) noexcept nogil:
    """Return the western neighbours of a set of hexes."""
    return line >> 1 | line << 63


cdef inline Line east_of(Line line) noexcept nogil:
    """Return the eastern neighbours of a set of hexes."""
    return line << 1 | line >> 63


cdef inline Line above(const Line* word, int lane) noexcept nogil:
    """Return, for each line of a word, the line above it."""
    return word[0] << (lane - 1) << 1 | (word - 1)[0] >> (SPAN - lane)


cdef inline Line below(const Line* word, int lane) noexcept nogil:
    """Return, for each line of a word, the line below it."""
    return word[0] >> (lane - 1) >> 1 | (word + 1)[0] << (SPAN - lane)


cdef inline Line beside(const Line* word, int lane) noexcept nogil:
    """Return the hexes of a word that touch a hex of the set."""
    cdef Line over = above(word, lane)
    cdef Line under = below(word, lane)
    return west_of(word[0]) | east_of(word[0]) | over | west_of(over) | under | east_of(under)
