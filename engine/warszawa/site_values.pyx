"""Site values: what a building of each type would score on each hex, bit-sliced over all hexes."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport Cells, first, only
from urbanist.engine.warszawa.position cimport Warszawa, buildings
from urbanist.engine.warszawa.scoring cimport liked
from urbanist.engine.warszawa.tables cimport TYPES, Card, printed, world


cdef Cells free_hexes(const Warszawa* w) noexcept nogil:
    """Return the hexes without rubble, foundation or building."""
    cdef Cells free = world.everywhere & ~(w.rubble | buildings(w))
    cdef int seat
    for seat in range(w.head.seats):
        free &= ~w.founded[seat]
    return free


cdef Cells hexes_at_metro(const Warszawa* w) noexcept nogil:
    """Return the hexes with a segment on one of their sides."""
    cdef Cells hexes = 0
    cdef uint64_t rest
    cdef int half
    for half in range(2):
        rest = w.segments[half]
        while rest:
            hexes |= world.along[64 * half + first(rest)]
            rest &= rest - 1
    return hexes


cdef void fill_beside(const Warszawa* w, Cells* beside) noexcept nogil:
    """Fill the hexes adjacent to each hex, over bridges too."""
    cdef uint16_t rest = w.bridges
    cdef int one, other
    memcpy(beside, world.near, sizeof(world.near))
    while rest:
        one = world.banks[first(rest)][0]
        other = world.banks[first(rest)][1]
        rest &= rest - 1
        beside[one] |= only(other)
        beside[other] |= only(one)


cdef void fill_tasks(const Warszawa* w, SiteValues* sites) noexcept nogil:
    cdef uint32_t rest = w.tasks_open
    cdef Cells cells
    cdef int i = 0
    while rest:
        sites.task[i] = &printed[w.slot].task[w.stage][first(rest)]
        rest &= rest - 1
        sites.at_task[i] = 0
        cells = w.of_type[sites.task[i].beside]
        while cells:
            sites.at_task[i] |= sites.beside[first(cells)]
            cells &= cells - 1
        i += 1
    sites.tasks = i


cdef void fill_site_values(const Warszawa* w, SiteValues* sites) noexcept nogil:
    """Fill the site values of a position."""
    cdef Cells rest
    cdef int type
    fill_beside(w, sites.beside)
    fill_tasks(w, sites)
    sites.at_metro = hexes_at_metro(w)
    sites.free = free_hexes(w)
    memset(sites.liked, 0, sizeof(sites.liked))
    for type in range(TYPES):
        rest = liked(w, type)
        while rest:
            add_one(&sites.liked[type], sites.beside[first(rest)])
            rest &= rest - 1
    memcpy(sites.gain, sites.liked, sizeof(sites.gain))
    for type in range(TYPES):
        add_one(&sites.gain[type], sites.at_metro)


cdef int points_on(const SiteValues* sites, const Card* card, Cells cells) noexcept nogil:
    """Return the most points that a card's building would bring now on one of some hexes: its own, and of one task.

    Points that it would bring to the buildings beside it do not count.
    """
    cdef int best = greatest_of(&sites.gain[card.type], cells)
    cdef int i
    for i in range(sites.tasks):
        if sites.task[i].build == card.type or sites.task[i].build == TYPES + card.function:
            if cells & sites.at_task[i]:
                best = max(best, sites.task[i].points
                           + greatest_of(&sites.gain[card.type], cells & sites.at_task[i]))
    return card.points + best
