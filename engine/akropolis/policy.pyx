"""Move priors of Akropolis, in points, the features of moves, the shortlist, and the playout policy."""

from libc.string cimport memcpy, memset
from urbanist.cext.hexlines cimport SPAN, cell_in
from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.accumulator cimport (
    Accumulator, ScoreTerms, Trial, fits_window, hide_tile, lay_blank, lift_blank, points_in, refresh, show_tile,
    terms_after,
)
from urbanist.engine.akropolis.bitboards cimport HEIGHT
from urbanist.engine.akropolis.candidates cimport MAX_CANDIDATES, Candidates, best_candidates, list_candidates
from urbanist.engine.akropolis.city cimport lay_tile
from urbanist.engine.akropolis.evaluation cimport EvaluationWeights, evaluation_of, weights_of
from urbanist.engine.akropolis.position cimport (
    KINDS, TILE_SHIFT, TILES, Akropolis, City, Place, place_of, print_of,
)
from urbanist.engine.akropolis.rules cimport apply, draw, plies_left
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.akropolis.shortlist_cache cimport CachedShortlist, ShortlistKey, cache_slot, fill_key, fits, is_hit
from urbanist.engine.akropolis.uniform_playout cimport playout_uniform
from urbanist.engine.game cimport Head, Move

cdef extern from *:
    """
    #include <stdint.h>
    enum { URBANIST_ACCUMULATOR_BYTES = 1 << 16 };
    /* Of each thread: on the stack it would take a third of what some threads have. */
    static _Thread_local _Alignas(64) unsigned char urbanist_accumulator[URBANIST_ACCUMULATOR_BYTES];
    """
    enum:
        URBANIST_ACCUMULATOR_BYTES
    unsigned char* urbanist_accumulator

cdef enum:
    TURN = 3  # the bits of a move's turn

if sizeof(Accumulator) > URBANIST_ACCUMULATOR_BYTES:
    raise SystemError("an accumulator has no room in its place")

if not fits():
    raise SystemError("a recent shortlist has no room in its place")

cdef float NOISE = 0.2  # points; 0 to 7 times this is added to the rough evaluation of a candidate

#: What a tile would change in the city, and where it would lie.
MOVE = (
    "expected points", "points", "price", "stones", "quarries", "level", "plies left",
    *(f"value of {kind}" for kind in pieces.KINDS), *(f"stars of {kind}" for kind in pieces.KINDS),
    *(f"idle {kind}" for kind in pieces.KINDS),
)
cdef int row_length = len(MOVE)


cdef void prices_of(const Akropolis* a, int* price) noexcept nogil:
    """Write the price of each tile of the market, by its number."""
    cdef int i
    for i in range(a.market_size):
        price[a.market[i]] = i


cdef float points_after(const Akropolis* a, Move move, int price) noexcept nogil:
    """Return the points of the city after a move, on a copy of the city; slow."""
    cdef City city = a.city[a.head.to_move]
    lay_tile(&city, print_of(a.options, move >> TILE_SHIFT), place_of(move))
    return points_of(&city, a.options) - price


cdef inline void look_after(
    Accumulator* acc, const Move* moves, int i, int n, const int* prices, Trial* trial, ScoreTerms* after,
) noexcept nogil:
    """Write the score terms after a move, with its price paid.

    Moves come in order, so a tile is laid once for all its turns.
    """
    if i == 0 or (moves[i] ^ moves[i - 1]) > TURN:
        lay_blank(acc, place_of(moves[i]), trial)
    show_tile(acc, trial, moves[i] >> TILE_SHIFT, moves[i] & TURN, after)
    hide_tile(acc, trial)
    if i + 1 == n or (moves[i] ^ moves[i + 1]) > TURN:
        lift_blank(acc, trial)
    after.stones -= prices[moves[i] >> TILE_SHIFT]


cdef inline float idle_of(const ScoreTerms* terms, int kind) noexcept nogil:
    return max(terms.built[kind] - terms.value[kind], 0)


cdef void write_row(
    const Akropolis* a, const Accumulator* acc, const EvaluationWeights* weights, Move move, const int* prices,
    const ScoreTerms* after,
    float* row,
) noexcept nogil:
    """Write the features of a move."""
    cdef const ScoreTerms* now = &acc.terms
    cdef Place place = place_of(move)
    cdef int kind
    row[0] = evaluation_of(after, weights) - evaluation_of(now, weights)
    row[1] = points_in(after) - points_in(now)
    row[2] = prices[move >> TILE_SHIFT]
    row[3] = after.stones
    row[4] = after.quarries - now.quarries
    row[5] = acc.bitboards.shape[SPAN + cell_in(&acc.bitboards.window, place.q, place.r)] & HEIGHT
    row[6] = plies_left(a)
    row += 7
    for kind in range(KINDS):
        row[kind] = after.value[kind] - now.value[kind]
        row[KINDS + kind] = after.stars[kind] - now.stars[kind]
        row[2 * KINDS + kind] = idle_of(after, kind) - idle_of(now, kind)


