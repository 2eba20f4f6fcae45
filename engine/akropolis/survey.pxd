"""A city seen as lines of bits: what lies on top, how high, what is outside; and what each kind is worth."""

from urbanist.cext.hexgrid cimport HEIGHT_BITS
from urbanist.cext.hexlines cimport MOST_WORDS, Line, Window
from urbanist.engine.akropolis.position cimport KIND_BITS, City

cdef enum:
    ROOM = MOST_WORDS + 2  # words of a window, with an empty one before it and one behind
    RICH = 10  # the houses of the option double from here on

cdef int[1 << KIND_BITS] stars  # of a hex, by its byte; none but plazas have any


cdef struct Survey:
    Window window
    bint explored  # whether outside and lakes are known: they are found when they are asked for
    Line top[1 << KIND_BITS][ROOM]  # by the byte of a kind: where it lies on top; districts and plazas alone
    Line height[HEIGHT_BITS][ROOM]
    Line built[ROOM]
    Line outside[ROOM]
    Line lakes[ROOM]
    Line whole[2][ROOM]  # by the triangle: anchors where the topmost piece is one; for a margin alone


cdef void survey(const City* city, int margin, Survey* s) noexcept nogil
cdef void explore(Survey* s) noexcept nogil
cdef int heights_of(const Survey* s, int kind) noexcept nogil
cdef int stars_of(const Survey* s, int kind) noexcept nogil
cdef int value_of_kind(Survey* s, int kind, bint doubles) noexcept nogil
cdef Line favoured(const Survey* s, int kind, int i) noexcept nogil


cdef inline int value_of_group(int value, bint doubles) noexcept nogil:
    """Return what the one group of houses is worth; `doubles`: by its option."""
    return 2 * value if doubles and value >= RICH else value
