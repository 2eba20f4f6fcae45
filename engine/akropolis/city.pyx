"""A city that grows tile by tile, as a list of its hexes."""

from libc.stdint cimport uint64_t
from libc.string cimport memset
from urbanist.cext.hexrows cimport DOWN, UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.position cimport HIGH, PLAZA, QUARRY, TURNS, City, hex_at, second_of, third_of


cdef int code_of(str what) except -1:
    """Return the byte of a hex of a tile."""
    if what == pieces.QUARRY:
        return QUARRY
    return pieces.KINDS.index(what.rstrip("*")) + 1 + (PLAZA if what.endswith("*") else 0)


cdef int fill_prints() except -1:
    for number, tile in pieces.TILES.items():
        codes = [code_of(what) for what in tile.hexes]
        for turn in range(TURNS):
            # Clockwise from the anchor; each turn moves the tile's first hex one step. The second hex of a triangle, in
            # the south-east, is the last one clockwise if the triangle points down.
            clockwise = [codes[place - turn] for place in range(3)]
            for place, down, up in zip(range(3), (0, 2, 1), (0, 1, 2)):
                tile_hexes[<int>number][DOWN][<int>turn][<int>place] = clockwise[down]
                tile_hexes[<int>number][UP][<int>turn][<int>place] = clockwise[up]
                tops[<int>number][DOWN][<int>turn] |= <uint64_t>clockwise[down] << 16 * <int>place
                tops[<int>number][UP][<int>turn] |= <uint64_t>clockwise[up] << 16 * <int>place
    for triangle in (DOWN, UP):
        offsets[<int>triangle] = <uint64_t>second_of(0) << 16 | <uint64_t>third_of(0, triangle) << 32
    return 0


cdef int found_city() except -1:
    """Build the start tile hex by hex."""
    memset(&founded, 0, sizeof(City))
    for (q, r), what in pieces.START_TILE.items():
        add_hexes(&founded, hex_at(q, r), code_of(what) | 1 << HIGH, 1)
    founded.west = founded.north = -1
    founded.east = founded.south = 1
    return 0


fill_prints()
found_city()
