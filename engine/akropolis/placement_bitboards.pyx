"""A city as placement bitboards, for uniform playouts: laying a tile and drawing a random place take constant time."""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.hexrows cimport EDGE, HIGHEST, RIM, ROWS, bounds_of, mark_of, open_ground
from urbanist.engine.akropolis.city cimport EACH, anchor_of, founded, tile_hexes, tiles_in, tops, up_at
from urbanist.engine.akropolis.position cimport (
    CODE, CORNERS, FAR, HIGH, KIND_BITS, LINE, QUARRY, SLOT_SHIFT, SLOTS, STARTED, TURNS, City, hex_at, slot_of,
)

cdef enum:
    WIDEST = ROWS - 2 * EDGE

cdef PlacementBitboards[SLOTS] started  # of the start tile alone, by edition
# A variable, because gcc copies a constant size with `rep movs`, which is slower here.
cdef size_t bytes_of_boards = sizeof(PlacementBitboards)

# The row and the column of each hex of a triangle, from its mark: anchor, second, third.
cdef int[2][CORNERS] ROW = [[0, 1, 0], [0, 1, 1]]
cdef int[2][CORNERS] COLUMN = [[0, 0, 1], [1, 1, 0]]


def fill(int slot, edition):
    """Fill the tables of a slot with the tiles of an edition."""
    for tile in edition.tiles:
        fill_stamps(slot << SLOT_SHIFT | <int>tile.id)
    start(&started[slot], &founded[slot], -ROWS // 2, -ROWS // 2)


cdef int fill_stamps(int number) except -1:
    cdef Stamp* stamp
    cdef int up, turn, i, k, code
    memset(stamps[number], 0, sizeof(stamps[number]))
    for up in range(2):
        for turn in range(TURNS):
            stamp = &stamps[number][up][turn]
            stamp.tops = tops[number][up][turn]
            for i in range(CORNERS):
                code = tile_hexes[number][up][turn][i]
                stamp.quarry |= <uint64_t>(code == QUARRY) << COLUMN[up][i] + 32 * ROW[up][i]
                for k in range(KIND_BITS):
                    stamp.code[KIND_BITS * ROW[up][i] + k] |= <uint8_t>((code >> k & 1) << COLUMN[up][i])
    return 0


cdef int fill_shapes() except -1:
    cdef int up, i, k
    for up in range(2):
        for i in range(CORNERS):
            shapes[up] |= <uint64_t>1 << COLUMN[up][i] + 32 * ROW[up][i]
            for k in range(KIND_BITS):
                covers[up][KIND_BITS * ROW[up][i] + k] |= <uint8_t>(1 << COLUMN[up][i])
    return 0


cdef inline void add_hex(PlacementBitboards* d, int row, int column, int code) noexcept nogil:
    """Add a hex of the start tile."""
    cdef uint32_t bit = <uint32_t>1 << column
    cdef int k
    d.rows.level[0][row + RIM] |= bit
    d.quarry[row + RIM] |= bit if code == QUARRY else 0
    for k in range(KIND_BITS):
        d.code[row + RIM][k] |= bit if code >> k & 1 else 0


cdef void start(PlacementBitboards* d, const City* city, int q, int r) noexcept nogil:
    """Fill the bitboards of the start tile of a city, with its first hex at these coordinates."""
    cdef int i
    memset(d, 0, sizeof(PlacementBitboards))
    d.q, d.r, d.first = q, r, hex_at(q, r) * <uint64_t>EACH
    for i in range(STARTED):
        add_hex(d, city.hex[i] // LINE - FAR - r, city.hex[i] % LINE - FAR - q, city.top[i] & CODE)
    for i in range(-r - 3, -r + 4):
        open_ground(&d.rows, i)


fill_shapes()


cdef inline void redo_tile(PlacementBitboards* d, const City* city, int i) noexcept nogil:
    """Lay the tile whose anchor is the i-th hex of the city."""
    cdef Stamp stamp
    cdef int hex = city.hex[i]
    cdef int up = up_at(city, i)
    cdef int j, k, code
    memset(&stamp, 0, sizeof(Stamp))
    for j in range(CORNERS):
        code = city.top[i + j] & CODE
        stamp.quarry |= <uint64_t>(code == QUARRY) << COLUMN[up][j] + 32 * ROW[up][j]
        for k in range(KIND_BITS):
            stamp.code[KIND_BITS * ROW[up][j] + k] |= <uint8_t>((code >> k & 1) << COLUMN[up][j])
    lay_stamp(d, &stamp, (city.top[i] >> HIGH) - 1, hex // LINE - FAR - d.r, mark_of(up, hex % LINE - FAR - d.q - up))


cdef void outgrow(PlacementBitboards* d) noexcept nogil:
    """Note that a city has no room: nothing can be drawn any more."""
    memset(d.rows.count, 0xFF, sizeof(d.rows.count))
    d.outgrown = True


cdef void fill_placement_bitboards(City* city, int options, PlacementBitboards* d) noexcept nogil:
    """Fill the bitboards of a city, given the options of the game; sets `outgrown` if the city has no room."""
    cdef int wide = city.east - city.west + 1
    cdef int high = city.south - city.north + 1
    cdef bint fits = wide <= WIDEST and high <= WIDEST
    cdef int i
    for i in range(city.hexes):
        fits &= city.top[i] >> HIGH <= HIGHEST
    if city.hexes == STARTED:
        memcpy(d, &started[slot_of(options)], bytes_of_boards)
    elif fits:
        start(d, city, city.west - (ROWS - wide) // 2, city.north - (ROWS - high) // 2)
        for i in range(tiles_in(city)):
            redo_tile(d, city, anchor_of(i))
    else:
        outgrow(d)
    d.list, d.stones = city.hex + city.hexes, city.stones


cdef void keep_city(const PlacementBitboards* d, City* city) noexcept nogil:
    """Complete a city whose hexes are listed: copy their number, its stones and its bounding box."""
    cdef int west, east, north, south
    bounds_of(&d.rows, &west, &east, &north, &south)
    city.hexes = <int16_t>(d.list - city.hex)
    city.stones = <int16_t>d.stones
    city.west = <int8_t>(d.q + west)
    city.east = <int8_t>(d.q + east)
    city.north = <int8_t>(d.r + north)
    city.south = <int8_t>(d.r + south)
