"""Points of Akropolis."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport count
from urbanist.cext.fill cimport Group, fill_greatest, fill_outside
from urbanist.cext.hexgrid cimport ROUND, SPAN, Line, Row, around, east_of, turned, west_of
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.position cimport (
    BARRACKS, GARDENS, HOUSES, KINDS, MARKETS, TEMPLES, Akropolis, City,
)
from urbanist.engine.game cimport Head

cdef enum:
    RICH = 10  # the houses of the option double from here on

cdef int[KINDS] stars
for _kind, _name in enumerate(pieces.KINDS):
    stars[<int>_kind] = pieces.STARS[_name]


cdef struct Survey:
    # A city's lines from its first to its last, an empty one before and one behind; on every line the first hex is
    # empty. By kind what lies on top, and the binary digits of the heights.
    Line district[KINDS][SPAN + 2]
    Line plaza[KINDS][SPAN + 2]
    Line height[3][SPAN + 2]
    Line built[SPAN + 2]
    Line outside[SPAN + 2]
    int rows


cdef inline Line of_kind(const Line* digit, int kind) noexcept nogil:
    """Return the hexes of a kind, given the binary digits of all kinds."""
    return ((digit[0] if kind & 1 else ~digit[0]) & (digit[1] if kind & 2 else ~digit[1])
            & (digit[2] if kind & 4 else ~digit[2]))


cdef inline void world_around(Survey* s, int i) noexcept nogil:
    """Make a line of nothing built."""
    cdef int kind
    s.built[i] = 0
    s.outside[i] = ~<Line>0
    for kind in range(KINDS):
        s.district[kind][i] = 0
        s.plaza[kind][i] = 0


cdef void survey(const City* city, Survey* s) noexcept nogil:
    cdef const Row* row
    cdef Line[4] digit
    cdef Line found
    cdef int i, k, kind
    s.rows = city.south - city.north + 1
    for i in range(1, s.rows + 1):
        row = &city.relief.row[city.north + i - 1 & ROUND]
        for k in range(4):
            digit[k] = turned(city.kind[city.north + i - 1 & ROUND][k], 1 - city.west)
        for k in range(3):
            s.height[k][i] = turned(row.height[k], 1 - city.west)
        s.built[i] = s.height[0][i] | s.height[1][i] | s.height[2][i]
        for kind in range(HOUSES, GARDENS + 1):
            found = of_kind(digit, kind)
            s.district[kind - 1][i] = found & ~digit[3]
            s.plaza[kind - 1][i] = found & digit[3]
    world_around(s, 0)
    world_around(s, s.rows + 1)
    fill_outside(s.built + 1, s.outside + 1, s.rows)


cdef inline Line beside(const Line* line) noexcept nogil:
    """Return the hexes of a line that touch one of those given, there or on the lines before and behind."""
    return around((line - 1)[0], line[0], (line + 1)[0])


cdef inline int value_of(const Survey* s, int i, Line cells) noexcept nogil:
    """Return the sum of the heights of hexes on a line."""
    return count(cells & s.height[0][i]) + 2 * count(cells & s.height[1][i]) + 4 * count(cells & s.height[2][i])


cdef inline Line three_open(const Line* outside) noexcept nogil:
    """Return the hexes of a line that touch three or more of those outside: counted in binary digits."""
    cdef Line[6] side = [west_of(outside[0]), east_of(outside[0]), (outside - 1)[0], west_of((outside - 1)[0]),
                         (outside + 1)[0], east_of((outside + 1)[0])]
    cdef Line ones = side[0] ^ side[1] ^ side[2]
    cdef Line twos = side[0] & side[1] | side[2] & (side[0] ^ side[1])
    cdef Line more_ones = side[3] ^ side[4] ^ side[5]
    cdef Line more_twos = side[3] & side[4] | side[5] & (side[3] ^ side[4])
    return twos & more_twos | (twos | more_twos) & (ones | more_ones)


cdef void worth_of(const City* city, int options, Worth* worth) noexcept nogil:
    """Count a city, kind by kind; `options` has a bit for each kind that may double."""
    cdef Survey s
    cdef Line lakes, counted
    cdef Group group
    cdef int i, kind
    survey(city, &s)
    group = fill_greatest(s.district[HOUSES - 1] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1, s.rows)
    for kind in range(KINDS):
        worth.value[kind] = 0
        worth.stars[kind] = 0
    worth.value[HOUSES - 1] = group.value * (2 if options >> (HOUSES - 1) & 1 and group.value >= RICH else 1)
    for i in range(1, s.rows + 1):
        for kind in range(KINDS):
            worth.stars[kind] += stars[kind] * count(s.plaza[kind][i])
        counted = s.district[MARKETS - 1][i] & ~beside(&s.district[MARKETS - 1][i])
        worth.value[MARKETS - 1] += value_of(&s, i, counted)
        if options >> (MARKETS - 1) & 1:
            worth.value[MARKETS - 1] += value_of(&s, i, counted & beside(&s.plaza[MARKETS - 1][i]))
        counted = s.district[BARRACKS - 1][i] & beside(&s.outside[i])
        worth.value[BARRACKS - 1] += value_of(&s, i, counted)
        if options >> (BARRACKS - 1) & 1:
            worth.value[BARRACKS - 1] += value_of(&s, i, counted & three_open(&s.outside[i]))
        counted = s.district[TEMPLES - 1][i] & ~around(~s.built[i - 1], ~s.built[i], ~s.built[i + 1])
        worth.value[TEMPLES - 1] += value_of(&s, i, counted)
        if options >> (TEMPLES - 1) & 1:
            worth.value[TEMPLES - 1] += value_of(&s, i, counted & (s.height[1][i] | s.height[2][i]))
        counted = s.district[GARDENS - 1][i]
        worth.value[GARDENS - 1] += value_of(&s, i, counted)
        if options >> (GARDENS - 1) & 1:
            lakes = around(~(s.built[i - 1] | s.outside[i - 1]), ~(s.built[i] | s.outside[i]),
                           ~(s.built[i + 1] | s.outside[i + 1]))
            worth.value[GARDENS - 1] += value_of(&s, i, counted & lakes)


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    """Write the points of all seats as their cities stand, and their stones."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Worth worth
    cdef int seat, kind
    for seat in range(state.seats):
        worth_of(&a.city[seat], a.options, &worth)
        points[seat] = tiebreak[seat] = a.city[seat].stones
        for kind in range(KINDS):
            points[seat] += worth.value[kind] * worth.stars[kind]
