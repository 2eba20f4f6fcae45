"""Progress of a seat on its norm, as a mean over the norms that the observer cannot rule out.

Objects are vectors of eight bytes in a word (SWAR), a byte for each kind, so that all kinds are compared at once.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy
from urbanist.engine.game cimport EVERYBODY
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.scoring cimport EACH_SET, NO_SET, owned
from urbanist.engine.warszawa.tables cimport NONE, OBJECTS, printed

cdef enum:
    MAX_SETS = 15

cdef uint64_t HIGH_BITS = 0x8080808080808080ULL
cdef uint64_t ONES = 0x0101010101010101ULL


cdef inline bint covers(uint64_t have, uint64_t need) noexcept nogil:
    """Bytewise have >= need, for all bytes; bytes are below 128."""
    return ((have | HIGH_BITS) - need) & HIGH_BITS == HIGH_BITS


cdef inline uint64_t lacking(uint64_t have, uint64_t need) noexcept nogil:
    """Bytewise max(need - have, 0)."""
    cdef uint64_t lacks = (need | HIGH_BITS) - have
    cdef uint64_t short = (lacks & HIGH_BITS) >> 7
    return lacks & (short * 0x7F)


cdef inline int take_sets(uint64_t* have, uint64_t need) noexcept nogil:
    """Subtract the complete sets from `have`, and return their number."""
    cdef int sets = 0
    while sets < MAX_SETS and covers(have[0], need):
        have[0] -= need
        sets += 1
    return sets


cdef void add_norm(NormProgress* out, uint64_t have, uint64_t need) noexcept nogil:
    """Add the sets of a norm, its points, and the objects missing from its next set."""
    cdef int sets = take_sets(&have, need)
    out.sets += sets
    out.points += EACH_SET * sets if sets else NO_SET
    out.missing += <int>(lacking(have, need) * ONES >> 56)


cdef uint64_t objects_of(const Warszawa* w, int seat) noexcept nogil:
    """Return the objects that a seat has built, as a vector of bytes by kind."""
    cdef uint64_t have = 0
    cdef int kind
    cdef unsigned char[OBJECTS] each
    for kind in range(OBJECTS):
        each[kind] = <unsigned char>owned(w, seat, kind)
    memcpy(&have, each, OBJECTS)
    return have


cdef inline uint64_t needs_of(const Warszawa* w, int norm) noexcept nogil:
    cdef uint64_t need
    memcpy(&need, printed[w.slot].needs[w.head.seats == 5][norm], OBJECTS)
    return need


cdef int add_possible(
    const Warszawa* w, int observer, int seat, uint64_t have, NormProgress* out,
) noexcept nogil:
    """Add up the norms that a seat may have kept; return their number."""
    cdef const unsigned char* dealt = w.norms[seat]
    cdef const unsigned char* own = NULL
    cdef int i, norm
    cdef int n = 0
    if out.known:
        add_norm(out, have, needs_of(w, w.kept[seat]))
        return 1
    if (observer == seat or observer == EVERYBODY) and dealt[0] != NONE:
        add_norm(out, have, needs_of(w, dealt[0]))
        add_norm(out, have, needs_of(w, dealt[1]))
        return 2
    if observer >= 0:
        own = w.norms[observer]
    for i in range(printed[w.slot].norms):
        norm = printed[w.slot].norm[i]
        if own == NULL or (norm != own[0] and norm != own[1]):
            add_norm(out, have, needs_of(w, norm))
            n += 1
    return n


cdef NormProgress norm_progress(const Warszawa* w, int observer, int seat, uint64_t have) noexcept nogil:
    """Return the projection of a seat's norm with so many objects, the mean over the norms that it may have kept."""
    cdef NormProgress out = NormProgress(False, 0, 0, 0)
    cdef int n
    out.known = (observer == seat or observer == EVERYBODY) and w.kept[seat] != NONE
    n = add_possible(w, observer, seat, have, &out)
    return NormProgress(out.known, out.points / n if w.chosen >> seat & 1 else 0, out.sets / n, out.missing / n)


cdef uint64_t lacks_of(const Warszawa* w, int seat, uint64_t have) noexcept nogil:
    """Return what is missing from the next set of a seat's norm, as a vector of bytes; 0 if the norm is not known."""
    cdef uint64_t need
    if w.kept[seat] == NONE:
        return 0
    need = needs_of(w, w.kept[seat])
    take_sets(&have, need)
    return lacking(have, need)
