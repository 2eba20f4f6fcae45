"""The points of a city, from its placement bitboards, eight rows at a time."""

from libc.stdint cimport uint32_t
from urbanist.cext.fill cimport Groups, fill_groups, greatest_of
from urbanist.cext.hexblocks cimport (
    Block, all_empty, any_of, bits_of, block_at, both, either, enclosed, ends_of, four_blocks, neither, plus, put,
    sum_of, touching, touching3, without,
)
from urbanist.cext.hexlines cimport Line, Window, window_of
from urbanist.cext.hexrows cimport RIM, ROWS
from urbanist.engine.akropolis.bitboards cimport stars, value_of_group
from urbanist.engine.akropolis.placement_bitboards cimport PlacementBitboards
from urbanist.engine.akropolis.position cimport (
    BARRACKS, GARDENS, HOUSES, KIND_BITS, KINDS, MARKETS, PLAZA, TEMPLES, City, slot_of,
)

cdef enum:
    BLOCK = 8  # rows
    ROOM = RIM + ROWS + 2 * BLOCK

cdef Line[ROWS] nowhere  # the third bit plane of heights: these cities are at most three high


cdef struct ScoringBitboards:
    # Bitboards by row, and for each kind the number of its plazas in each byte of a block.
    uint32_t[KINDS + 1][ROOM] districts
    uint32_t[ROOM] bazaars  # plazas of markets
    uint32_t[ROOM] built
    uint32_t[ROOM] outside
    uint32_t[ROOM] lakes
    Block plazas[KINDS + 1]
    int first  # the first and the last row of the city
    int last


cdef inline bint doubles(int options, int kind) noexcept nogil:
    """Return whether the option for a kind is on."""
    return options >> (kind - 1) & 1


cdef inline void add_kind(ScoringBitboards* t, int kind, int row, Block cells, Block plaza) noexcept nogil:
    """Write the districts of a kind, and count its plazas."""
    put(t.districts[kind] + row, without(cells, plaza))
    t.plazas[kind] = plus(t.plazas[kind], bits_of(both(cells, plaza)))


cdef inline void empty_rows(ScoringBitboards* t, int row) noexcept nogil:
    """Clear the rows before or after the city in all bitboards whose neighbours count."""
    put(t.built + row, all_empty())
    put(t.districts[HOUSES] + row, all_empty())
    put(t.districts[MARKETS] + row, all_empty())
    put(t.bazaars + row, all_empty())


cdef inline void add_rows(ScoringBitboards* t, const PlacementBitboards* d, int row) noexcept nogil:
    """Write eight rows of the districts and plazas of each kind, and of what is built."""
    cdef Block[KIND_BITS] digit
    cdef Block odd, market
    four_blocks(d.code[row], digit)
    odd = without(digit[0], digit[2])
    market = without(digit[1], either(digit[0], digit[2]))
    add_kind(t, HOUSES, row, without(odd, digit[1]), digit[3])
    add_kind(t, MARKETS, row, market, digit[3])
    add_kind(t, BARRACKS, row, both(odd, digit[1]), digit[3])
    add_kind(t, TEMPLES, row, without(digit[2], either(digit[0], digit[1])), digit[3])
    add_kind(t, GARDENS, row, without(both(digit[0], digit[2]), digit[1]), digit[3])
    put(t.bazaars + row, both(market, digit[3]))
    put(t.built + row, either(block_at(d.rows.low + row), block_at(d.rows.high + row)))


cdef inline void fill(ScoringBitboards* t, const PlacementBitboards* d) noexcept nogil:
    cdef int kind
    cdef int row = t.first
    for kind in range(HOUSES, GARDENS + 1):
        t.plazas[kind] = all_empty()
    empty_rows(t, row - BLOCK)
    while row <= t.last:
        add_rows(t, d, row)
        row += BLOCK
    empty_rows(t, row)


cdef void find_lakes(ScoringBitboards* t) noexcept nogil:
    """Find the outside and the lakes."""
    cdef Block found, known
    cdef Block growing = block_at(t.built + t.first)
    cdef int row
    for row in range(t.first - BLOCK, t.last + BLOCK + 1, 8):
        put(t.outside + row, ends_of(block_at(t.built + row)))
    while any_of(growing):
        growing = all_empty()
        for row in range(t.first, t.last + 1, 8):
            known = block_at(t.outside + row)
            found = without(touching(t.outside + row), either(known, block_at(t.built + row)))
            put(t.outside + row, either(known, found))
            growing = either(growing, found)
    for row in range(t.first - BLOCK, t.last + BLOCK + 1, 8):
        put(t.lakes + row, neither(block_at(t.built + row), block_at(t.outside + row)))


