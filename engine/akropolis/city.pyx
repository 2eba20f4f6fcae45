"""A city that grows tile by tile, as a list of its hexes."""

from libc.stdint cimport uint64_t
from libc.string cimport memset
from urbanist.cext.hexrows cimport DOWN, UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.position cimport (
    CORNERS, HIGH, PLAZA, QUARRY, SLOT_SHIFT, TURNS, City, hex_at, second_of, third_of,
)


cdef int code_of(str what) except -1:
    """Return the byte of a hex of a tile."""
    if what == pieces.QUARRY:
        return QUARRY
    return pieces.KINDS.index(what.rstrip("*")) + 1 + (PLAZA if what.endswith("*") else 0)


def fill(int slot, edition):
    """Fill the tables of a slot with the tiles of an edition."""
    for tile in edition.tiles:
        fill_prints(slot << SLOT_SHIFT | <int>tile.id, tile.hexes)
    found_city(&founded[slot], edition.start)


cdef int fill_prints(int number, hexes) except -1:
    cdef int turn, place, code
    codes = [code_of(what) for what in hexes]
    memset(tops[number], 0, sizeof(tops[number]))
    for turn in range(TURNS):
        # Clockwise from the anchor; each turn moves the tile's first hex one step. The second hex of a triangle, in
        # the south-east, is the last one clockwise if the triangle points down.
        clockwise = [codes[(place + CORNERS - turn) % CORNERS] for place in range(CORNERS)]
        for triangle, order in ((DOWN, (0, 2, 1)), (UP, (0, 1, 2))):
            for place in range(CORNERS):
                code = clockwise[order[place]]
                tile_hexes[number][<int>triangle][turn][place] = code
                tops[number][<int>triangle][turn] |= <uint64_t>code << 16 * place
    return 0


cdef int found_city(City* city, start) except -1:
    """Build the start tile hex by hex."""
    memset(city, 0, sizeof(City))
    for (q, r), what in zip(pieces.START, start, strict=True):
        add_hexes(city, hex_at(q, r), code_of(what) | 1 << HIGH, 1)
    city.west = city.north = -1
    city.east = city.south = 1
    return 0


for _triangle in (DOWN, UP):
    offsets[<int>_triangle] = <uint64_t>second_of(0) << 16 | <uint64_t>third_of(0, _triangle) << 32
