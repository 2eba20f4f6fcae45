"""Incremental evaluation of a city: its score terms after one more tile, with only the changed kinds recomputed."""

from libc.string cimport memcpy
from urbanist.cext.cells64 cimport only
from urbanist.cext.fill cimport Group, fill_greatest, fill_groups, greater, greatest_of, root_of
from urbanist.cext.hexlines cimport SPAN, Line, cell_in
from urbanist.engine.akropolis.bitboards cimport (
    HEIGHT, HEIGHT_BITS, CityBitboards, fill_bitboards, find_lakes, quarries_of, stars, stars_of, value_of_group,
)
from urbanist.engine.akropolis.city cimport tile_hexes
from urbanist.engine.akropolis.districts cimport heights_of, value_in
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CORNERS, GARDENS, HOUSES, MARKETS, PLAZA, QUARRY, TEMPLES, Akropolis, City, Place,
    print_of, slot_of,
)
from urbanist.engine.game cimport State

cdef enum:
    AROUND = 9  # hexes around a tile
    DIRECTIONS = 6

# The hexes around a triangle clockwise, by triangle: how far east and south of its anchor.
cdef int[2][AROUND] ring_east = [[0, 1, 2, 2, 1, 0, -1, -1, -1], [0, 1, 1, 1, 0, -1, -2, -2, -1]]
cdef int[2][AROUND] ring_south = [[-1, -1, -1, 0, 1, 2, 2, 1, 0], [-1, -1, 0, 1, 2, 2, 2, 1, 0]]
# The neighbours of a hex.
cdef int[DIRECTIONS] east = [1, 0, -1, -1, 0, 1]
cdef int[DIRECTIONS] south = [0, 1, 1, 0, -1, -1]


cdef inline void value_words(Accumulator* acc, int kind) noexcept nogil:
    """Write the value of a kind, in total and by bitboard word."""
    cdef const CityBitboards* s = &acc.bitboards
    cdef int i
    acc.terms.value[kind - 1] = 0
    for i in range(1, s.window.words + 1):
        acc.value_in[kind - 1][i] = value_in(s, kind, acc.options >> (kind - 1) & 1, i, s.window.lane)
        acc.terms.value[kind - 1] += acc.value_in[kind - 1][i]


cdef void refresh(const City* city, int options, Accumulator* acc) noexcept nogil:
    """Compute the accumulator of a city from scratch."""
    cdef int kind
    cdef CityBitboards* s = &acc.bitboards
    acc.options = options
    fill_bitboards(city, MARGIN, s)
    find_lakes(s)
    fill_groups(&s.window, s.top[HOUSES] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1, &acc.houses)
    acc.greatest = greatest_of(&acc.houses)
    acc.terms.stones = city.stones
    acc.terms.quarries = quarries_of(s)
    acc.terms.value[HOUSES - 1] = value_of_group(acc.greatest.value, options & 1)
    for kind in range(HOUSES + 1, GARDENS + 1):
        value_words(acc, kind)
    for kind in range(HOUSES, GARDENS + 1):
        acc.terms.stars[kind - 1] = stars_of(s, kind, options)
        acc.terms.built[kind - 1] = heights_of(s, kind)


cdef inline void fill_trial(const Accumulator* acc, Place place, Trial* t) noexcept nogil:
    """Find the hexes of a place."""
    cdef int lane = acc.bitboards.window.lane
    cdef int i
    t.up = place.up
    t.spot[0] = cell_in(&acc.bitboards.window, place.q, place.r)
    t.spot[1] = t.spot[0] + lane
    t.spot[2] = t.spot[0] + 1 + place.up * (lane - 2)
    t.height = acc.bitboards.shape[SPAN + t.spot[0]] & HEIGHT
    for i in range(CORNERS):
        t.word[i] = 1 + (t.spot[i] >> 6)
        t.bit[i] = only(t.spot[i] & 63)
        t.old[i] = acc.bitboards.kind[SPAN + t.spot[i]]
    t.rows[0] = t.bit[0] if place.up else t.bit[0] | t.bit[2]
    t.rows[1] = t.bit[1] | t.bit[2] if place.up else t.bit[1]


cdef inline void change(Line* lines, const Trial* t) noexcept nogil:
    """Toggle the hexes of the tile in a bitboard."""
    lines[t.word[0]] ^= t.rows[0]
    lines[t.word[1]] ^= t.rows[1]


cdef inline void exchange_heights(CityBitboards* s, const Trial* t) noexcept nogil:
    """Toggle the height of the hexes of the tile: raise them, or undo that."""
    cdef int k
    cdef int raised = t.height ^ t.height + 1
    for k in range(HEIGHT_BITS):
        if raised >> k & 1:
            change(s.height[k], t)


