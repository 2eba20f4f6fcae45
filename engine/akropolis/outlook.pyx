"""The worth of a city after one more tile; only the kinds that the tile changes are counted again."""

from libc.string cimport memcpy
from urbanist.cext.cells64 cimport only
from urbanist.cext.fill cimport Group, fill_greatest, fill_groups, greater, greatest_of, root_of
from urbanist.cext.hexlines cimport SPAN, Line, cell_in
from urbanist.engine.akropolis.city cimport prints
from urbanist.engine.akropolis.districts cimport heights_of, value_in
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CORNERS, GARDENS, HOUSES, MARKETS, PLAZA, QUARRY, TEMPLES, Akropolis, City, Place,
)
from urbanist.engine.akropolis.survey cimport (
    HEIGHT, HEIGHT_BITS, Survey, explore, quarries_of, stars, stars_of, survey, value_of_group,
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


cdef inline void value_words(Outlook* o, int kind) noexcept nogil:
    """Write the value of a kind, and what of it is in each word."""
    cdef int i
    o.worth.value[kind - 1] = 0
    for i in range(1, o.survey.window.words + 1):
        o.value_in[kind - 1][i] = value_in(&o.survey, kind, o.options >> (kind - 1) & 1, i, o.survey.window.lane)
        o.worth.value[kind - 1] += o.value_in[kind - 1][i]


cdef void look(const City* city, int options, Outlook* o) noexcept nogil:
    """Fill the outlook of a city."""
    cdef int kind
    cdef Survey* s = &o.survey
    o.options = options
    survey(city, MARGIN, s)
    explore(s)
    fill_groups(&s.window, s.top[HOUSES] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1, &o.houses)
    o.greatest = greatest_of(&o.houses)
    o.worth.stones = city.stones
    o.worth.quarries = quarries_of(s)
    o.worth.value[HOUSES - 1] = value_of_group(o.greatest.value, options & 1)
    for kind in range(HOUSES + 1, GARDENS + 1):
        value_words(o, kind)
    for kind in range(HOUSES, GARDENS + 1):
        o.worth.stars[kind - 1] = stars_of(s, kind)
        o.worth.built[kind - 1] = heights_of(s, kind)


cdef inline void set_out(const Outlook* o, Place place, Trial* t) noexcept nogil:
    """Find the hexes of a place."""
    cdef int lane = o.survey.window.lane
    cdef int i
    t.up = place.up
    t.spot[0] = cell_in(&o.survey.window, place.q, place.r)
    t.spot[1] = t.spot[0] + lane
    t.spot[2] = t.spot[0] + 1 + place.up * (lane - 2)
    t.height = o.survey.shape[SPAN + t.spot[0]] & HEIGHT
    for i in range(CORNERS):
        t.word[i] = 1 + (t.spot[i] >> 6)
        t.bit[i] = only(t.spot[i] & 63)
        t.old[i] = o.survey.kind[SPAN + t.spot[i]]
    t.rows[0] = t.bit[0] if place.up else t.bit[0] | t.bit[2]
    t.rows[1] = t.bit[1] | t.bit[2] if place.up else t.bit[1]


cdef inline void change(Line* lines, const Trial* t) noexcept nogil:
    """Add the hexes of the tile to a set, or remove them if they are in it."""
    lines[t.word[0]] ^= t.rows[0]
    lines[t.word[1]] ^= t.rows[1]


cdef inline void exchange_heights(Survey* s, const Trial* t) noexcept nogil:
    """Raise the hexes of the tile, or lower them again; both change the same bits."""
    cdef int k
    cdef int raised = t.height ^ t.height + 1
    for k in range(HEIGHT_BITS):
        if raised >> k & 1:
            change(s.height[k], t)


cdef inline void exchange_kinds(Survey* s, const Trial* t) noexcept nogil:
    """Show what is on the tile, or what was there before."""
    cdef int i
    for i in range(CORNERS):
        s.top[t.old[i]][t.word[i]] ^= t.bit[i]
        s.top[t.new[i]][t.word[i]] ^= t.bit[i]


cdef inline bint is_built(const Survey* s, const Trial* t, int i) noexcept nogil:
    """Return whether the i-th hex around the tile is built on."""
    cdef int cell = t.spot[0] + s.window.lane * ring_south[t.up][i] + ring_east[t.up][i]
    return s.shape[SPAN + cell] & HEIGHT != 0


cdef inline bint may_enclose(const Survey* s, const Trial* t) noexcept nogil:
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


cdef inline int value_of_houses(Outlook* o, const Trial* t) noexcept nogil:
    """Return the value of the houses with the tile, which must be in the survey."""
    cdef Survey* s = &o.survey
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
            mine = root_of(&o.houses, o.houses.label[near])
            j = 0
            while j < groups and met[j] != mine:
                j += 1
            if j == groups:
                met[groups] = mine
                groups += 1
                group.size += o.houses.group[mine].size
                group.value += o.houses.group[mine].value
    return group.value if greater(group, o.greatest) else o.greatest.value


cdef inline void tally(Worth* worth, int what, int height, int sign) noexcept nogil:
    """Add the stars of a plaza or the height of a district, times `sign`."""
    if HOUSES <= what <= GARDENS:
        worth.built[what - 1] += sign * height
    elif what & PLAZA:
        worth.stars[(what & ~PLAZA) - 1] += sign * stars[what]


cdef inline int count_corners(Outlook* o, const Trial* t, Worth* after) noexcept nogil:
    """Count stars, stones and quarries; return a mask of the kinds whose value may change."""
    cdef int i
    cdef int touched = 0
    for i in range(CORNERS):
        touched |= 1 << (t.old[i] & ~PLAZA) | 1 << (t.new[i] & ~PLAZA)
        after.stones += t.old[i] == QUARRY
        after.quarries += (t.new[i] == QUARRY) - (t.old[i] == QUARRY)
        tally(after, t.old[i], t.height, -1)
        tally(after, t.new[i], t.height + 1, 1)
    return touched


cdef inline int gain_of(const Outlook* o, int kind, int first, int last) noexcept nogil:
    """Return how much more a kind is worth now in some words."""
    cdef bint doubles = o.options >> (kind - 1) & 1
    cdef int lane = o.survey.window.lane
    cdef int gain = 0
    cdef int i
    for i in range(first, last + 1):
        gain += value_in(&o.survey, kind, doubles, i, lane) - o.value_in[kind - 1][i]
    return gain


cdef inline void value_kinds(Outlook* o, const Trial* t, int touched, bint everywhere, Worth* after) noexcept nogil:
    """Value the kinds that are touched: `everywhere`, or in the words of the tile and the hexes around it."""
    cdef int lane = o.survey.window.lane
    cdef int words = o.survey.window.words
    cdef int first = 1 if everywhere else max(1, 1 + (t.spot[0] - lane >> 6))
    cdef int last = words if everywhere else min(words, 1 + (t.spot[0] + 2 * lane >> 6))
    if touched >> HOUSES & 1:
        after.value[HOUSES - 1] = value_of_group(value_of_houses(o, t), o.options & 1)
    if touched >> MARKETS & 1:
        after.value[MARKETS - 1] += gain_of(o, MARKETS, first, last)
    if touched >> BARRACKS & 1:
        after.value[BARRACKS - 1] += gain_of(o, BARRACKS, first, last)
    if touched >> TEMPLES & 1:
        after.value[TEMPLES - 1] += gain_of(o, TEMPLES, first, last)
    if touched >> GARDENS & 1:
        after.value[GARDENS - 1] += gain_of(o, GARDENS, first, last)


cdef inline void lay(Outlook* o, Trial* t) noexcept nogil:
    """Lay a tile that shows nothing yet; what it may enclose is explored."""
    cdef Survey* s = &o.survey
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
        explore(s)
    else:
        change(&s.lakes[0] if t.in_lake else &s.outside[0], t)


cdef inline void lift(Outlook* o, const Trial* t) noexcept nogil:
    """Undo `lay`."""
    cdef Survey* s = &o.survey
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


cdef inline void show(Outlook* o, Trial* t, int tile, int turn, Worth* after) noexcept nogil:
    """Show what is on the tile that lies there, and write the worth of the city; the price is not included."""
    cdef int touched
    memcpy(t.new, prints[tile][t.up][turn], sizeof(t.new))
    after[0] = o.worth
    touched = count_corners(o, t, after)
    if t.height == 0:
        touched |= 1 << BARRACKS | 1 << TEMPLES | (o.options >> (GARDENS - 1) & 1) << GARDENS
    exchange_kinds(&o.survey, t)
    value_kinds(o, t, touched, t.everywhere, after)


cdef void foresee(Outlook* o, int tile, Place place, Worth* after) noexcept nogil:
    """Write the worth of the city after a tile at a place where it fits; the price is not included."""
    cdef Trial t
    set_out(o, place, &t)
    lay(o, &t)
    show(o, &t, tile, place.turn, after)
    exchange_kinds(&o.survey, &t)
    lift(o, &t)


cdef void lay_blank(Outlook* o, Place place, Trial* t) noexcept nogil:
    """Lay a tile that shows nothing at a place where it fits, until `lift_blank`."""
    set_out(o, place, t)
    lay(o, t)


cdef void lift_blank(Outlook* o, const Trial* t) noexcept nogil:
    lift(o, t)


cdef void show_tile(Outlook* o, Trial* t, int tile, int turn, Worth* after) noexcept nogil:
    """Show a tile where one lies, until `hide_tile`, and write the worth of the city; the price is not included."""
    show(o, t, tile, turn, after)


cdef void hide_tile(Outlook* o, const Trial* t) noexcept nogil:
    exchange_kinds(&o.survey, t)


def worth_of(State state not None, int seat):
    """Return the counts of `Worth` for a seat's city; raise `ValueError` if the city is too long for a window."""
    if not 0 <= seat < state.seats:
        raise ValueError(f"no seat {seat}; there are {state.seats}, counted from 0")
    cdef const Akropolis* a = <const Akropolis*>state.head
    cdef Outlook o
    if not in_view(&a.city[seat]):
        raise ValueError(f"the city of seat {seat} is too long for a window")
    look(&a.city[seat], a.options, &o)
    return o.worth
