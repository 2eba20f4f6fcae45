"""Projection of a Warszawa position to the moment when all foundations are buildings: types, styles, neighbours."""

from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport count, first, only
from urbanist.engine.warszawa.norms cimport objects_of
from urbanist.engine.warszawa.position cimport buildings, card_on
from urbanist.engine.warszawa.site_values cimport add_one, sum_of
from urbanist.engine.warszawa.tables cimport (
    CULTURAL, INDUSTRIAL, REPRESENTATIVE, RESIDENTIAL, SERVICE, TRANSPORT, Card, is_useful, world,
)


cdef void fill_leads(const Warszawa* w, const Cells* of_style, Leads* out) noexcept nogil:
    """Fill the two greatest counts of each style, over buildings and foundations."""
    cdef int style, seat, held
    for style in range(STYLES):
        out.most[style] = out.second[style] = 0
        for seat in range(w.head.seats):
            held = count((w.built[seat] | w.founded[seat]) & of_style[style])
            out.second[style] = max(out.second[style], min(held, out.most[style]))
            out.most[style] = max(out.most[style], held)


cdef void project(const Warszawa* w, Projection* out) noexcept nogil:
    """Fill the projection of a position."""
    cdef Cells rest
    cdef const Card* card
    cdef int seat
    memset(out.rising, 0, sizeof(out.rising))
    memcpy(out.of_style, w.of_style, sizeof(out.of_style))
    out.unbuilt = world.everywhere & ~buildings(w)
    for seat in range(w.head.seats):
        rest = w.founded[seat]
        while rest:
            card = card_on(w, first(rest))
            out.rising[card.type] |= only(first(rest))
            if card.function < STYLES:
                out.of_style[card.function] |= only(first(rest))
            rest &= rest - 1
        out.unbuilt &= ~w.founded[seat]
    fill_leads(w, out.of_style, &out.leads)


cdef inline void add_around(const SiteValues* sites, Cells rest, BitSliced* numbers) noexcept nogil:
    """Add one to the numbers of the hexes beside each of some hexes."""
    while rest:
        add_one(numbers, sites.beside[first(rest)])
        rest &= rest - 1


cdef void fill_liked_to_come(const SiteValues* sites, const Projection* projection, BitSliced* out) noexcept nogil:
    """Fill the neighbour points of each type in the projection; industry is left out."""
    memcpy(out, sites.liked, sizeof(sites.liked))
    add_around(sites, projection.rising[RESIDENTIAL], &out[SERVICE])
    add_around(sites, projection.rising[SERVICE] | projection.rising[TRANSPORT], &out[RESIDENTIAL])
    add_around(sites, projection.rising[CULTURAL], &out[REPRESENTATIVE])
    add_around(sites, projection.rising[REPRESENTATIVE], &out[CULTURAL])


cdef int points_beside_to_come(
    const Warszawa* w, const SiteValues* sites, const Projection* projection, const BitSliced* liked, int seat,
) noexcept nogil:
    """Return a seat's neighbour points in the projection."""
    cdef Cells own = w.built[seat] | w.founded[seat]
    cdef Cells rest = own & (w.of_type[INDUSTRIAL] | projection.rising[INDUSTRIAL])
    cdef int total = 0
    cdef int type
    while rest:
        total += count(sites.beside[first(rest)] & projection.unbuilt)
        rest &= rest - 1
    for type in range(INDUSTRIAL + 1, TRANSPORT):
        total += sum_of(&liked[type], own & (w.of_type[type] | projection.rising[type]))
    return total


cdef uint64_t objects_to_come(const Warszawa* w, const Projection* projection, int seat) noexcept nogil:
    """Return a seat's objects in the projection, as a vector of bytes by kind."""
    cdef uint64_t have = objects_of(w, seat)
    cdef int type
    for type in range(TYPES):
        have += <uint64_t>count(w.founded[seat] & projection.rising[type]) << 8 * type
    return have


cdef int functions_to_come(const Warszawa* w, int seat) noexcept nogil:
    """Return how many foundations of a seat will bring a function."""
    cdef Cells rest = w.founded[seat]
    cdef int total = 0
    while rest:
        total += is_useful(card_on(w, first(rest)))
        rest &= rest - 1
    return total