cdef inline void exchange_kinds(CityBitboards* s, const Trial* t) noexcept nogil:
    """Toggle the kinds of the hexes of the tile: show the tile, or undo that."""
    cdef int i
    for i in range(CORNERS):
        s.top[t.old[i]][t.word[i]] ^= t.bit[i]
        s.top[t.new[i]][t.word[i]] ^= t.bit[i]


cdef inline bint is_built(const CityBitboards* s, const Trial* t, int i) noexcept nogil:
    """Return whether the i-th hex around the tile is built on."""
    cdef int cell = t.spot[0] + s.window.lane * ring_south[t.up][i] + ring_east[t.up][i]
    return s.shape[SPAN + cell] & HEIGHT != 0


cdef inline bint may_enclose(const CityBitboards* s, const Trial* t) noexcept nogil:
    """Return whether the empty hexes around the tile are not contiguous, so that the tile may enclose a lake."""
    cdef int i
    cdef int changes = 0
    cdef bint before = is_built(s, t, AROUND - 1)
    cdef bint here
    for i in range(AROUND):
        here = is_built(s, t, i)
        changes += here != before
        before = here
    return changes > 2


cdef inline int value_of_houses(Accumulator* acc, const Trial* t) noexcept nogil:
    """Return the value of the houses with the tile, which must be on the bitboards."""
    cdef CityBitboards* s = &acc.bitboards
    cdef int[CORNERS * DIRECTIONS] met
    cdef Group group = Group(0, 0)
    cdef int i, j, k, near, mine
    cdef int groups = 0
    for i in range(CORNERS):
        if t.old[i] == HOUSES:  # a covered house may have connected its group
            group = fill_greatest(
                &s.window, s.top[HOUSES] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1,
            )
            return group.value
    for i in range(CORNERS):
        if t.new[i] != HOUSES:
            continue
        group.size += 1
        group.value += t.height + 1
        for k in range(DIRECTIONS):
            near = t.spot[i] + east[k] + s.window.lane * south[k]
            if s.kind[SPAN + near] != HOUSES:
                continue
            mine = root_of(&acc.houses, acc.houses.label[near])
            j = 0
            while j < groups and met[j] != mine:
                j += 1
            if j == groups:
                met[groups] = mine
                groups += 1
                group.size += acc.houses.group[mine].size
                group.value += acc.houses.group[mine].value
    return group.value if greater(group, acc.greatest) else acc.greatest.value


cdef inline void add_term(ScoreTerms* terms, const int* each, int what, int height, int sign) noexcept nogil:
    """Add the stars of a plaza or the height of a district, times `sign`."""
    if HOUSES <= what <= GARDENS:
        terms.built[what - 1] += sign * height
    elif what & PLAZA:
        terms.stars[(what & ~PLAZA) - 1] += sign * each[what]


cdef inline int count_corners(Accumulator* acc, const Trial* t, ScoreTerms* after) noexcept nogil:
    """Count stars, stones and quarries; return a mask of the kinds whose value may change."""
    cdef const int* each = stars[slot_of(acc.options)]
    cdef int i
    cdef int touched = 0
    for i in range(CORNERS):
        touched |= 1 << (t.old[i] & ~PLAZA) | 1 << (t.new[i] & ~PLAZA)
        after.stones += t.old[i] == QUARRY
        after.quarries += (t.new[i] == QUARRY) - (t.old[i] == QUARRY)
        add_term(after, each, t.old[i], t.height, -1)
        add_term(after, each, t.new[i], t.height + 1, 1)
    return touched


cdef inline int gain_of(const Accumulator* acc, int kind, int first, int last) noexcept nogil:
    """Return the change in value of a kind in a range of bitboard words."""
    cdef bint doubles = acc.options >> (kind - 1) & 1
    cdef int lane = acc.bitboards.window.lane
    cdef int gain = 0
    cdef int i
    for i in range(first, last + 1):
        gain += value_in(&acc.bitboards, kind, doubles, i, lane) - acc.value_in[kind - 1][i]
    return gain


