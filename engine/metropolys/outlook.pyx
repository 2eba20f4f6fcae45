"""What an area card brings for a set of buildings, and what it may bring.

A group is begun if a seat has some of its neighbourhoods and the others are open. It counts in proportion: two of the
three neighbourhoods around a statue are two thirds of its points.
"""

from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.packing cimport chains_most
from urbanist.engine.metropolys.board cimport board
from urbanist.engine.metropolys.position cimport BRIDGES, CHAINS, DISTRICT_CARD, DISTRICTS, EXPERT, LAKES, STATUES
from urbanist.engine.metropolys.scoring cimport FAMILY_EACH, area_points, group_worth, sites_of_family

cdef enum:
    THREE = 3  # the buildings of a group, except a pair at a bridge


cdef inline void begin_three(Outlook* out, int held, Cells rest) noexcept nogil:
    """Count a group of three that has `held` buildings and the open sites `rest`."""
    if held and held + count(rest) >= THREE:
        out.prospect += out.each * held / THREE
        if held == THREE - 1:
            out.completing |= rest


cdef void begin_pairs(Outlook* out, Cells own, Cells open) noexcept nogil:
    """Count the buildings that have an open site across a bridge, but no building of their own there."""
    cdef Cells rest = own & board.at_bridge
    cdef Cells across
    while rest:
        across = board.across[first(rest)]
        rest &= rest - 1
        if not across & own and across & open:
            out.prospect += out.each / 2
            out.completing |= across & open


cdef void begin_chains(Outlook* out, Cells own, Cells open) noexcept nogil:
    """Count the groups of connected buildings: their chains, and the buildings beyond whole chains."""
    cdef Cells rest = own
    cdef Cells part, fresh, todo, around
    cdef int cell, size
    while rest:
        part = todo = only(first(rest))
        around = 0
        while todo:
            cell = first(todo)
            around |= board.near[cell]
            fresh = board.near[cell] & own & ~part
            part |= fresh
            todo = todo & (todo - 1) | fresh
        rest &= ~part
        size = count(part)
        # Three connected buildings are a chain, but six may be a star that has only one.
        out.points += out.each * (size // THREE if size < 2 * THREE else chains_most(part, board.near))
        if around & open and size % THREE:
            begin_three(out, size % THREE, open if size % THREE == 1 else around & open)


cdef Outlook outlook_of(int variant, int area, Cells own, Cells open) noexcept nogil:
    """Return the outlook of a card for the buildings `own`, if more may be built on the sites `open`."""
    cdef Outlook out
    cdef int i
    out.points = out.prospect = 0
    out.completing = 0
    out.each = group_worth(area)
    if variant != EXPERT:
        out.each = FAMILY_EACH
        out.completing = sites_of_family(area) & open
        out.prospect = out.each * count(out.completing) / max(count(open), 1)
    elif area == BRIDGES:
        begin_pairs(&out, own, open)
    elif area == STATUES:
        for i in range(board.n_statues):
            if board.statue[i] & ~(own | open) == 0:
                begin_three(&out, count(own & board.statue[i]) % THREE, open & board.statue[i])
    elif area == LAKES:
        for i in range(board.n_lakes):
            begin_three(&out, count(own & board.lake[i]) % THREE, open & board.lake[i])
    elif area == DISTRICT_CARD:
        for i in range(DISTRICTS):
            if count(own & board.district[i]) < THREE:
                begin_three(&out, count(own & board.district[i]), open & board.district[i])
    if variant == EXPERT and area == CHAINS:
        begin_chains(&out, own, open)
    else:
        out.points = area_points(variant, area, own)
    return out
