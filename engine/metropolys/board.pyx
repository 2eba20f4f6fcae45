"""The boards of the editions as bit masks and tables."""

from itertools import combinations

from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells
from urbanist.cext.packing cimport Packing, packing_plan
from urbanist.engine.metropolys import pieces

cdef enum:
    MOST_GROUPS = 2048  # of three on the shores of all lakes


cdef object mask(object names):
    """Return a set of neighbourhoods as bits."""
    return sum(1 << pieces.CELLS[name] for name in names)


cdef int plan_groups(Packing* plan, groups) except -1:
    cdef Cells[MOST_GROUPS] masks
    for i, group in enumerate(groups):
        masks[i] = mask(group)
    return packing_plan(plan, masks, len(groups))


def fill(int slot, edition):
    """Fill the board of a slot with that of an edition."""
    cdef Board* board = &boards[slot]
    cdef int cell, other
    memset(board, 0, sizeof(Board))
    memset(board.type_of, TYPES, sizeof(board.type_of))
    for place in edition.places:
        cell = pieces.CELLS[place.name]
        board.near[cell] = mask(place.adjacent)
        board.type_of[cell] = pieces.TYPES.index(place.type)
        board.district[district_of[cell]] |= <Cells>1 << cell
        board.type[board.type_of[cell]] |= <Cells>1 << cell
    board.dead_ends = mask([place.name for place in edition.places if place.dead_end])
    board.border = mask([place.name for place in edition.places if place.border])
    for ends in edition.bridges:
        cell, other = pieces.CELLS[ends[0]], pieces.CELLS[ends[1]]
        board.across[cell] |= <Cells>1 << other
        board.across[other] |= <Cells>1 << cell
    board.at_bridge = mask({name for ends in edition.bridges for name in ends})
    board.at_statue = mask({name for around in edition.statues for name in around})
    board.at_lake = mask({name for shore in edition.lakes for name in shore})
    board.n_statues, board.n_lakes = len(edition.statues), len(edition.lakes)
    for i, group in enumerate(edition.statues):
        board.statue[i] = mask(group)
    for i, group in enumerate(edition.lakes):
        board.lake[i] = mask(group)
    plan_groups(&board.bridges, edition.bridges)
    plan_groups(&board.statues, edition.statues)
    plan_groups(&board.lakes, [group for shore in edition.lakes for group in combinations(shore, 3)])


def height_of(value):
    """Return what a building counts in the height of a district."""
    return height_step[<int>value]


cdef void fill_cells():
    """Fill what no edition changes."""
    for cell, name in enumerate(pieces.NAMES):
        district_of[<int>cell] = pieces.DISTRICTS.index(name[0])
    # The byte of a district counts tall, medium and small buildings as digits in base 5, 5 and 6, because a seat has
    # at most four, four and five of them. A greater byte is a taller skyline.
    for value in pieces.VALUES:
        height_step[<int>value] = 30 if value >= 10 else 6 if value >= 6 else 1


fill_cells()