cdef inline void value_kinds(
    Accumulator* acc, const Trial* t, int touched, bint everywhere, ScoreTerms* after,
) noexcept nogil:
    """Update the value of the touched kinds: everywhere, or in the words of the tile and of its neighbours."""
    cdef int lane = acc.bitboards.window.lane
    cdef int words = acc.bitboards.window.words
    cdef int first = 1 if everywhere else max(1, 1 + (t.spot[0] - lane >> 6))
    cdef int last = words if everywhere else min(words, 1 + (t.spot[0] + 2 * lane >> 6))
    if touched >> HOUSES & 1:
        after.value[HOUSES - 1] = value_of_group(value_of_houses(acc, t), acc.options & 1)
    if touched >> MARKETS & 1:
        after.value[MARKETS - 1] += gain_of(acc, MARKETS, first, last)
    if touched >> BARRACKS & 1:
        after.value[BARRACKS - 1] += gain_of(acc, BARRACKS, first, last)
    if touched >> TEMPLES & 1:
        after.value[TEMPLES - 1] += gain_of(acc, TEMPLES, first, last)
    if touched >> GARDENS & 1:
        after.value[GARDENS - 1] += gain_of(acc, GARDENS, first, last)


cdef inline void lay(Accumulator* acc, Trial* t) noexcept nogil:
    """Lay a tile without kinds; recompute the outside if the tile may enclose a lake."""
    cdef CityBitboards* s = &acc.bitboards
    cdef size_t size = (s.window.words + 2) * sizeof(Line)
    exchange_heights(s, t)
    t.everywhere = False
    if t.height:
        return
    t.in_lake = s.lakes[t.word[0]] & t.bit[0] != 0
    change(s.built, t)
    t.everywhere = not t.in_lake and may_enclose(s, t)
    if t.everywhere:
        memcpy(t.kept[0], s.outside, size)
        memcpy(t.kept[1], s.lakes, size)
        find_lakes(s)
    else:
        change(&s.lakes[0] if t.in_lake else &s.outside[0], t)


cdef inline void lift(Accumulator* acc, const Trial* t) noexcept nogil:
    """Undo `lay`."""
    cdef CityBitboards* s = &acc.bitboards
    cdef size_t size = (s.window.words + 2) * sizeof(Line)
    exchange_heights(s, t)
    if t.height:
        return
    change(s.built, t)
    if t.everywhere:
        memcpy(s.outside, t.kept[0], size)
        memcpy(s.lakes, t.kept[1], size)
    else:
        change(&s.lakes[0] if t.in_lake else &s.outside[0], t)


cdef inline void show(Accumulator* acc, Trial* t, int tile, int turn, ScoreTerms* after) noexcept nogil:
    """Set the kinds of the tile that lies there, and write the score terms; the price is not included."""
    cdef int touched
    memcpy(t.new, tile_hexes[print_of(acc.options, tile)][t.up][turn], sizeof(t.new))
    after[0] = acc.terms
    touched = count_corners(acc, t, after)
    if t.height == 0:
        touched |= 1 << BARRACKS | 1 << TEMPLES | (acc.options >> (GARDENS - 1) & 1) << GARDENS
    exchange_kinds(&acc.bitboards, t)
    value_kinds(acc, t, touched, t.everywhere, after)


cdef void terms_after(Accumulator* acc, int tile, Place place, ScoreTerms* after) noexcept nogil:
    """Write the score terms after a tile at a place where it fits; the price is not included."""
    cdef Trial t
    fill_trial(acc, place, &t)
    lay(acc, &t)
    show(acc, &t, tile, place.turn, after)
    exchange_kinds(&acc.bitboards, &t)
    lift(acc, &t)


cdef void lay_blank(Accumulator* acc, Place place, Trial* t) noexcept nogil:
    """Lay a tile without kinds at a place where it fits, until `lift_blank`."""
    fill_trial(acc, place, t)
    lay(acc, t)


cdef void lift_blank(Accumulator* acc, const Trial* t) noexcept nogil:
    lift(acc, t)


cdef void show_tile(Accumulator* acc, Trial* t, int tile, int turn, ScoreTerms* after) noexcept nogil:
    """Set the kinds of a blank tile, until `hide_tile`, and write the score terms; the price is not included."""
    show(acc, t, tile, turn, after)


cdef void hide_tile(Accumulator* acc, const Trial* t) noexcept nogil:
    exchange_kinds(&acc.bitboards, t)


def score_terms(State state not None, int seat):
    """Return the `ScoreTerms` of a seat's city; raise `ValueError` if the city is too long for a window."""
    if not 0 <= seat < state.seats:
        raise ValueError(f"no seat {seat}; there are {state.seats}, counted from 0")
    cdef const Akropolis* a = <const Akropolis*>state.head
    cdef Accumulator acc
    if not fits_window(&a.city[seat]):
        raise ValueError(f"the city of seat {seat} is too long for a window")
    refresh(&a.city[seat], a.options, &acc)
    return acc.terms
