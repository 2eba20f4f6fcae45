"""Regions of hexes: the greatest group, and the outside of a city without its lakes.

Sets of hexes are the words of a window (hexlines), with one more word before the first and after the last.
"""

from urbanist.cext.cells64 cimport first
from urbanist.cext.hexlines cimport MAX_WORDS, Line, Window, above, beside, east_of, west_of

cdef Line[7] heads_of = [0, 0, 0, 0, 0x0001000100010001, 0x0000000100000001, 1]  # by the shift of a window


cdef bint paired(const Window* window, const Line* cells, Line* pairs) noexcept nogil:
    """Write the hexes that touch another hex of the set; return whether there are any."""
    cdef Line together = 0
    cdef int i
    for i in range(window.words):
        pairs[i] = cells[i] & beside(cells + i, window.lane)
        together |= pairs[i]
    return together != 0


cdef inline void join(Groups* groups, int mine, int other) noexcept nogil:
    if other != mine:
        groups.parent[other] = <short>mine
        groups.group[mine].size += groups.group[other].size
        groups.group[mine].value += groups.group[other].value


cdef void fill_groups(
    const Window* window, const Line* cells, const Line* low, const Line* middle, const Line* high, Groups* groups,
) noexcept nogil:
    """Find the groups of `cells`; `low`, `middle` and `high` are the binary digits of the heights."""
    cdef Line rest, north_west, north_east, west, bit
    cdef int i, hex, mine
    groups.count = 0
    for i in range(window.words):
        rest = cells[i]
        if not rest:
            continue
        north_west = above(cells + i, window.lane)
        north_east = west_of(north_west)
        west = east_of(rest)
        while rest:
            bit = rest & (0 - rest)
            hex = 64 * i + first(rest)
            rest ^= bit
            if north_west & bit:  # it touches the other two, which are in its group already
                mine = root_of(groups, groups.label[hex - window.lane])
            elif west & bit:
                mine = root_of(groups, groups.label[hex - 1])
                if north_east & bit:
                    join(groups, mine, root_of(groups, groups.label[hex - window.lane + 1]))
            elif north_east & bit:
                mine = root_of(groups, groups.label[hex - window.lane + 1])
            else:
                mine = groups.count
                groups.parent[mine] = <short>mine
                groups.group[mine] = Group(0, 0)
                groups.count += 1
            groups.label[hex] = <short>mine
            groups.group[mine].size += 1
            groups.group[mine].value += (low[i] & bit != 0) + 2 * (middle[i] & bit != 0) + 4 * (high[i] & bit != 0)


cdef Group greatest_of(const Groups* groups) noexcept nogil:
    """Return the group with the most hexes; of equally large groups, the one with the greatest value."""
    cdef Group greatest = Group(0, 0)
    cdef int i
    for i in range(groups.count):
        # A group that was joined to another is never greater than that one, so all can be compared.
        if greater(groups.group[i], greatest):
            greatest = groups.group[i]
    return greatest


cdef Group fill_greatest(
    const Window* window, const Line* cells, const Line* low, const Line* middle, const Line* high,
) noexcept nogil:
    """Return the group of `cells` with the most hexes; of equally large groups, the greatest value."""
    cdef Line[MAX_WORDS + 2] pairs
    cdef Groups groups
    cdef const Line* members = cells
    pairs[0] = pairs[window.words + 1] = 0
    if paired(window, cells, pairs + 1):
        members = pairs + 1  # a single hex is not in the greatest group if there are pairs
    fill_groups(window, members, low, middle, high, &groups)
    return greatest_of(&groups)


cdef inline Line shore(Line built, Line heads) noexcept nogil:
    """Return the hexes of lines before the first built hex and after the last one; `heads` are the first of each line.

    All of it is done for four words at a time: an addition carries from the heads to the east, and six steps go west.
    """
    cdef Line empty = ~built
    cdef Line reached = heads | empty & (heads >> 1 | <Line>1 << 63 | ~(empty + heads))
    reached |= empty & reached >> 1
    empty &= empty >> 1
    reached |= empty & reached >> 2
    empty &= empty >> 2
    reached |= empty & reached >> 4
    empty &= empty >> 4
    reached |= empty & reached >> 8
    empty &= empty >> 8
    reached |= empty & reached >> 16
    empty &= empty >> 16
    return reached | empty & reached >> 32


cdef inline void spread(const Line* built, Line* outside, int words, int lane) noexcept nogil:
    """Add the empty hexes that are connected with those outside, which have all empty ends of lines."""
    cdef Line fresh
    cdef Line growing = 1
    cdef int i
    while growing:
        growing = 0
        for i in range(words):
            fresh = beside(outside + i, lane) & ~(built[i] | outside[i])
            outside[i] |= fresh
            growing |= fresh


cdef void fill_outside(const Window* window, const Line* built, Line* outside) noexcept nogil:
    """Flood fill from the surroundings: write the outside hexes; the words around the window are all ones."""
    cdef Line heads = heads_of[window.shift]
    cdef Line rest = 0
    cdef int i
    (outside - 1)[0] = outside[window.words] = ~<Line>0
    for i in range(window.words):
        outside[i] = shore(built[i], heads)
        rest |= ~(built[i] | outside[i])
    if rest:
        if window.lane == 16:  # the usual size, with shifts that the compiler knows
            spread(built, outside, window.words, 16)
        else:
            spread(built, outside, window.words, window.lane)
