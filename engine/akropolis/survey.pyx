"""A city as lines of bits: kinds, heights, outside and lakes; and the value of each kind."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport count
from urbanist.cext.fill cimport Group, fill_greatest, fill_outside
from urbanist.cext.hexlines cimport SPAN, Line, above, below, beside, cell_in, east_of, planes_of, west_of, window_of
from urbanist.cext.hexrows cimport DOWN, UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city cimport anchor_of, tiles_in, up_at
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CODE, FAR, GARDENS, HIGH, HOUSES, KIND_BITS, LINE, MARKETS, PLAZA, TEMPLES, City,
)

for _kind, _name in enumerate(pieces.KINDS, HOUSES):
    stars[<int>_kind | PLAZA] = pieces.STARS[_name]


cdef void set_kinds(Survey* s, const Line* digits) noexcept nogil:
    """Fill the lines of each kind, given the binary digits of all kinds (ROOM words of each); the heights are known.

    The loops over words are simple, so that the compiler does four words at a time.
    """
    cdef Line[KIND_BITS][ROOM] digit
    cdef Line[KIND_BITS] other
    cdef Line found
    cdef int words = s.window.words + 2
    cdef int i, k, kind
    for k in range(KIND_BITS):
        memcpy(digit[k], digits + k * ROOM, words * sizeof(Line))
    for i in range(words):
        s.built[i] = s.height[0][i] | s.height[1][i] | s.height[2][i]
    for kind in range(HOUSES, GARDENS + 1):
        for k in range(KIND_BITS):
            other[k] = 0 if kind >> k & 1 else ~<Line>0
        for i in range(words):
            found = (digit[0][i] ^ other[0]) & (digit[1][i] ^ other[1]) & (digit[2][i] ^ other[2])
            s.top[kind][i] = found & ~digit[3][i]
            s.top[kind | PLAZA][i] = found & digit[3][i]


cdef inline int cell_of(const Survey* s, int hex) noexcept nogil:
    """Return the index of a hex in `shape` and `kind`, from its number in the list of a city."""
    return SPAN + cell_in(&s.window, hex % LINE - FAR, hex // LINE - FAR)


cdef void chart(const City* city, Survey* s) noexcept nogil:
    """Fill the bytes of the window, which is given and has room for the city."""
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


cdef void survey(const City* city, int margin, Survey* s) noexcept nogil:
    """Fill the survey of a city and of `margin` hexes around its bounds."""
    cdef Line[KIND_BITS][ROOM] digits
    cdef Line[KIND_BITS] digit
    cdef Line[SHAPE_BITS] shape
    cdef int i, k
    s.window = window_of(
        city.west - 1 - margin, city.north - margin,
        city.east - city.west + 2 + 2 * margin, city.south - city.north + 1 + 2 * margin,
    )
    chart(city, s)
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
    s.explored = False


cdef void explore(Survey* s) noexcept nogil:
    """Find the outside and the lakes."""
    cdef int i
    fill_outside(&s.window, s.built + 1, s.outside + 1)
    s.lakes[0] = s.lakes[s.window.words + 1] = 0
    for i in range(1, s.window.words + 1):
        s.lakes[i] = ~(s.built[i] | s.outside[i])
    s.explored = True


cdef inline int value_of(const Survey* s, int i, Line cells) noexcept nogil:
    """Return the sum of the heights of the hexes of `cells` in word `i`."""
    return count(cells & s.height[0][i]) + 2 * count(cells & s.height[1][i]) + 4 * count(cells & s.height[2][i])


cdef inline Line enclosed(const Line* built, int lane) noexcept nogil:
    """Return the hexes of a word with six built neighbours."""
    cdef Line over = above(built, lane)
    cdef Line under = below(built, lane)
    return west_of(built[0]) & east_of(built[0]) & over & west_of(over) & under & east_of(under)


cdef inline Line three_open(const Line* outside, int lane) noexcept nogil:
    """Return the hexes of a word with three or more neighbours outside; it counts in binary digits."""
    cdef Line over = above(outside, lane)
    cdef Line under = below(outside, lane)
    cdef Line west = west_of(outside[0])
    cdef Line east = east_of(outside[0])
    cdef Line ones = west ^ over ^ west_of(over)
    cdef Line twos = west & over | west_of(over) & (west ^ over)
    cdef Line more_ones = east ^ under ^ east_of(under)
    cdef Line more_twos = east & under | east_of(under) & (east ^ under)
    return twos & more_twos | (twos | more_twos) & (ones | more_ones)


cdef Line favoured(const Survey* s, int kind, int i) noexcept nogil:
    """Return the hexes of a word where a district of the kind counts; not for houses, which count as a group."""
    if kind == MARKETS:
        return ~beside(s.top[MARKETS] + i, s.window.lane)
    if kind == BARRACKS:
        return beside(s.outside + i, s.window.lane)
    if kind == TEMPLES:
        return enclosed(s.built + i, s.window.lane)
    return ~<Line>0


cdef inline Line doubling(const Survey* s, int kind, int i) noexcept nogil:
    """Return the hexes of a word that meet the condition to double a kind; not for houses."""
    if kind == MARKETS:
        return beside(s.top[MARKETS | PLAZA] + i, s.window.lane)
    if kind == BARRACKS:
        return three_open(s.outside + i, s.window.lane)
    if kind == TEMPLES:
        return s.height[1][i] | s.height[2][i]
    return beside(s.lakes + i, s.window.lane)


cdef int heights_of(const Survey* s, int kind) noexcept nogil:
    """Return the sum of the heights of all districts of a kind."""
    cdef int value = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        value += value_of(s, i, s.top[kind][i])
    return value


cdef Line quarries_in(const Survey* s, int i) noexcept nogil:
    """Return the uncovered quarries of a word: built hexes that show no kind."""
    cdef Line others = 0
    cdef int kind
    for kind in range(HOUSES, GARDENS + 1):
        others |= s.top[kind][i] | s.top[kind | PLAZA][i]
    return s.built[i] & ~others


cdef int quarries_of(const Survey* s) noexcept nogil:
    """Return the number of uncovered quarries."""
    cdef int found = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        found += count(quarries_in(s, i))
    return found


cdef int stars_of(const Survey* s, int kind) noexcept nogil:
    """Return the stars of the visible plazas of a kind."""
    cdef int plazas = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        plazas += count(s.top[kind | PLAZA][i])
    return stars[kind | PLAZA] * plazas


cdef int value_of_houses(const Survey* s, bint doubles) noexcept nogil:
    cdef Group group = fill_greatest(
        &s.window, s.top[HOUSES] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1,
    )
    return value_of_group(group.value, doubles)


cdef int value_of_kind(Survey* s, int kind, bint doubles) noexcept nogil:
    """Return the value of the districts of a kind; `doubles` is true with its option."""
    cdef int value = 0
    cdef int i
    cdef Line found
    if kind == HOUSES:
        return value_of_houses(s, doubles)
    if not s.explored and (kind == BARRACKS or kind == GARDENS and doubles):
        explore(s)
    for i in range(1, s.window.words + 1):
        found = s.top[kind][i] & favoured(s, kind, i)
        value += value_of(s, i, found)
        if doubles:
            value += value_of(s, i, found & doubling(s, kind, i))
    return value
