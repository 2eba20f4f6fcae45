"""A window of hexes as bits: lines of 16, 32 or 64 hexes, from north to south, packed into words.

A hex (q, r) has the neighbours (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and (1, -1) away, clockwise from east.

The first hex of each line must be empty, like everything around the window. It represents the surroundings at both
ends of its line: it is also the eastern neighbour of the last hex of a line. The window has one more word before the
first and after the last; these words must be zero.
"""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__AVX2__)
    #include <immintrin.h>
    #endif
    /* The lowest bits of 64 bytes, one word for each bit. */
    static inline void urbanist_planes(const uint8_t *bytes, int planes, uint64_t *out) {
    #if defined(__AVX2__)
        __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
        __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
        /* movemask takes the highest bit of each byte. Bits shifted in from the byte before stay below it. */
        for (int i = 0; i < planes; i++) {
            uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - i));
            uint32_t last = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - i));
            out[i] = (uint64_t)last << 32 | first;
        }
    #else
        for (int i = 0; i < planes; i++) {
            out[i] = 0;
            for (int j = 0; j < 64; j++) out[i] |= (uint64_t)(bytes[j] >> i & 1) << j;
        }
    #endif
    }
    """
    void urbanist_planes(const uint8_t* bytes, int planes, uint64_t* out) noexcept nogil

cdef extern from *:
    """
    /* Two rows of 32 hexes are read as a word, from any row on. */
    typedef uint64_t urbanist_line __attribute__((aligned(4), may_alias));
    """
    # Hexes of a word, one line after the other; the westernmost hex of a line is its lowest bit.
    ctypedef uint64_t Line "urbanist_line"

cdef enum:
    SPAN = 64  # hexes of a word
    MAX_WORDS = 64  # words of a window


cdef struct Window:
    int west  # coordinates of its first hex
    int north
    int lane  # hexes of a line: 16, 32 or 64
    int shift  # the binary logarithm of lane
    int words


cdef inline Window window_of(int west, int north, int columns, int lines) noexcept nogil:
    """Return the smallest window with at least `columns` columns and exactly `lines` lines, at most 64 each."""
    cdef Window window
    window.west = west
    window.north = north
    window.shift = 4 if columns <= 16 else 5 if columns <= 32 else 6
    window.lane = 1 << window.shift
    window.words = (lines << window.shift) + SPAN - 1 >> 6
    return window


cdef inline int cell_in(const Window* window, int q, int r) noexcept nogil:
    """Return the number of a hex in the window."""
    return (r - window.north << window.shift) + q - window.west


cdef inline void planes_of(const uint8_t* bytes, int planes, Line* out) noexcept nogil:
    """Write the `planes` lowest bits of the 64 bytes of a word's hexes, one word for each bit."""
    urbanist_planes(bytes, planes, out)


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
