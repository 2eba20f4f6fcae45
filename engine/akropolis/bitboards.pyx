"""A city as bitboards: kinds, heights, outside and lakes."""

from libc.stdint cimport uint8_t
from libc.string cimport memset
from urbanist.cext.cells64 cimport count
from urbanist.cext.fill cimport fill_outside
from urbanist.cext.hexlines cimport SPAN, Line, cell_in, planes_of, window_of
from urbanist.cext.hexrows cimport DOWN, UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city cimport anchor_of, tiles_in, up_at
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CODE, FAR, GARDENS, HIGH, HOUSES, KIND_BITS, LINE, MARKETS, PLAZA, TEMPLES, City, slot_of,
)


def fill(int slot, edition):
    """Fill the table of a slot with the stars of an edition."""
    cdef int kind
    for kind, name in enumerate(pieces.KINDS, HOUSES):
        stars[slot][kind | PLAZA] = getattr(edition.stars, name)


cdef inline Line digit_of(Line digits, int is_one) noexcept nogil:
    """Return the hexes whose bit in a bit plane is `is_one`."""
    return digits if is_one else ~digits


cdef inline void set_kind(CityBitboards* s, const Line* digits, int kind) noexcept nogil:
    """Fill the bitboards of a kind and of its plazas, four words at a time; up to three words more are written."""
    cdef Line hexes
    cdef int i
    for i in range(1, 1 + (s.window.words + 3) // 4 * 4):
        hexes = digit_of(digits[i], kind & 1) & digit_of(digits[ROOM + i], kind & 2)
        hexes &= digit_of(digits[2 * ROOM + i], kind & 4)
        s.top[kind][i] = hexes & ~digits[3 * ROOM + i]
        s.top[kind | PLAZA][i] = hexes & digits[3 * ROOM + i]
    s.top[kind][0] = s.top[kind | PLAZA][0] = 0
    s.top[kind][s.window.words + 1] = s.top[kind | PLAZA][s.window.words + 1] = 0


cdef void set_kinds(CityBitboards* s, const Line* digits) noexcept nogil:
    """Fill the bitboards of all kinds from their bit planes (ROOM words each); the heights are filled already."""
    cdef int i
    set_kind(s, digits, HOUSES)
    set_kind(s, digits, MARKETS)
    set_kind(s, digits, BARRACKS)
    set_kind(s, digits, TEMPLES)
    set_kind(s, digits, GARDENS)
    for i in range(1, s.window.words + 1):
        s.built[i] = s.height[0][i] | s.height[1][i] | s.height[2][i]
    s.built[0] = s.built[s.window.words + 1] = 0


cdef inline int cell_of(const CityBitboards* s, int hex) noexcept nogil:
    """Return the index of a hex in `shape` and `kind`, from its number in the list of a city."""
    return SPAN + cell_in(&s.window, hex % LINE - FAR, hex // LINE - FAR)


cdef void fill_mailbox(const City* city, CityBitboards* s) noexcept nogil:
    """Fill the mailbox arrays (`shape` and `kind`) of the window, which has room for the city."""
    cdef int i, cell, anchor
    memset(s.shape, 0, (s.window.words + 2) * SPAN)
    memset(s.kind, 0, (s.window.words + 2) * SPAN)
    for i in range(city.hexes):
        cell = cell_of(s, city.hex[i])
        s.shape[cell] = <uint8_t>(city.top[i] >> HIGH)
        s.kind[cell] = <uint8_t>(city.top[i] & CODE)
    for i in range(tiles_in(city)):
        anchor = anchor_of(i)
        cell = cell_of(s, city.hex[anchor])
        # A piece on top of the anchor is higher.
        s.shape[cell] |= (
            <uint8_t>((s.shape[cell] & HEIGHT) == city.top[anchor] >> HIGH) << WHOLE_PLANE + up_at(city, anchor))


cdef void fill_bitboards(const City* city, int margin, CityBitboards* s) noexcept nogil:
    """Fill the bitboards of a city and of `margin` hexes around its bounds."""
    cdef Line[KIND_BITS][ROOM] digits
    cdef Line[KIND_BITS] digit
    cdef Line[SHAPE_BITS] shape
    cdef int i, k
    s.window = window_of(
        city.west - 1 - margin, city.north - margin,
        city.east - city.west + 2 + 2 * margin, city.south - city.north + 1 + 2 * margin,
    )
    fill_mailbox(city, s)
    for i in range(s.window.words + 2):
        planes_of(s.shape + SPAN * i, SHAPE_BITS if margin else HEIGHT_BITS, shape)
        planes_of(s.kind + SPAN * i, KIND_BITS, digit)
        for k in range(HEIGHT_BITS):
            s.height[k][i] = shape[k]
        for k in range(KIND_BITS):
            digits[k][i] = digit[k]
        if margin:
            s.whole[DOWN][i] = shape[WHOLE_PLANE + DOWN]
            s.whole[UP][i] = shape[WHOLE_PLANE + UP]
    set_kinds(s, digits[0])
    s.lakes_known = False


cdef void find_lakes(CityBitboards* s) noexcept nogil:
    """Find the outside and the lakes."""
    cdef int i
    fill_outside(&s.window, s.built + 1, s.outside + 1)
    s.lakes[0] = s.lakes[s.window.words + 1] = 0
    for i in range(1, s.window.words + 1):
        s.lakes[i] = ~(s.built[i] | s.outside[i])
    s.lakes_known = True


cdef Line quarries_in(const CityBitboards* s, int i) noexcept nogil:
    """Return the uncovered quarries of a word: built hexes that show no kind."""
    cdef Line others = 0
    cdef int kind
    for kind in range(HOUSES, GARDENS + 1):
        others |= s.top[kind][i] | s.top[kind | PLAZA][i]
    return s.built[i] & ~others


cdef int quarries_of(const CityBitboards* s) noexcept nogil:
    """Return the number of uncovered quarries."""
    cdef int quarries = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        quarries += count(quarries_in(s, i))
    return quarries


cdef int stars_of(const CityBitboards* s, int kind, int options) noexcept nogil:
    """Return the stars of the visible plazas of a kind, given the options of the game."""
    cdef int plazas = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        plazas += count(s.top[kind | PLAZA][i])
    return stars[slot_of(options)][kind | PLAZA] * plazas
