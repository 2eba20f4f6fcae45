"""The points of a city from its placement bitboards: in a square if it is small enough, else in a window."""

from libc.stdint cimport uint32_t
from urbanist.cext.hexlines cimport Line, window_of
from urbanist.cext.hexrows cimport RIM, ROOM_OF_ROWS, ROWS
from urbanist.cext.hexsquare cimport (
    SIDE, Square, any_of, bits_of, both, brim, cut, cut_four, either, enclosed, ends_of, first_of, grown, others,
    plus, sum_of, touching, touching4, without,
)
from urbanist.engine.akropolis.bitboards cimport HEIGHT_BITS, ROOM, CityBitboards, set_kinds, stars, value_of_group
from urbanist.engine.akropolis.placement_bitboards cimport PlacementBitboards
from urbanist.engine.akropolis.position cimport (
    BARRACKS, GARDENS, HOUSES, KIND_BITS, KINDS, MARKETS, PLAZA, TEMPLES, City, slot_of,
)
from urbanist.engine.akropolis.scoring cimport points_in


cdef struct CitySquare:
    Square built
    Square low  # binary digits of the heights
    Square high
    Square outside  # with `find_outside`
    Square[KINDS + 1] districts
    Square[KINDS + 1] plazas


cdef inline bint doubles(int options, int kind) noexcept nogil:
    """Return whether the option for a kind is on."""
    return options >> (kind - 1) & 1


cdef inline void set_kind(CitySquare* s, int kind, Square cells, Square plazas) noexcept nogil:
    s.districts[kind] = without(cells, plazas)
    s.plazas[kind] = both(cells, plazas)


cdef inline void fill(CitySquare* s, const PlacementBitboards* d, int row, int column) noexcept nogil:
    """Fill the square from a row and a column of the bitboards on."""
    cdef Square[KIND_BITS] digit
    cdef Square odd
    s.built = cut(d.rows.level[0] + row, column)
    s.high = cut(d.rows.level[1] + row, column)
    s.low = either(without(s.built, s.high), cut(d.rows.level[2] + row, column))
    cut_four(d.code[row], column, digit)
    odd = without(digit[0], digit[2])
    set_kind(s, HOUSES, without(odd, digit[1]), digit[3])
    set_kind(s, MARKETS, without(digit[1], either(digit[0], digit[2])), digit[3])
    set_kind(s, BARRACKS, both(odd, digit[1]), digit[3])
    set_kind(s, TEMPLES, without(digit[2], either(digit[0], digit[1])), digit[3])
    set_kind(s, GARDENS, without(both(digit[0], digit[2]), digit[1]), digit[3])


cdef inline void find_outside(CitySquare* s) noexcept nogil:
    cdef Square empty = others(s.built)
    s.outside = grown(either(ends_of(s.built), both(empty, brim())), empty)


cdef inline Square favoured(const CitySquare* s, int kind) noexcept nogil:
    """Return the districts of a kind that count; not for houses, which count as a group."""
    if kind == MARKETS:
        return without(s.districts[MARKETS], touching(s.districts[MARKETS]))
    if kind == BARRACKS:  # what is beyond the square is outside too
        return without(s.districts[BARRACKS], enclosed(others(s.outside)))
    if kind == TEMPLES:
        return both(s.districts[TEMPLES], enclosed(s.built))
    return s.districts[kind]


cdef inline Square doubling(const CitySquare* s, int kind) noexcept nogil:
    """Return the hexes that meet the condition to double a kind; not for houses."""
    if kind == MARKETS:
        return touching(s.plazas[MARKETS])
    if kind == BARRACKS:  # at most three of the six are not outside
        return others(touching4(others(s.outside)))
    if kind == TEMPLES:
        return s.high
    return touching(others(either(s.built, s.outside)))


cdef inline Square heights(const CitySquare* s, Square cells) noexcept nogil:
    """Return the sum of the heights of some hexes in each byte."""
    cdef Square twos = bits_of(both(cells, s.high))
    return plus(bits_of(both(cells, s.low)), plus(twos, twos))


cdef inline int value_of(const CitySquare* s, int kind, bint doubled) noexcept nogil:
    """Return the value of the districts of a kind; not for houses."""
    cdef Square cells = favoured(s, kind)
    cdef Square value = heights(s, cells)
    if doubled:
        value = plus(value, heights(s, both(cells, doubling(s, kind))))
    return sum_of(value)


