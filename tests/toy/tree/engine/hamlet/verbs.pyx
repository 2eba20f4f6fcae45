"""The rules of Hamlet as a table of verbs and a numpy dtype."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memset

from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.struct_dtype import struct_dtype
from urbanist.engine.game cimport (
    BYSTANDER, EVERYBODY, NOBODY, GameOps, Head, Move, Setup, invalid_unless, new_game,
)
from urbanist.engine.hamlet.notation import HamletNotation

cdef enum:
    PLOTS = 20
    TRADES = 4  # plot p suits trade p % TRADES
    SUITED = 5  # points for a plot that suits the trade of its owner
    UNKNOWN = 255  # in place of a trade


cdef struct Hamlet:
    Head head
    uint8_t value[PLOTS]
    uint8_t owner[PLOTS]  # seat, or NOBODY
    uint8_t trade[TRADES]  # by seat; hidden


cdef void shuffle(uint8_t* items, int n, Rng* rng) noexcept nogil:
    cdef int i, j
    for i in range(n - 1, 0, -1):
        j = rng_below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil:
    cdef Hamlet* h = <Hamlet*>state
    cdef int plot
    memset(h, 0, sizeof(Hamlet))
    memset(h.owner, NOBODY, PLOTS)
    for plot in range(PLOTS):
        h.value[plot] = plot + 1
    shuffle(h.value, PLOTS, rng)
    state.seats = setup.seats
    state.to_move = rng_below(rng, setup.seats) if setup.first < 0 else setup.first
    reshuffle(state, BYSTANDER, rng)


cdef int legal(const Head* state, Move* out) noexcept nogil:
    cdef const Hamlet* h = <const Hamlet*>state
    cdef int plot
    cdef int n = 0
    for plot in range(PLOTS):
        if h.owner[plot] == NOBODY:
            out[n] = plot
            n += 1
    return n


cdef void apply(Head* state, Move plot) noexcept nogil:
    (<Hamlet*>state).owner[plot] = state.to_move
    state.ply += 1
    state.to_move = (state.to_move + 1) % state.seats
    state.over = state.ply == PLOTS
    if state.over:
        score(state, state.score, state.tiebreak)


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    cdef const Hamlet* h = <const Hamlet*>state
    cdef int seat, plot
    for seat in range(state.seats):
        points[seat] = 0
        tiebreak[seat] = 0
    for plot in range(PLOTS):
        seat = h.owner[plot]
        if seat != NOBODY:
            points[seat] += h.value[plot] + SUITED * (h.trade[seat] == plot % TRADES)


cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil:
    cdef Hamlet* h = <Hamlet*>state
    cdef uint8_t[TRADES] unseen
    cdef int trade, other
    cdef int n = 0
    if seat == EVERYBODY:
        return  # all seats together know all trades
    for trade in range(TRADES):
        if seat == BYSTANDER or h.trade[seat] != trade:
            unseen[n] = trade
            n += 1
    shuffle(unseen, n, rng)
    for other in range(state.seats):
        if other != seat:
            n -= 1
            h.trade[other] = unseen[n]
    if state.over:
        score(state, state.score, state.tiebreak)


cdef const char* validate(const Head* state) noexcept nogil:
    cdef const Hamlet* h = <const Hamlet*>state
    cdef int values = 0
    cdef int trades = 0
    cdef int owned = 0
    cdef int plot, seat
    for plot in range(PLOTS):
        if h.value[plot] < 1 or h.value[plot] > PLOTS or values >> h.value[plot] & 1:
            return "value"
        values |= 1 << h.value[plot]
        if h.owner[plot] != NOBODY and h.owner[plot] >= state.seats:
            return "owner"
        owned += h.owner[plot] != NOBODY
    for seat in range(TRADES):
        if seat >= state.seats:
            if h.trade[seat]:
                return "trade"
        elif h.trade[seat] != UNKNOWN:
            if h.trade[seat] >= TRADES or trades >> h.trade[seat] & 1:
                return "trade"
            trades |= 1 << h.trade[seat]
    if state.due:
        return "due"
    if state.ply != owned:
        return "ply"
    return invalid_unless(state.over == (owned == PLOTS), "over")


cdef Hamlet record  # its type alone counts
cdef const Hamlet[:] fields = <Hamlet[:1]>&record

HAMLET = new_game(
    GameOps(
        size=sizeof(Hamlet), deal=deal, legal=legal, available=NULL, apply=apply, score=score, reshuffle=reshuffle,
        knows=NULL, sees=NULL, keyed=False,
        draw=NULL, confine=NULL, playout_uniform=NULL, playout_batch=NULL, sample=NULL, playout_informed=NULL,
        priors=NULL, shortlist=NULL, features=NULL, features_after=NULL, hide=NULL, mute=0,
        prior_noise=0, observe=NULL, observe_seat=NULL, actions=NULL,
        crop_seat=NULL, crop_actions=NULL, mark=NULL, find_move=NULL, solve=NULL, validate=validate,
    ),
    struct_dtype(fields),
    HamletNotation(),
)
