"""A city as a grid of bytes, and what one more tile changes in it.

The points of a city are a sum of products: stars times value of each kind. A tile changes stars and values only on and
beside its own three hexes, and what it changes there depends on hexes at most two steps away. So an `Effect` holds for
all cities that are alike that far. There are two exceptions. The greatest group of houses is found from the groups of
the whole city. A tile on the ground may cut a lake off: then the effect is unsure, and the city is counted anew.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from urbanist.cext.hexspot cimport Spot
from urbanist.engine.akropolis.bitboards cimport value_of_group
from urbanist.engine.akropolis.position cimport CORNERS, KINDS, PRINTS, SLOTS, STARTED, TURNS, City, Place

cdef enum:
    MARGIN = 11  # empty cells around the city, enough for three more tiles in a row
    SIDE = 84  # rows and columns, enough for any city: 29 tiles and the start tile have 61 of each at most
    AREA = SIDE * SIDE
    HEIGHT_SHIFT = 4  # in the byte of a cell: its kind, its height, and OPEN if it is outside
    OPEN = 128
    LANES = 8  # of a sum of products: the kinds, counted from 0, and the stones
    STONES = KINDS
    MAX_GROUPS = 64
    NEAR = 1  # of two sites: a tile on one of them changes what a tile on the other one does
    MET = 2  # they share a hex
    MAX_FOLLOW_UPS = 16
    REACHES = 9  # one more than the groups of houses that two tiles can join at most
    # Flags of an effect.
    HOMES = 1  # it lays or covers houses: the value of houses is not in it
    UNSURE = 2  # it is a bound: it may cut off a lake
    HOUSED = 4  # with HOMES: the value of houses is in it after all, for the groups of one ground
    COVERS = 8  # it covers houses
    # A worth is points and stones in one number that compares as they do.
    POINT_BITS = 12
    POINT = 1 << POINT_BITS
    INFINITE_POINTS = 32_000  # more than any city has; a number of 16 bits


cdef extern from *:
    """
    #define AKROPOLIS_INFINITE (INT64_C(1) << 60)
    """
    const int64_t INFINITE "AKROPOLIS_INFINITE"  # more than any worth, key or effort


cdef struct Site:
    # A triangle where a tile fits, by its mark: the upper row, the westernmost column.
    uint8_t up
    uint8_t row
    uint8_t column


cdef struct Effect:
    int16_t[LANES] stars  # changes
    int16_t[LANES] value
    int16_t site  # its number in a list of sites
    uint8_t turn
    uint8_t flags
    int16_t homes  # the sum of the heights of the houses that it lays
    int16_t laid  # their number
    int16_t joined  # groups of houses that touch them
    uint64_t touched  # these groups, a bit for each
    int16_t temples  # the value of temples and markets that it lays and that do not count yet
    int16_t markets
    int16_t standing  # what sorts it in a list
    int16_t bare  # with HOMES: the points after it as if houses had no value
    uint8_t effect_class  # with HOMES: its number among the classes of the tile


cdef struct Grid:
    uint8_t[AREA] cell
    uint8_t[AREA] piece  # which tile lies on top, 0: none
    uint8_t[AREA] group  # of houses
    int16_t[LANES] stars
    int16_t[LANES] value
    int16_t[MAX_GROUPS] size  # hexes of each group of houses, from 1 on
    int16_t[MAX_GROUPS] tall  # sum of their heights
    int groups
    int[REACHES] reach  # sums of the tallest groups: none, one, two and so on
    int markets_tall  # sum of the heights of all markets, whether they count or not
    int q  # coordinates of the first cell
    int r
    int rows  # that may ever be built on
    uint8_t options
    City city  # without stones


cdef struct Surroundings:
    # A site and its surroundings, before a tile lies there.
    Site site
    int height
    bint sure  # a tile there cuts no lake off
    Spot tile
    Spot near  # the tile and all around it
    Spot[LANES] district  # by kind, counted from 0
    Spot bazaars  # plazas of markets
    Spot quarries
    Spot built
    Spot outside
    Spot[3] digit  # of heights
    int16_t[LANES] stars  # under the tile
    int16_t[LANES] value  # of the districts near


cdef struct TileMask:
    # What a tile shows on a triangle with a turn.
    Spot[LANES] district
    Spot bazaars
    Spot plazas
    int16_t[LANES] stars

cdef struct Synergy:
    # What two tiles that are close can be worth together at most beyond what each is worth alone: the value of each
    # kind, beside the temples and markets that the second tile lays, which does not cover the first one.
    int16_t[LANES] value
    bint markets  # whether those that the second tile lays may count more
    bint boundless


cdef struct FollowUp:
    # A triangle that one more tile could cover after a tile: a part of this tile, and something beside it.
    int16_t[LANES] lost  # value that is covered and counts now; stones are gained
    bint temples  # whether districts that are laid there may count
    bint barracks
    bint markets


cdef struct FollowUps:
    int count
    int height  # of what is laid there
    FollowUp[MAX_FOLLOW_UPS] step


cdef bint[SLOTS] has_room  # by edition: whether the points of an ending have room in 16 bits
cdef TileMask[PRINTS][2][TURNS] tile_masks  # of the tiles of all editions
# NEAR if two sites influence each other, or MET: by their triangles, and the distances of their marks plus 3.
cdef uint8_t[2][2][8][8] close

cdef void fill_grid(const City* city, int stones, int options, Grid* g) noexcept nogil
cdef int find_sites(const Grid* g, int top, int left, int bottom, int right, Site* out, int most) noexcept nogil
cdef bint is_site(const Grid* g, Site site) noexcept nogil
cdef bint is_last_around(const Surroundings* s, Site site) noexcept nogil
cdef void fill_surroundings(const Grid* g, Site site, Surroundings* s) noexcept nogil
cdef void find_effect(const Grid* g, const Surroundings* s, const TileMask* mark, Effect* e) noexcept nogil
cdef void find_synergy(
    const Grid* g, const Surroundings* s, const TileMask* mark, const Effect* e, Synergy* out) noexcept nogil
cdef void find_follow_ups(const Grid* g, const Surroundings* s, const TileMask* mark, FollowUps* out) noexcept nogil
cdef int homes_beside(const Grid* g, Site site, const TileMask* mark) noexcept nogil
cdef uint64_t touched_by(const Grid* g, const Surroundings* s, const TileMask* mark) noexcept nogil
cdef int homes_after(const Grid* g, const Surroundings* s, const TileMask* mark) noexcept nogil
cdef bint is_sure(const Grid* g, Site site, const Effect* e) noexcept nogil
cdef int64_t worth_anew(const Grid* g, int tile, Site site, int turn) noexcept nogil
cdef bint build(const Grid* g, int tile, Site site, const Effect* e, Grid* out) noexcept nogil


cdef inline Place place_at(const Grid* g, Site site, int turn) noexcept nogil:
    """Return the place of a tile on a site."""
    return Place(site.up, g.q + site.column + site.up, g.r + site.row, turn)


cdef inline int closeness(Site one, Site other) noexcept nogil:
    """Return NEAR or MET for sites that are so close, else 0."""
    cdef unsigned int rows = one.row + 3 - other.row
    cdef unsigned int columns = one.column + 3 - other.column
    return close[one.up][other.up][rows][columns] if rows < 7 and columns < 7 else 0


cdef inline int height_on(const Grid* g, Site site) noexcept nogil:
    """Return the height below a tile on a site."""
    return g.cell[site.row * SIDE + site.column + site.up] >> HEIGHT_SHIFT & 7


cdef inline bint covers(const Grid* g, Site site, int piece) noexcept nogil:
    """Return whether a tile on a site would cover a part of a piece."""
    cdef const uint8_t* at = g.piece + site.row * SIDE + site.column
    return at[site.up] == piece or at[SIDE + site.up] == piece or at[SIDE if site.up else 1] == piece


cdef inline int last_piece(const Grid* g) noexcept nogil:
    """Return the number of the piece that was laid last."""
    return 1 + (g.city.hexes - STARTED) // CORNERS


cdef inline int sum_of_products(const int16_t* one, const int16_t* other) noexcept nogil:
    cdef int sum = 0
    cdef int k
    for k in range(LANES):
        sum += <int>one[k] * other[k]
    return sum


cdef inline int points_after(const Grid* g, const Effect* e) noexcept nogil:
    """Return the points of the city with its stones after an effect, with houses only as far as it knows them."""
    cdef int16_t[LANES] stars, value
    cdef int k
    for k in range(LANES):
        stars[k] = g.stars[k] + e.stars[k]
        value[k] = g.value[k] + e.value[k]
    return sum_of_products(stars, value)


cdef inline int most_joined(int laid) noexcept nogil:
    """Return how many groups some new houses of a tile can touch at most."""
    # The hexes around a tile leave room for two groups that do not touch beside one house, else for four.
    return min(2 * laid, 4)


cdef inline int most_of_houses(const Grid* g, int joined, int homes) noexcept nogil:
    """Return the greatest value of houses after some more, given the groups that they touch and all their heights."""
    return value_of_group(g.reach[max(joined, 1)] + homes, g.options & 1)


cdef inline int64_t worth_of(int points, int stones) noexcept nogil:
    """Return the worth of points, stones included, and stones as the tie-break."""
    return <int64_t>points * POINT + stones
