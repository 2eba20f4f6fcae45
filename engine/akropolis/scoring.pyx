"""Points of Akropolis."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport count
from urbanist.cext.fill cimport Group, fill_greatest, fill_outside
from urbanist.cext.hexgrid cimport HEIGHT_BITS
from urbanist.cext.hexlines cimport (
    MOST_WORDS, Line, Window, above, below, beside, east_of, planes_of, west_of, window_of,
)
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.position cimport (
    BARRACKS, GARDENS, HOUSES, KIND_BITS, KINDS, MARKETS, TEMPLES, Akropolis, City,
)
from urbanist.engine.game cimport Head

cdef enum:
    RICH = 10  # the houses of the option double from here on

cdef int[KINDS] stars
for _kind, _name in enumerate(pieces.KINDS):
    stars[<int>_kind] = pieces.STARS[_name]


cdef struct Survey:
    # A city's window, an empty word before it and one behind: by kind what lies on top, the digits of the heights.
    # Outside and lakes are found when they are asked for.
    Window window
    bint explored
    Line district[KINDS][MOST_WORDS + 2]
    Line plaza[KINDS][MOST_WORDS + 2]
    Line height[HEIGHT_BITS][MOST_WORDS + 2]
    Line built[MOST_WORDS + 2]
    Line outside[MOST_WORDS + 2]
    Line lakes[MOST_WORDS + 2]


cdef inline Line of_kind(const Line* digit, int kind) noexcept nogil:
    """Return the hexes of a kind, given the binary digits of all kinds."""
    return ((digit[0] if kind & 1 else ~digit[0]) & (digit[1] if kind & 2 else ~digit[1])
            & (digit[2] if kind & 4 else ~digit[2]))


cdef inline void empty_word(Survey* s, int i) noexcept nogil:
    cdef int kind
    s.built[i] = s.lakes[i] = 0
    for kind in range(KINDS):
        s.district[kind][i] = s.plaza[kind][i] = 0


cdef void survey(const City* city, Survey* s) noexcept nogil:
    cdef Line[KIND_BITS] digit
    cdef Line[HEIGHT_BITS] height
    cdef Line found
    cdef int i, k, kind
    s.window = window_of(city.west - 1, city.north, city.east - city.west + 2, city.south - city.north + 1)
    empty_word(s, 0)
    empty_word(s, s.window.words + 1)
    for i in range(1, s.window.words + 1):
        planes_of(&s.window, city.shape, i - 1, HEIGHT_BITS, height)
        planes_of(&s.window, city.kind, i - 1, KIND_BITS, digit)
        for k in range(HEIGHT_BITS):
            s.height[k][i] = height[k]
        s.built[i] = height[0] | height[1] | height[2]
        for kind in range(HOUSES, GARDENS + 1):
            found = of_kind(digit, kind)
            s.district[kind - 1][i] = found & ~digit[3]
            s.plaza[kind - 1][i] = found & digit[3]
    s.explored = False


cdef void explore(Survey* s) noexcept nogil:
    """Find the outside and the lakes."""
    cdef int i
    fill_outside(&s.window, s.built + 1, s.outside + 1)
    for i in range(1, s.window.words + 1):
        s.lakes[i] = ~(s.built[i] | s.outside[i])
    s.explored = True


cdef inline int value_of(const Survey* s, int i, Line cells) noexcept nogil:
    """Return the sum of the heights of hexes of a word."""
    return count(cells & s.height[0][i]) + 2 * count(cells & s.height[1][i]) + 4 * count(cells & s.height[2][i])


cdef inline Line enclosed(const Line* built, int lane) noexcept nogil:
    """Return the hexes of a word that touch six hexes built on."""
    cdef Line over = above(built, lane)
    cdef Line under = below(built, lane)
    return west_of(built[0]) & east_of(built[0]) & over & west_of(over) & under & east_of(under)


cdef inline Line three_open(const Line* outside, int lane) noexcept nogil:
    """Return the hexes of a word that touch three or more of those outside: counted in binary digits."""
    cdef Line over = above(outside, lane)
    cdef Line under = below(outside, lane)
    cdef Line west = west_of(outside[0])
    cdef Line east = east_of(outside[0])
    cdef Line ones = west ^ over ^ west_of(over)
    cdef Line twos = west & over | west_of(over) & (west ^ over)
    cdef Line more_ones = east ^ under ^ east_of(under)
    cdef Line more_twos = east & under | east_of(under) & (east ^ under)
    return twos & more_twos | (twos | more_twos) & (ones | more_ones)


cdef inline Line counting(const Survey* s, int kind, int i) noexcept nogil:
    """Return the districts of a word that count; not for houses, which count by groups."""
    cdef Line districts = s.district[kind - 1][i]
    if kind == MARKETS:
        return districts & ~beside(s.district[MARKETS - 1] + i, s.window.lane)
    if kind == BARRACKS:
        return districts & beside(s.outside + i, s.window.lane)
    if kind == TEMPLES:
        return districts & enclosed(s.built + i, s.window.lane)
    return districts


cdef inline Line doubling(const Survey* s, int kind, int i) noexcept nogil:
    """Return the hexes of a word that meet a kind's condition; not for houses."""
    if kind == MARKETS:
        return beside(s.plaza[MARKETS - 1] + i, s.window.lane)
    if kind == BARRACKS:
        return three_open(s.outside + i, s.window.lane)
    if kind == TEMPLES:
        return s.height[1][i] | s.height[2][i]
    return beside(s.lakes + i, s.window.lane)


