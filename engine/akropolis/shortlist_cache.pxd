"""A cache of shortlists, one for each thread.

Progressive widening asks a node for its shortlist again and again, and other determinizations often have the same city
and market. A shortlist depends on nothing else: `ShortlistKey` is compared whole, so a hit is exact.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from urbanist.cext.key cimport key_of
from urbanist.engine.akropolis.candidates cimport MAX_CANDIDATES
from urbanist.engine.akropolis.position cimport Akropolis, City
from urbanist.engine.game cimport Move

cdef extern from *:
    """
    #include <stdint.h>
    enum { URBANIST_CACHED_SHORTLISTS = 256, URBANIST_SHORTLIST_BYTES = 800 };
    /* Zeros at first, which are no position. */
    static _Thread_local uint64_t urbanist_shortlists[URBANIST_CACHED_SHORTLISTS * URBANIST_SHORTLIST_BYTES / 8];
    """
    enum:
        URBANIST_CACHED_SHORTLISTS
        URBANIST_SHORTLIST_BYTES
    uint64_t* urbanist_shortlists


cdef struct ShortlistKey:
    # What a shortlist depends on.
    City city
    uint64_t market
    uint8_t market_size
    uint8_t stacks
    uint8_t seats
    uint8_t options


cdef struct CachedShortlist:
    ShortlistKey asked
    int count
    Move[MAX_CANDIDATES] move
    float[MAX_CANDIDATES] prior


cdef inline bint fits() noexcept nogil:
    """Return whether a cache slot has room for a shortlist."""
    return sizeof(CachedShortlist) <= URBANIST_SHORTLIST_BYTES


cdef inline void fill_key(const Akropolis* a, ShortlistKey* asked) noexcept nogil:
    """Write the key of a position."""
    memset(asked, 0, sizeof(ShortlistKey))
    asked.city = a.city[a.head.to_move]
    memcpy(&asked.market, a.market, sizeof(asked.market))
    asked.market_size, asked.stacks = a.market_size, a.stacks
    asked.seats, asked.options = a.head.seats, a.options


cdef inline CachedShortlist* cache_slot(const ShortlistKey* asked) noexcept nogil:
    """Return the slot of a key (direct-mapped); another shortlist may be in it."""
    cdef uint64_t slot = (key_of(asked, sizeof(ShortlistKey)) >> 32) % URBANIST_CACHED_SHORTLISTS
    return <CachedShortlist*>(<uint8_t*>urbanist_shortlists + slot * URBANIST_SHORTLIST_BYTES)


cdef inline bint is_hit(const CachedShortlist* cached, const ShortlistKey* asked) noexcept nogil:
    """Return whether a slot has this key."""
    return memcmp(&cached.asked, asked, sizeof(ShortlistKey)) == 0
