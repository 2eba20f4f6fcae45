"""A city that grows tile by tile: the kinds and heights of its hexes."""

from libc.stdint cimport int8_t, uint8_t
from urbanist.cext.hexgrid cimport hex_at, lay, second_of, third_of
from urbanist.engine.akropolis.position cimport QUARRY, TILES, TURNS, City, Place

# The hexes of a tile by triangle (down, up) and turn, in the order of the triangle, anchor first.
cdef uint8_t[TILES + 1][2][TURNS][3] prints
cdef City founded  # the start tile alone


cdef inline void lay_tile(City* city, int tile, Place place) noexcept nogil:
    """Lay a tile where it fits, and gain a stone for each quarry that it covers."""
    cdef const uint8_t* shown = prints[tile][place.up][place.turn]
    cdef int anchor = hex_at(place.q, place.r)
    cdef uint8_t* first = &city.kind[anchor]
    cdef uint8_t* second = &city.kind[second_of(anchor, place.up)]
    cdef uint8_t* third = &city.kind[third_of(anchor, place.up)]
    city.stones += (first[0] == QUARRY) + (second[0] == QUARRY) + (third[0] == QUARRY)
    first[0] = shown[0]
    second[0] = shown[1]
    third[0] = shown[2]
    lay(city.shape, anchor, place.up)
    city.west = <int8_t>min(<int>city.west, place.q - place.up)
    city.east = <int8_t>max(<int>city.east, place.q + 1 - place.up)
    city.north = <int8_t>min(<int>city.north, place.r)
    city.south = <int8_t>max(<int>city.south, place.r + 1)