cdef inline Block favoured(const ScoringBitboards* t, int kind, int row) noexcept nogil:
    """Return the districts of a kind that count in eight rows; not for houses, which count as a group."""
    cdef Block cells = block_at(t.districts[kind] + row)
    if kind == MARKETS:
        return without(cells, touching(t.districts[MARKETS] + row))
    if kind == BARRACKS:
        return both(cells, touching(t.outside + row))
    if kind == TEMPLES:
        return both(cells, enclosed(t.built + row))
    return cells


cdef inline Block doubling(const ScoringBitboards* t, const PlacementBitboards* d, int kind, int row) noexcept nogil:
    """Return the hexes of eight rows that meet the condition to double a kind; not for houses."""
    if kind == MARKETS:
        return touching(t.bazaars + row)
    if kind == BARRACKS:
        return touching3(t.outside + row)
    if kind == TEMPLES:
        return block_at(d.rows.high + row)
    return touching(t.lakes + row)


cdef inline Block heights(const PlacementBitboards* d, int row, Block cells) noexcept nogil:
    """Return the sum of the heights of some hexes in each byte."""
    cdef Block twos = bits_of(both(cells, block_at(d.rows.high + row)))
    return plus(bits_of(both(cells, block_at(d.rows.low + row))), plus(twos, twos))


cdef inline int value_of(const ScoringBitboards* t, const PlacementBitboards* d, int kind, bint doubled) noexcept nogil:
    """Return the value of the districts of a kind; not for houses."""
    cdef Block value = all_empty()
    cdef Block cells
    cdef int row
    for row in range(t.first, t.last + 1, 8):
        cells = favoured(t, kind, row)
        value = plus(value, heights(d, row, cells))
        if doubled:
            value = plus(value, heights(d, row, both(cells, doubling(t, d, kind, row))))
    return sum_of(value)


cdef int value_of_houses(ScoringBitboards* t, const PlacementBitboards* d, bint doubled) noexcept nogil:
    """Return the value of the greatest group of houses."""
    cdef uint32_t[ROOM] pairs
    cdef const uint32_t* houses = t.districts[HOUSES]
    cdef Groups groups
    cdef Window window = window_of(0, 0, ROWS, t.last - t.first + 1)
    cdef Block found
    cdef Block some = all_empty()
    cdef int row
    put(pairs + t.first - BLOCK, all_empty())
    for row in range(t.first, t.last + 1, 8):
        found = both(block_at(houses + row), touching(houses + row))
        put(pairs + row, found)
        some = either(some, found)
    if any_of(some):  # then a single house is not in the greatest group
        houses = pairs
    # Two rows are a line of hexes.
    fill_groups(
        &window, <const Line*>(houses + t.first), <const Line*>(d.rows.low + t.first),
        <const Line*>(d.rows.high + t.first), nowhere, &groups,
    )
    return value_of_group(greatest_of(&groups).value, doubled)


cdef int points_on_boards(const PlacementBitboards* d, const City* city, int options) noexcept nogil:
    """Return the points of a city without its stones; its bounding box must be up to date."""
    cdef ScoringBitboards t
    cdef const int* each = stars[slot_of(options)]
    cdef int homes, guards, points
    t.first = RIM + city.north - d.r
    t.last = RIM + city.south - d.r
    fill(&t, d)
    homes = each[HOUSES | PLAZA] * sum_of(t.plazas[HOUSES])
    guards = each[BARRACKS | PLAZA] * sum_of(t.plazas[BARRACKS])
    if guards or doubles(options, GARDENS):
        find_lakes(&t)
    points = (
        each[MARKETS | PLAZA] * sum_of(t.plazas[MARKETS]) * value_of(&t, d, MARKETS, doubles(options, MARKETS))
        + each[TEMPLES | PLAZA] * sum_of(t.plazas[TEMPLES]) * value_of(&t, d, TEMPLES, doubles(options, TEMPLES))
        + each[GARDENS | PLAZA] * sum_of(t.plazas[GARDENS]) * value_of(&t, d, GARDENS, doubles(options, GARDENS))
    )
    if guards:
        points += guards * value_of(&t, d, BARRACKS, doubles(options, BARRACKS))
    return points + homes * value_of_houses(&t, d, doubles(options, HOUSES)) if homes else points
