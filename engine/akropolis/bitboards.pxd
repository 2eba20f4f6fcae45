"""A city as bitboards: kinds, heights, outside and lakes."""

from libc.stdint cimport uint8_t
from urbanist.cext.hexlines cimport MAX_WORDS, SPAN, Line, Window, below, beside, east_of, west_of
from urbanist.engine.akropolis.position cimport KIND_BITS, SLOTS, City

cdef enum:
    ROOM = MAX_WORDS + 2  # words of a window, with an empty one before and one after it
    CELLS = ROOM * SPAN
    # The byte of a hex in `shape`: its height, and WHOLE << up for the anchor of a topmost piece that nothing covers.
    HEIGHT_BITS = 3
    HEIGHT = 7
    WHOLE = 8
    WHOLE_PLANE = 3  # the number of that bit
    SHAPE_BITS = 5
    RICH = 10  # with the option, houses of at least this value count double

cdef int[SLOTS][1 << KIND_BITS] stars  # by edition, the stars of a hex by its byte; only plazas have stars


cdef struct CityBitboards:
    Window window
    # By the hex's number in the window, plus SPAN: hexes as bytes, with empty ones before and after the window.
    uint8_t[CELLS] shape
    uint8_t[CELLS] kind
    bint lakes_known  # whether `outside` and `lakes` are filled; they are found on demand
    Line top[1 << KIND_BITS][ROOM]  # by the byte of a kind: the hexes with it on top; only districts and plazas
    Line height[HEIGHT_BITS][ROOM]
    Line built[ROOM]
    Line outside[ROOM]
    Line lakes[ROOM]
    Line whole[2][ROOM]  # by triangle: the anchors of whole topmost pieces; filled only with a margin


cdef void fill_mailbox(const City* city, CityBitboards* s) noexcept nogil
cdef void fill_bitboards(const City* city, int margin, CityBitboards* s) noexcept nogil
cdef void set_kinds(CityBitboards* s, const Line* digits) noexcept nogil
cdef void find_lakes(CityBitboards* s) noexcept nogil
cdef Line quarries_in(const CityBitboards* s, int i) noexcept nogil
cdef int quarries_of(const CityBitboards* s) noexcept nogil
cdef int stars_of(const CityBitboards* s, int kind, int options) noexcept nogil


cdef inline int value_of_group(int value, bint doubles) noexcept nogil:
    """Return the value of the counted group of houses; `doubles` is true with its option."""
    return 2 * value if doubles and value >= RICH else value


cdef inline Line third(const Line* line, int lane, int up) noexcept nogil:
    """Return the bits of the third hex of each triangle, moved to its anchor."""
    return east_of(below(line, lane)) if up else west_of(line[0])


cdef inline void near_lines(const CityBitboards* s, Line* near) noexcept nogil:
    """Write the hexes that are built on or beside a built hex, with an empty word before and after."""
    cdef int i
    near[0] = near[s.window.words + 1] = 0
    for i in range(1, s.window.words + 1):
        near[i] = s.built[i] | beside(s.built + i, s.window.lane)


cdef inline Line openings(const CityBitboards* s, const Line* near, int up, int i) noexcept nogil:
    """Return the anchors in a word of the triangles where a tile fits; `near` is that of `near_lines`."""
    cdef int lane = s.window.lane
    cdef Line open = (near[i] | below(near + i, lane) | third(near + i, lane, up)) & ~s.whole[up][i]
    cdef int k
    for k in range(HEIGHT_BITS):
        open &= ~(s.height[k][i] ^ below(s.height[k] + i, lane) | s.height[k][i] ^ third(s.height[k] + i, lane, up))
    return open