cdef inline int highest(const CitySquare* s, Square cells) noexcept nogil:
    """Return the height of the highest of some hexes, 0 if there are none."""
    cdef Square high = both(cells, s.high)
    if any_of(high):
        return 2 + any_of(both(high, s.low))
    return any_of(cells)


cdef inline int value_of_houses(const CitySquare* s, bint doubled) noexcept nogil:
    """Return the value of the greatest group of houses."""
    cdef Square houses = s.districts[HOUSES]
    cdef Square rest = both(houses, touching(houses))
    cdef Square group
    cdef int most = 0
    cdef int best = 0
    cdef int size, value
    if not any_of(rest):  # then each is a group
        return value_of_group(highest(s, houses), doubled)
    while any_of(rest):
        group = grown(first_of(rest), rest)
        rest = without(rest, group)
        size, value = sum_of(bits_of(group)), sum_of(heights(s, group))
        if size > most or size == most and value > best:
            most, best = size, value
    return value_of_group(best, doubled)


cdef inline int stars_in(const CitySquare* s, const int* each, int kind) noexcept nogil:
    return each[kind | PLAZA] * sum_of(bits_of(s.plazas[kind]))


cdef inline Line two_rows(const uint32_t* row, size_t stride) noexcept nogil:
    """Return a row and the next one, so many words further, as a line of 64 hexes."""
    return row[0] | <Line>row[stride] << ROWS


cdef void fill_window(const PlacementBitboards* d, const City* city, CityBitboards* s) noexcept nogil:
    """Fill the bitboards of a city; their lines are the rows of the placement bitboards, with empty first columns."""
    cdef Line[KIND_BITS][ROOM] digits
    cdef size_t row
    cdef Line high
    cdef int i, k, past
    s.window = window_of(d.q, city.north, ROWS, city.south - city.north + 1)
    past = s.window.words + 1
    for k in range(HEIGHT_BITS):
        s.height[k][0] = s.height[k][past] = 0
    for i in range(1, past):
        row = RIM + city.north - d.r + 2 * (i - 1)
        high = two_rows(d.rows.level[1] + row, 1)
        s.height[0][i] = two_rows(d.rows.level[0] + row, 1) & ~high | two_rows(d.rows.level[2] + row, 1)
        s.height[1][i] = high
        s.height[2][i] = 0
        for k in range(KIND_BITS):
            digits[k][i] = two_rows(&d.code[row][k], KIND_BITS)
    set_kinds(s, digits[0])
    s.lakes_known = False


cdef int points_in_window(const PlacementBitboards* d, const City* city, int options) noexcept nogil:
    """Return the points of a city of any size that the bitboards have room for, with its stones."""
    cdef CityBitboards s
    fill_window(d, city, &s)
    return city.stones + points_in(&s, options)


cdef int points_on_boards(const PlacementBitboards* d, const City* city, int options) noexcept nogil:
    """Return the points of a city with its stones; its bounding box must be up to date."""
    cdef CitySquare s
    cdef const int* each = stars[slot_of(options)]
    cdef int homes, guards, points
    if city.east - city.west >= SIDE or city.south - city.north >= SIDE:
        return points_in_window(d, city, options)
    fill(&s, d, min(RIM + city.north - d.r, ROOM_OF_ROWS - SIDE), city.west - d.q)
    homes, guards = stars_in(&s, each, HOUSES), stars_in(&s, each, BARRACKS)
    if guards or doubles(options, GARDENS):
        find_outside(&s)
    points = (
        stars_in(&s, each, MARKETS) * value_of(&s, MARKETS, doubles(options, MARKETS))
        + stars_in(&s, each, TEMPLES) * value_of(&s, TEMPLES, doubles(options, TEMPLES))
        + stars_in(&s, each, GARDENS) * value_of(&s, GARDENS, doubles(options, GARDENS))
    )
    if guards:
        points += guards * value_of(&s, BARRACKS, doubles(options, BARRACKS))
    if homes:
        points += homes * value_of_houses(&s, doubles(options, HOUSES))
    return city.stones + points
