"""Shortlists that this thread has made lately.

A search asks a node for its shortlist again each time that it widens it, and the city and the market are often the same
in other worlds. A shortlist depends on nothing else, so it is found here, or made and kept. The bits are the same.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from urbanist.cext.key cimport key_of
from urbanist.engine.akropolis.position cimport Akropolis, City
from urbanist.engine.akropolis.sketch cimport MOST_GUESSES
from urbanist.engine.game cimport Move

cdef extern from *:
    """
    #include <stdint.h>
    enum { URBANIST_RECENT_LISTS = 256, URBANIST_RECENT_BYTES = 800 };
    /* Zeros at first, which are no position. */
    static _Thread_local uint64_t urbanist_recent[URBANIST_RECENT_LISTS * URBANIST_RECENT_BYTES / 8];
    """
    enum:
        URBANIST_RECENT_LISTS
        URBANIST_RECENT_BYTES
    uint64_t* urbanist_recent


cdef struct Asked:
    # All that a shortlist depends on.
    City city
    uint64_t market
    uint8_t market_size
    uint8_t stacks
    uint8_t seats
    uint8_t options


cdef struct Recent:
    Asked asked
    int count
    Move[MOST_GUESSES] move
    float[MOST_GUESSES] prior


cdef inline bint fits() noexcept nogil:
    """Return whether a place has room for a shortlist."""
    return sizeof(Recent) <= URBANIST_RECENT_BYTES


cdef inline void ask(const Akropolis* a, Asked* asked) noexcept nogil:
    """Write what the shortlist of a position depends on."""
    memset(asked, 0, sizeof(Asked))
    asked.city = a.city[a.head.to_move]
    memcpy(&asked.market, a.market, sizeof(asked.market))
    asked.market_size, asked.stacks = a.market_size, a.stacks
    asked.seats, asked.options = a.head.seats, a.options


cdef inline Recent* place_of_list(const Asked* asked) noexcept nogil:
    """Return the place where a shortlist is kept; another one may be there."""
    cdef uint64_t key = key_of(asked, sizeof(Asked))
    return <Recent*>(<uint8_t*>urbanist_recent + (key >> 32) % URBANIST_RECENT_LISTS * URBANIST_RECENT_BYTES)


cdef inline bint holds(const Recent* recent, const Asked* asked) noexcept nogil:
    """Return whether a place has this shortlist."""
    return memcmp(&recent.asked, asked, sizeof(Asked)) == 0
