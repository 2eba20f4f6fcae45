"""Projection of a Warszawa position to the moment when all foundations are buildings."""

from libc.stdint cimport uint64_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.site_values cimport BitSliced, SiteValues
from urbanist.engine.warszawa.tables cimport STYLES, TYPES

cdef struct Leads:
    # The most buildings of each style that one seat has, and another one.
    int[STYLES] most
    int[STYLES] second


cdef struct Projection:
    Cells[TYPES] rising  # foundations of a type
    Cells[STYLES] of_style  # buildings and foundations
    Cells unbuilt  # hexes with neither
    Leads leads


cdef inline int lead(const Leads* leads, int style, int held) noexcept nogil:
    """Return how many buildings of a style a seat with `held` is ahead of all others, or behind (negative)."""
    return held - (leads.second[style] if held == leads.most[style] else leads.most[style])


cdef void fill_leads(const Warszawa* w, const Cells* of_style, Leads* out) noexcept nogil
cdef void project(const Warszawa* w, Projection* out) noexcept nogil
cdef void fill_liked_to_come(const SiteValues* sites, const Projection* projection, BitSliced* out) noexcept nogil
cdef int points_beside_to_come(
    const Warszawa* w, const SiteValues* sites, const Projection* projection, const BitSliced* liked, int seat,
) noexcept nogil
cdef uint64_t objects_to_come(const Warszawa* w, const Projection* projection, int seat) noexcept nogil
cdef int functions_to_come(const Warszawa* w, int seat) noexcept nogil
