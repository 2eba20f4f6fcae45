"""The deal and the reshuffle of Warszawa: decks, hands and norms."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.game cimport BYSTANDER, EVERYBODY, Head, Setup
from urbanist.engine.warszawa.position cimport ROUNDS_7, Warszawa, engineers_in_all, limits_of, unseen
from urbanist.engine.warszawa.scoring cimport score
from urbanist.engine.warszawa.tables cimport (
    NONE, NORMS, STAGE_CARDS, Limits, Printed, printed, world,
)

cdef enum:
    SLOT_SHIFT = 8  # the position of the edition's slot in the options of a setup


cdef void shuffle(uint8_t* items, int n, Rng* rng) noexcept nogil:
    """Put items in a random order, each equally likely."""
    cdef int i, j
    cdef uint8_t item
    for i in range(n - 1, 0, -1):
        j = rng_below(rng, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


cdef int spread(uint64_t set, uint8_t* out) noexcept nogil:
    """Write the members of a set, ascending; return their number."""
    cdef int n = 0
    while set:
        out[n] = <uint8_t>first(set)
        set &= set - 1
        n += 1
    return n


cdef void lay_neutral(Warszawa* w, Rng* rng) noexcept nogil:
    """Place the neutral buildings on the right bank at random."""
    cdef uint8_t[7] types
    cdef Cells rest = world.right_bank
    cdef int i
    for i in range(7):
        types[i] = printed[w.slot].neutral[i]
    shuffle(types, 7, rng)
    for i in range(7):
        w.of_type[types[i]] |= only(first(rest))
        rest &= rest - 1
    w.rubble &= ~world.right_bank


cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil:
    """Deal; bit 0 of `setup.options` means seven rounds, and bits from 8 on are the edition's slot."""
    cdef Warszawa* w = <Warszawa*>state
    cdef const Printed* p
    cdef const Limits* limits
    cdef int seat, _
    memset(w, 0, sizeof(Warszawa))
    state.seats = setup.seats
    w.slot = <uint8_t>(setup.options >> SLOT_SHIFT)
    w.options = <uint8_t>(setup.options & ROUNDS_7)
    limits = limits_of(w)
    w.opener = <uint8_t>(setup.first if setup.first >= 0 else <int>rng_below(rng, setup.seats))
    state.to_move = w.opener
    w.holder = w.opener
    w.next_holder = w.opener
    w.rubble = world.urban
    memset(w.card_at, NONE, sizeof(w.card_at))
    memset(w.norms, NONE, sizeof(w.norms))
    memset(w.kept, NONE, sizeof(w.kept))
    memset(w.deck, NONE, sizeof(w.deck))
    memset(w.task_deck, NONE, sizeof(w.task_deck))
    for seat in range(setup.seats):
        memcpy(w.cubes[seat], limits.cubes, sizeof(limits.cubes))
        w.held[seat] = limits.start_cards
        w.markers[seat] = limits.markers
        w.engineers[seat] = <uint8_t>engineers_in_all(w)
    if setup.seats == 3:
        lay_neutral(w, rng)
    p = &printed[w.slot]
    w.left = <uint8_t>(p.stage_cards[0] - limits.start_cards * setup.seats)
    w.tasks_left = <uint8_t>p.stage_tasks[0]
    reshuffle(state, BYSTANDER, rng)
    for _ in range(limits.tasks_open):
        w.tasks_left -= 1
        w.tasks_open |= <uint32_t>1 << w.task_deck[0][w.tasks_left]
        w.task_deck[0][w.tasks_left] = NONE


cdef void deal_cards(Warszawa* w, int seat, Rng* rng) noexcept nogil:
    """Draw the hands that `seat` does not know, all cards that are not known, and the remaining deck of the stage."""
    cdef uint8_t[STAGE_CARDS] pool
    cdef int other, n
    for other in range(w.head.seats):
        if other != seat and seat != EVERYBODY:
            w.hand[other] = 0
    n = spread(unseen(w), pool)
    shuffle(pool, n, rng)
    for other in range(w.head.seats):
        while count(w.hand[other]) < w.held[other]:
            n -= 1
            w.hand[other] |= only(pool[n])
    for n in range(w.left):
        w.deck[w.stage][n] = pool[n]


cdef void deal_norms(Warszawa* w, int seat, Rng* rng) noexcept nogil:
    """Draw two norms for each seat whose norms `seat` does not know, and the one of them that it has kept."""
    cdef const Printed* p = &printed[w.slot]
    cdef uint8_t[NORMS] pool
    cdef int other, i
    cdef int n = 0
    cdef bint known = seat >= 0 and w.norms[seat][0] != NONE
    for i in range(p.norms):
        if not (known and (p.norm[i] == w.norms[seat][0] or p.norm[i] == w.norms[seat][1])):
            pool[n] = p.norm[i]
            n += 1
    shuffle(pool, n, rng)
    for other in range(w.head.seats):
        if other == seat and known:
            continue
        n -= 2
        w.norms[other][0] = min(pool[n], pool[n + 1])
        w.norms[other][1] = max(pool[n], pool[n + 1])
        w.kept[other] = w.norms[other][rng_below(rng, 2)] if w.chosen >> other & 1 else <uint8_t>NONE


cdef void deal_tasks(Warszawa* w, int stage, uint64_t known, Rng* rng) noexcept nogil:
    """Draw the order of the remaining tasks of a stage."""
    cdef uint64_t all = (<uint64_t>1 << printed[w.slot].stage_tasks[stage]) - 1
    cdef int n = spread(all & ~known, w.task_deck[stage])
    shuffle(w.task_deck[stage], n, rng)
    if stage == w.stage:  # more are left than the deck has if some were opened while nobody knew them
        memset(w.task_deck[stage] + w.tasks_left, NONE, sizeof(w.task_deck[stage]) - w.tasks_left)


cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil:
    """Draw the decks again and, for a seat or a bystander, all hands and norms but its own.

    All distributions of the unseen cards are equally likely, because a seat's moves reveal only the cards that it lays:
    no turn is skipped because of a missing card, and the choice of a norm is hidden.
    """
    cdef Warszawa* w = <Warszawa*>state
    deal_cards(w, seat, rng)
    deal_tasks(w, w.stage, w.tasks_open | w.tasks_gone, rng)
    if w.stage == 0:
        spread(printed[w.slot].cards[1], w.deck[1])
        shuffle(w.deck[1], printed[w.slot].stage_cards[1], rng)
        deal_tasks(w, 1, 0, rng)
    if seat != EVERYBODY:
        deal_norms(w, seat, rng)
    if state.over:
        score(state, state.score, state.tiebreak)
