"""A city that grows tile by tile, as a list of its hexes.

A *triangle* is three hexes that touch each other. The first one is its anchor: `DOWN` is the anchor, its south-eastern
and its eastern neighbour; `UP` is the anchor, its south-eastern and its south-western neighbour.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy
from urbanist.engine.akropolis.position cimport (
    CODE, CORNERS, HIGH, PRINTS, QUARRY, SLOTS, STARTED, TURNS, City, Place, hex_at, second_of, third_of,
)

cdef enum:
    EACH = 0x000100010001  # each of three hexes, of four numbers in a word

# The hexes of a tile of any edition by triangle (DOWN, UP) and turn, in the order of the triangle, anchor first.
cdef uint8_t[PRINTS][2][TURNS][CORNERS] tile_hexes
# Four numbers of 16 bits in a word: how far each hex of a triangle is from its anchor, and the bytes of `tile_hexes`.
cdef uint64_t[2] offsets
cdef uint64_t[PRINTS][2][TURNS] tops
cdef City[SLOTS] founded  # the start tile alone, by edition


cdef inline void lay_start_tile(City* city, int slot) noexcept nogil:
    """Lay the start tile of an edition in a city that is all zeros."""
    cdef const City* start = &founded[slot]
    memcpy(city.hex, start.hex, STARTED * sizeof(uint16_t))
    memcpy(city.top, start.top, STARTED * sizeof(uint16_t))
    city.hexes = STARTED
    city.west, city.east, city.north, city.south = start.west, start.east, start.north, start.south


cdef inline int tiles_in(const City* city) noexcept nogil:
    """Return the number of tiles, without the start tile."""
    return (city.hexes - STARTED) // CORNERS


cdef inline int anchor_of(int tile) noexcept nogil:
    """Return the place in the list of the anchor of the tile with this number, counted from 0 in the order of play."""
    return STARTED + CORNERS * tile


cdef inline int up_at(const City* city, int anchor) noexcept nogil:
    """Return the triangle of a tile (1: up), from the place of its anchor in the list."""
    return city.hex[anchor + 2] != third_of(city.hex[anchor], 0)


cdef inline int top_at(const City* city, int hex) noexcept nogil:
    """Return what lies on a hex, as in `City.top`; 0 if it is empty."""
    cdef uint16_t highest = 0
    cdef uint16_t top
    cdef int i
    # The list is short, and a loop without a way out is done sixteen hexes at a time. Of two tops the higher counts.
    for i in range((city.hexes + 15) // 16 * 16):
        top = city.top[i] if city.hex[i] == hex else 0
        highest = max(highest, top)
    return highest


cdef inline void add_hexes(City* city, uint64_t hexes, uint64_t tops, int n) noexcept nogil:
    """Add the first n of four hexes to the list; the others are zeros."""
    memcpy(&city.hex[city.hexes], &hexes, sizeof(hexes))
    memcpy(&city.top[city.hexes], &tops, sizeof(tops))
    city.hexes += n


cdef inline void add_tile(City* city, int tile, Place place, int height) noexcept nogil:
    """Add the hexes of a tile that lies `height` high, and nothing else; `tile` is its number among all editions."""
    add_hexes(
        city, <uint64_t>hex_at(place.q, place.r) * EACH + offsets[place.up],
        tops[tile][place.up][place.turn] + (<uint64_t>height << HIGH) * EACH, CORNERS,
    )


cdef inline void lay_tile(City* city, int tile, Place place) noexcept nogil:
    """Lay a tile, given by its number among all editions, where it fits; gain a stone for each quarry it covers."""
    cdef int anchor = hex_at(place.q, place.r)
    cdef int first = top_at(city, anchor)
    if first:
        city.stones += ((first & CODE) == QUARRY) + ((top_at(city, second_of(anchor)) & CODE) == QUARRY)
        city.stones += (top_at(city, third_of(anchor, place.up)) & CODE) == QUARRY
    add_tile(city, tile, place, (first >> HIGH) + 1)
    city.west = <int8_t>min(<int>city.west, place.q - place.up)
    city.east = <int8_t>max(<int>city.east, place.q + 1 - place.up)
    city.north = <int8_t>min(<int>city.north, place.r)
    city.south = <int8_t>max(<int>city.south, place.r + 1)
