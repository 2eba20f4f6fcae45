"""The value of an area card for a set of buildings: its points now, and those of groups begun.

A group is begun if a seat has some of its neighbourhoods and the others are open. It counts in proportion: two of the
three neighbourhoods around a statue are two thirds of its points.
"""

from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.packing cimport chains_most
from urbanist.engine.metropolys.board cimport Board
from urbanist.engine.metropolys.position cimport (
    AREAS, BRIDGES, CHAINS, DISTRICT_CARD, DISTRICTS, EXPERT, LAKES, SLOTS, STATUES, Metropolys,
)
from urbanist.engine.metropolys.scoring cimport (
    Numbers, area_points, expert_points, numbers, numbers_of, sites_of_family,
)

cdef enum:
    THREE = 3  # the buildings of a group, except a pair at a bridge


# By edition and card, the points of a group of three that has so many buildings, in proportion.
cdef float[SLOTS][AREAS][THREE] begun


def fill(int slot, edition):
    """Fill the table of a slot; the numbers of the edition are known."""
    cdef float each
    cdef int area, held
    for area in range(AREAS):
        each = numbers[slot].group[area]
        for held in range(THREE):
            begun[slot][area][held] = each * held / THREE


cdef inline void begin_three(CardValue* out, const float* worth, int held, Cells rest, bint able) noexcept nogil:
    """Count a group of three that has `held` buildings, 0 to 2, and the open sites `rest`, if these are enough.

    Branch-free: which groups are begun is unpredictable.
    """
    held &= -<int>able
    out.prospect += worth[held]
    out.completing |= rest & (0 - <Cells>(held == THREE - 1))


cdef void begin_pairs(CardValue* out, const Board* board, Cells own, Cells open) noexcept nogil:
    """Count the buildings that have an open site across a bridge, but no building of their own there."""
    cdef Cells rest = own & board.at_bridge
    cdef Cells across
    cdef float[2] worth = [0, out.each / 2]
    cdef bint counts
    while rest:
        across = board.across[first(rest)]
        rest &= rest - 1
        counts = (across & own == 0) & (across & open != 0)
        out.prospect += worth[counts]
        out.completing |= across & open & (0 - <Cells>counts)


cdef void begin_chains(CardValue* out, const Cells* near, const float* worth, Cells own, Cells open) noexcept nogil:
    """Count the groups of connected buildings: their chains, and the buildings beyond whole chains."""
    cdef Cells rest = own
    cdef Cells part, fresh, todo, around
    cdef int cell, size
    while rest:
        part = todo = only(first(rest))
        around = 0
        while todo:
            cell = first(todo)
            around |= near[cell]
            fresh = near[cell] & own & ~part
            part |= fresh
            todo = todo & (todo - 1) | fresh
        rest &= ~part
        size = count(part)
        # Three connected buildings are a chain, but six may be a star that has only one.
        out.points += out.each * (size // THREE if size < 2 * THREE else chains_most(part, near))
        fresh = open if size % THREE == 1 else around & open
        begin_three(
            out, worth, size % THREE, fresh,
            (around & open != 0) & (size % THREE + count(fresh) >= THREE))


cdef CardValue card_value(const Metropolys* m, const Board* board, int area, Cells own, Cells open) noexcept nogil:
    """Return the value of a card for the buildings `own`, if more may be built on the sites `open`."""
    cdef CardValue out
    cdef const Numbers* n = numbers_of(m)
    cdef const float* worth = begun[m.slot][area]
    cdef Cells group
    cdef int i, held
    out.points = out.prospect = 0
    out.completing = 0
    out.each = n.group[area]
    if m.variant != EXPERT:
        out.each = n.family
        out.completing = sites_of_family(m, area) & open
        out.prospect = out.each * count(out.completing) / max(count(open), 1)
        out.points = area_points(m, area, own)
        return out
    if own == 0:
        return out
    if area == CHAINS:
        begin_chains(&out, board.near, worth, own, open)
        return out
    out.points = expert_points(n, board, area, own)
    if area == BRIDGES:
        begin_pairs(&out, board, own, open)
    elif area == STATUES:
        for i in range(board.n_statues):
            group = board.statue[i]
            begin_three(&out, worth, count(own & group) % THREE, open & group, group & ~(own | open) == 0)
    elif area == LAKES:
        for i in range(board.n_lakes):
            group = board.lake[i]
            held = count(own & group) % THREE
            begin_three(&out, worth, held, open & group, held + count(open & group) >= THREE)
    elif area == DISTRICT_CARD:
        for i in range(DISTRICTS):
            group = board.district[i]
            held = count(own & group)
            begin_three(&out, worth, held, open & group, (held < THREE) & (held + count(open & group) >= THREE))
    return out
