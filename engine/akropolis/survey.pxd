"""A city as lines of bits: kinds, heights, outside and lakes; and the value of each kind."""

from urbanist.cext.hexgrid cimport HEIGHT_BITS
from urbanist.cext.hexlines cimport MOST_WORDS, Line, Window
from urbanist.engine.akropolis.position cimport KIND_BITS, City

cdef enum:
    ROOM = MOST_WORDS + 2  # words of a window, with an empty one before and one after it
    RICH = 10  # with the option, houses of at least this value count double

cdef int[1 << KIND_BITS] stars  # the stars of a hex by its byte; only plazas have stars


cdef struct Survey:
    Window window
    bint explored  # whether outside and lakes are known; they are found on demand
    Line top[1 << KIND_BITS][ROOM]  # by the byte of a kind: the hexes with it on top; only districts and plazas
    Line height[HEIGHT_BITS][ROOM]
    Line built[ROOM]
    Line outside[ROOM]
    Line lakes[ROOM]
    Line whole[2][ROOM]  # by triangle: the anchors of whole topmost pieces; filled only with a margin


cdef void survey(const City* city, int margin, Survey* s) noexcept nogil
cdef void explore(Survey* s) noexcept nogil
cdef int heights_of(const Survey* s, int kind) noexcept nogil
cdef Line quarries_in(const Survey* s, int i) noexcept nogil
cdef int quarries_of(const Survey* s) noexcept nogil
cdef int stars_of(const Survey* s, int kind) noexcept nogil
cdef int value_of_kind(Survey* s, int kind, bint doubles) noexcept nogil
cdef Line favoured(const Survey* s, int kind, int i) noexcept nogil


cdef inline int value_of_group(int value, bint doubles) noexcept nogil:
    """Return the value of the counted group of houses; `doubles` is true with its option."""
    return 2 * value if doubles and value >= RICH else value