cdef int stars_of(const Survey* s, int kind) noexcept nogil:
    """Return the stars of a kind's visible plazas."""
    cdef int plazas = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        plazas += count(s.plaza[kind - 1][i])
    return stars[kind - 1] * plazas


cdef int value_of_houses(const Survey* s, bint doubles) noexcept nogil:
    cdef Group group = fill_greatest(
        &s.window, s.district[HOUSES - 1] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1,
    )
    return 2 * group.value if doubles and group.value >= RICH else group.value


cdef int value_of_kind(Survey* s, int kind, bint doubles) noexcept nogil:
    """Return what the districts of a kind are worth; `doubles`: by its option."""
    cdef int value = 0
    cdef int i
    cdef Line found
    if kind == HOUSES:
        return value_of_houses(s, doubles)
    if not s.explored and (kind == BARRACKS or kind == GARDENS and doubles):
        explore(s)
    for i in range(1, s.window.words + 1):
        found = counting(s, kind, i)
        value += value_of(s, i, found)
        if doubles:
            value += value_of(s, i, found & doubling(s, kind, i))
    return value


cdef void worth_of(const City* city, int options, Worth* worth) noexcept nogil:
    """Count a city, kind by kind; `options` has a bit for each kind that may double."""
    cdef Survey s
    cdef int kind
    survey(city, &s)
    for kind in range(HOUSES, GARDENS + 1):
        worth.stars[kind - 1] = stars_of(&s, kind)
        worth.value[kind - 1] = value_of_kind(&s, kind, options >> (kind - 1) & 1)


cdef int points_of(const City* city, int options) noexcept nogil:
    """Return the points of a city and its stones; districts without a plaza are not looked at."""
    cdef Survey s
    cdef int kind, multiplied
    cdef int points = city.stones
    survey(city, &s)
    for kind in range(HOUSES, GARDENS + 1):
        multiplied = stars_of(&s, kind)
        if multiplied:
            points += multiplied * value_of_kind(&s, kind, options >> (kind - 1) & 1)
    return points


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    """Write the points of all seats as their cities stand, and their stones."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef int seat
    for seat in range(state.seats):
        points[seat] = points_of(&a.city[seat], a.options)
        tiebreak[seat] = a.city[seat].stones
