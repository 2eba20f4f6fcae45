"""The printed board as bit masks and tables, filled once from `pieces`."""

from itertools import combinations

from urbanist.cext.cells64 cimport Cells
from urbanist.cext.packing cimport Packing, packing_plan
from urbanist.engine.metropolys import pieces


cdef object mask(object names):
    """Return a set of neighbourhoods as bits."""
    return sum(1 << pieces.CELLS[name] for name in names)


cdef int plan_groups(Packing* plan, groups) except -1:
    cdef Cells masks[128]
    for i, group in enumerate(groups):
        masks[i] = mask(group)
    return packing_plan(plan, masks, len(groups))


cdef int fill_board() except -1:
    for cell, place in enumerate(pieces.BOARD):
        board.near[cell] = mask(place.adjacent.split())
        board.district_of[cell] = pieces.DISTRICTS.index(place.name[0])
        board.type_of[cell] = pieces.TYPES.index(place.type)
        board.district[board.district_of[cell]] |= <Cells>1 << <int>cell
        board.type[board.type_of[cell]] |= <Cells>1 << <int>cell
    board.dead_ends = mask(place.name for place in pieces.BOARD if place.dead_end)
    board.border = mask(place.name for place in pieces.BOARD if place.border)
    for one, other in pieces.BRIDGES:
        board.across[<int>pieces.CELLS[one]] |= mask([other])
        board.across[<int>pieces.CELLS[other]] |= mask([one])
    board.at_bridge = mask({name for ends in pieces.BRIDGES for name in ends})
    board.at_statue = mask({name for around in pieces.STATUES for name in around})
    board.at_lake = mask({name for shore in pieces.LAKES for name in shore})
    board.n_statues = len(pieces.STATUES)
    for i, group in enumerate(pieces.STATUES):
        board.statue[i] = mask(group)
    board.n_lakes = len(pieces.LAKES)
    for i, group in enumerate(pieces.LAKES):
        board.lake[i] = mask(group)
    # The byte of a district counts tall, medium and small buildings as digits in base 5, 5 and 6, because a seat has
    # at most four, four and five of them. A greater byte is a taller skyline.
    for value in pieces.VALUES:
        board.height_step[value] = 30 if value >= 10 else 6 if value >= 6 else 1
    plan_groups(&board.bridges, pieces.BRIDGES)
    plan_groups(&board.statues, pieces.STATUES)
    plan_groups(&board.lakes, [group for shore in pieces.LAKES for group in combinations(shore, 3)])
    return 0


fill_board()
