"""Validation of Akropolis records: the cities are built again, tile by tile, by the rules.

How many tiles are open, in the stacks and in each city follows from the number of moves.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcmp, memset
from urbanist.cext.cells64 cimport count, first, only
from urbanist.engine.akropolis.city cimport anchor_of, lay_start_tile, lay_tile, tile_hexes, up_at
from urbanist.engine.akropolis.position cimport (
    CODE, CORNERS, FAR, LINE, STACKED, STARTED, TABLE, TILES, TURNS, Akropolis, City, Place, print_of, slot_of,
)
from urbanist.engine.akropolis.rules cimport REFILL, Setting, fits, setting_of, stack_size, stones_of
from urbanist.engine.game cimport Head, invalid_unless


cdef const char* check_time(const Akropolis* a) noexcept nogil:
    """Check what follows from the number of moves."""
    cdef const Setting* setting = setting_of(a.options, a.head.seats)
    cdef int size = setting.market - 1  # tiles of a stack, and moves between two refills
    cdef int stacks = setting.stacks
    cdef int opened, rest
    cdef bint emptied
    if stacks == 0:
        return "options"
    opened, rest = a.head.ply // size, a.head.ply % size
    emptied = rest == 0 and opened > 0  # the market has one tile, unless a stack was opened since
    if a.first >= a.head.seats:
        return "first"
    if opened > stacks + 1 or (opened == stacks + 1 and rest):
        return "ply"
    if a.head.to_move != (a.first + a.head.ply) % a.head.seats:
        return "to_move"
    if a.head.over != (opened == stacks + 1):
        return "over"
    if a.head.due and not (a.head.due == REFILL and emptied and not a.head.over):
        return "due"
    emptied = emptied and (a.head.over or a.head.due)
    opened -= emptied
    if a.market_size != (1 if emptied else size + 1 - rest):
        return "market_size"
    if a.stacks != stacks - opened:
        return "stacks"
    return invalid_unless(a.drawn == opened * size, "drawn")


cdef const char* check_tiles(const Akropolis* a, uint64_t* built) noexcept nogil:
    """Check the open tiles and those in the stacks; write the others, which are in cities."""
    cdef uint64_t tiles = setting_of(a.options, a.head.seats).tiles
    cdef uint64_t stacked = 0
    cdef int hidden = a.stacks * stack_size(a)
    cdef int i
    for i in range(8):
        if i >= a.market_size:
            if a.market[i]:
                return "market"
        elif a.market[i] > TILES or not tiles >> a.market[i] & 1:
            return "market"
        else:
            tiles ^= only(a.market[i])
    if a.unseen & ~tiles or count(a.unseen) != hidden:
        return "unseen"
    for i in range(STACKED):
        if a.stacked[i] == 0:
            continue
        if a.stacked[i] > TILES or i < a.drawn or i >= a.drawn + hidden:
            return "stacked"
        if not (a.unseen & ~stacked) >> a.stacked[i] & 1:
            return "stacked"
        stacked |= only(a.stacked[i])
    built[0] = tiles & ~a.unseen
    return invalid_unless(not (stacked and stacked != a.unseen), "stacked")


cdef bint finds_tile(
    const uint16_t* top, int up, int options, uint64_t* among, int* tile, int* turn,
) noexcept nogil:
    """Find the tile with these three hexes, and take it from a set; return whether there is one.

    Its number is that among all editions.
    """
    cdef uint64_t rest
    cdef const uint8_t* shown
    cdef int number
    for turn[0] in range(TURNS):
        rest = among[0]
        while rest:
            number = first(rest)
            tile[0] = print_of(options, number)
            rest &= rest - 1
            shown = tile_hexes[tile[0]][up][turn[0]]
            if shown[0] == top[0] & CODE and shown[1] == top[1] & CODE and shown[2] == top[2] & CODE:
                among[0] ^= only(number)
                return True
    return False


cdef const char* check_city(
    const City* city, int options, int tiles, int stones, uint64_t* among,
) noexcept nogil:
    """Check a city of so many tiles of a set, and take them from it; `stones` are those at the beginning."""
    cdef City grown
    cdef Place place
    cdef int i, anchor, hex, tile
    memset(&grown, 0, sizeof(City))
    lay_start_tile(&grown, slot_of(options))
    grown.stones = <int16_t>stones
    if city.hexes != STARTED + CORNERS * tiles:
        return "city.hexes"
    for i in range(tiles):
        anchor = anchor_of(i)
        hex = city.hex[anchor]
        if hex >= LINE * LINE:
            return "city.hex"
        place = Place(up_at(city, anchor), hex % LINE - FAR, hex // LINE - FAR, 0)
        if not finds_tile(city.top + anchor, place.up, options, among, &tile, &place.turn):
            return "city.top"
        if not fits(&grown, place):
            return "city.hex"
        lay_tile(&grown, tile, place)
    if memcmp(city.hex, grown.hex, sizeof(grown.hex)):
        return "city.hex"
    if memcmp(city.top, grown.top, sizeof(grown.top)):
        return "city.top"
    if city.stones < 0 or city.stones > grown.stones:
        return "city.stones"
    if city.west != grown.west:
        return "city.west"
    if city.east != grown.east:
        return "city.east"
    if city.north != grown.north:
        return "city.north"
    return invalid_unless(city.south == grown.south, "city.south")


cdef const char* check_cities(const Akropolis* a, uint64_t built) noexcept nogil:
    """Check all cities; each seat that is not at the table has zeros."""
    cdef int seats = a.head.seats
    cdef City empty
    cdef const char* wrong
    cdef int seat, late
    memset(&empty, 0, sizeof(City))
    for seat in range(TABLE):
        if seat >= seats:
            if memcmp(&a.city[seat], &empty, sizeof(City)):
                return "city"
            continue
        late = (seat + seats - a.first) % seats
        wrong = check_city(
            &a.city[seat], a.options, (a.head.ply + seats - 1 - late) // seats,
            stones_of[slot_of(a.options)][late], &built)
        if wrong != NULL:
            return wrong
    return NULL


cdef const char* validate(const Head* state) noexcept nogil:
    """Name a field that is out of range or does not fit the others; NULL for a position."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef uint64_t built = 0
    cdef const char* wrong = check_time(a)
    if wrong == NULL:
        wrong = check_tiles(a, &built)
    return wrong if wrong != NULL else check_cities(a, built)