cdef void priors(const Head* state, const Move* moves, int n, float* prior, float* row) noexcept nogil:
    """Write the prior of each move: the points of the city after it, including stones.

    In a city that is too long for an accumulator, all features are 0.
    """
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Accumulator* acc = <Accumulator*>urbanist_accumulator
    cdef EvaluationWeights weights
    cdef Trial trial
    cdef ScoreTerms after
    cdef int[TILES + 1] prices
    cdef int i
    if n == 0:
        return
    prices_of(a, prices)
    if not fits_window(&a.city[state.to_move]):
        for i in range(n):
            prior[i] = points_after(a, moves[i], prices[moves[i] >> TILE_SHIFT])
        if row != NULL:
            memset(row, 0, n * row_length * sizeof(float))
        return
    refresh(&a.city[state.to_move], a.options, acc)
    weights = weights_of(a)
    for i in range(n):
        look_after(acc, moves, i, n, prices, &trial, &after)
        prior[i] = points_in(&after)
        if row != NULL:
            write_row(a, acc, &weights, moves[i], prices, &after, row + i * row_length)


cdef void sort_moves(Move* moves, int n) noexcept nogil:
    """Sort the distinct moves of a shortlist, ascending, by counting (rank sort)."""
    cdef Move[MAX_CANDIDATES] unsorted
    cdef int i, j, place
    memset(unsorted, 255, sizeof(unsorted))
    memcpy(unsorted, moves, n * sizeof(Move))
    for i in range(n):
        place = 0
        for j in range(MAX_CANDIDATES):  # always as many, so that the compiler compares eight at once
            place += unsorted[j] < unsorted[i]
        moves[place] = unsorted[i]


cdef int list_best(const Akropolis* a, Move* moves, float* prior, float* row) noexcept nogil:
    """Write the candidate moves; their priors are the static evaluations of the city after them."""
    cdef Accumulator* acc = <Accumulator*>urbanist_accumulator
    cdef EvaluationWeights weights = weights_of(a)
    cdef Trial trial
    cdef ScoreTerms after
    cdef int[TILES + 1] prices
    cdef int i, n
    refresh(&a.city[a.head.to_move], a.options, acc)
    n = list_candidates(a, acc, &weights, moves)
    sort_moves(moves, n)
    prices_of(a, prices)
    for i in range(n):
        look_after(acc, moves, i, n, prices, &trial, &after)
        prior[i] = evaluation_of(&after, &weights)
        if row != NULL:
            write_row(a, acc, &weights, moves[i], prices, &after, row + i * row_length)
    return n


cdef int shortlist(const Head* state, Move* moves, float* prior, float* row) noexcept nogil:
    """Write the candidate moves and their priors; without features, from the cache where it has them."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef ShortlistKey asked
    cdef CachedShortlist* cached
    if state.over or state.due or not fits_window(&a.city[state.to_move]):
        return 0
    if row != NULL:
        return list_best(a, moves, prior, row)
    fill_key(a, &asked)
    cached = cache_slot(&asked)
    if not is_hit(cached, &asked):
        cached.count = list_best(a, cached.move, cached.prior, NULL)
        memcpy(&cached.asked, &asked, sizeof(asked))
    memcpy(moves, cached.move, cached.count * sizeof(Move))
    memcpy(prior, cached.prior, cached.count * sizeof(float))
    return cached.count


cdef Move best_of_few(const Akropolis* a, Rng* rng) noexcept nogil:
    """Return the candidate with the best static evaluation, out of a few."""
    cdef Accumulator* acc = <Accumulator*>urbanist_accumulator
    cdef Candidates candidates
    cdef EvaluationWeights weights = weights_of(a)
    cdef ScoreTerms after
    cdef int[TILES + 1] prices
    cdef Move move
    cdef float worth
    cdef float most = -1e30
    cdef int i
    cdef int best = 0
    refresh(&a.city[a.head.to_move], a.options, acc)
    best_candidates(a, acc, &weights, NOISE, rng, &candidates)
    prices_of(a, prices)
    for i in range(candidates.count):
        move = candidates.candidate[i].move
        terms_after(acc, move >> TILE_SHIFT, place_of(move), &after)
        after.stones -= prices[move >> TILE_SHIFT]
        worth = evaluation_of(&after, &weights)
        if worth > most:
            best, most = i, worth
    return candidates.candidate[best].move


cdef void playout_informed(Head* state, int plies, Rng* rng) noexcept nogil:
    """Play the best of a few candidates; play uniformly to the end once a city is too long for an accumulator."""
    cdef const Akropolis* a = <const Akropolis*>state
    while state.due:
        draw(state)
    while not state.over and plies > 0:
        plies -= 1
        if not fits_window(&a.city[state.to_move]):
            playout_uniform(state, rng)
            return
        apply(state, best_of_few(a, rng))
        while state.due:
            draw(state)
