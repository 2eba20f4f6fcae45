"""Regions of hexes: the greatest group, the outside and the lakes it does not reach.

Lines lie one below the other as in `hexgrid`, from the first that is built on to the last. Their first hex must be
empty: it stands for the world outside on either end.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport first
from urbanist.cext.hexgrid cimport Line, around

cdef extern from *:
    int __builtin_clzll(uint64_t) noexcept nogil

cdef enum:
    MOST_GROUPS = 2048  # of hexes that do not touch


cdef inline int root_of(const short* parent, int group) noexcept nogil:
    while parent[group] != group:
        group = parent[group]
    return group


cdef Group fill_greatest(const Line* cells, const Line* low, const Line* middle, const Line* high, int rows) noexcept nogil:
    """Return the group of most hexes among `cells`; of equal ones that of the greatest value.

    `low`, `middle` and `high` are the binary digits of the heights.
    """
    cdef short[MOST_ROWS][64] label  # of the hexes seen so far
    cdef short[MOST_GROUPS] parent
    cdef Group[MOST_GROUPS] group
    cdef Group greatest = Group(0, 0)
    cdef Line rest, above, line
    cdef int groups = 0
    cdef int i, c, west, mine, other
    for i in range(rows):
        line = rest = cells[i]
        above = cells[i - 1] if i else 0
        while rest:
            c = first(rest)
            rest &= rest - 1
            west = line >> (c - 1) & 1
            if above >> c & 1:  # north-west: it touches both others, which so are of its group already
                mine = label[i - 1][c]
            elif west:
                mine = label[i][c - 1]
                if above >> c >> 1 & 1:
                    mine = root_of(parent, mine)
                    other = root_of(parent, label[i - 1][c + 1])
                    if other != mine:
                        parent[other] = <short>mine
                        group[mine].size += group[other].size
                        group[mine].value += group[other].value
            elif above >> c >> 1 & 1:
                mine = label[i - 1][c + 1]
            else:
                mine = groups
                parent[groups] = <short>groups
                group[groups] = Group(0, 0)
                groups += 1
            mine = root_of(parent, mine)
            label[i][c] = <short>mine
            group[mine].size += 1
            group[mine].value += <int>(low[i] >> c & 1) + 2 * <int>(middle[i] >> c & 1) + 4 * <int>(high[i] >> c & 1)
    for i in range(groups):
        if group[i].size > greatest.size or (group[i].size == greatest.size and group[i].value > greatest.value):
            greatest = group[i]
    return greatest


cdef inline Line beyond(Line built) noexcept nogil:
    """Return the hexes of a line before the first and behind the last that is built on."""
    cdef Line before = (built & (0 - built)) - 1
    cdef Line behind = ~(((<Line>2) << (63 - __builtin_clzll(built))) - 1)
    return before | behind if built else ~<Line>0


cdef void fill_outside(const Line* built, Line* outside, int rows) noexcept nogil:
    """Write the empty hexes that hang together with the world around."""
    cdef int i
    cdef Line found, above, below
    cdef bint growing = False
    for i in range(rows):
        outside[i] = beyond(built[i])
        growing |= built[i] | outside[i] != ~<Line>0
    while growing:
        growing = False
        for i in range(rows):
            above = outside[i - 1] if i else ~<Line>0
            below = outside[i + 1] if i + 1 < rows else ~<Line>0
            found = around(above, outside[i], below) & ~(built[i] | outside[i])
            if found:
                outside[i] |= found
                growing = True
