"""The value of hands in Warszawa, as a mean over what the observer cannot know."""

from urbanist.cext.cells64 cimport Cells, count, first
from urbanist.engine.game cimport EVERYBODY
from urbanist.engine.warszawa.norms cimport lacks_of
from urbanist.engine.warszawa.site_values cimport points_on
from urbanist.engine.warszawa.tables cimport STAGE_CARDS, STYLES, Card, is_useful, printed


cdef bint knows_hand(const Warszawa* w, int observer, int seat) noexcept nogil:
    """Return whether an observer knows the cards in a seat's hand."""
    return (observer == seat or observer == EVERYBODY) and count(w.hand[seat]) == w.held[seat]


cdef HandValue cards_of(const Warszawa* w, const SiteValues* sites, uint64_t rest, uint64_t lacks) noexcept nogil:
    """Return the value of some cards of the stage; `lacks` has the objects that the seat's norm still needs."""
    cdef HandValue out = HandValue(0, 0, 0, 0, 0, 0, 0)
    cdef const Card* card
    cdef Cells cells
    cdef float points
    while rest:
        card = &printed[w.slot].card[w.stage * STAGE_CARDS + first(rest)]
        rest &= rest - 1
        cells = card.fits & sites.free
        points = points_on(sites, card, cells) if cells else 0
        out.points += points
        out.second = max(out.second, min(points, out.best))
        out.best = max(out.best, points)
        out.fitting += cells != 0
        out.of_norm += lacks >> 8 * card.type & 0xFF != 0
        out.styled += card.function < STYLES
        out.useful += is_useful(card)
    return out


cdef HandValue mean_card(const Warszawa* w, const SiteValues* sites, int observer) noexcept nogil:
    """Return the mean over the cards that may be in unknown hands; zeros if there is no such hand."""
    cdef HandValue out = HandValue(0, 0, 0, 0, 0, 0, 0)
    cdef bint all_known = True
    cdef int seat
    cdef uint64_t pool = printed[w.slot].cards[w.stage] & ~w.laid
    cdef float share
    for seat in range(w.head.seats):
        if knows_hand(w, observer, seat):
            pool &= ~w.hand[seat]
        elif w.held[seat]:
            all_known = False
    if all_known or not pool:
        return out
    out = cards_of(w, sites, pool, 0)
    share = <float>1 / count(pool)
    out.points *= share
    out.fitting *= share
    out.styled *= share
    out.useful *= share
    out.best = out.second = out.points
    return out


cdef HandValue hand_value(
    const Warszawa* w, const SiteValues* sites, const HandValue* mean, int observer, int seat, uint64_t have,
) noexcept nogil:
    """Return the numbers of a seat's hand, if it will have so many objects; an unknown card counts as the mean one."""
    cdef int held = w.held[seat]
    cdef HandValue out
    if knows_hand(w, observer, seat):
        return cards_of(w, sites, w.hand[seat], lacks_of(w, seat, have))
    out = mean[0]
    out.points *= held
    out.fitting *= held
    out.styled *= held
    out.useful *= held
    out.best *= held > 0
    out.second *= held > 1
    return out
