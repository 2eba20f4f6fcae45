"""The priors of Akropolis moves, in points, the shortlist, and the informed playout."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.ambition cimport Ambition, ambition_of, hopes_of
from urbanist.engine.akropolis.city cimport lay_tile
from urbanist.engine.akropolis.outlook cimport Outlook, Worth, foresee, in_view, look, points_in
from urbanist.engine.akropolis.position cimport TILE_SHIFT, TILES, Akropolis, City, place_of
from urbanist.engine.akropolis.rules cimport apply, draw, playout_uniform
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.akropolis.sketch cimport MOST_GUESSES, Guess, Guesses, sketch
from urbanist.engine.game cimport Head, Move

cdef enum:
    TRIED = 4  # the number of best guesses that a playout compares exactly

cdef float NOISE = 0.2  # points, added to a guess up to seven times


cdef void prices_of(const Akropolis* a, int* price) noexcept nogil:
    """Write the price of each tile of the market, by its number."""
    cdef int i
    for i in range(a.market_size):
        price[a.market[i]] = i


cdef float points_after(const Akropolis* a, Move move, int price) noexcept nogil:
    """Return the points of the city after a move, on a copy of the city; slow."""
    cdef City city = a.city[a.head.to_move]
    lay_tile(&city, move >> TILE_SHIFT, place_of(move))
    return points_of(&city, a.options) - price


cdef void appraise(const Head* state, const Move* moves, int n, float* prior) noexcept nogil:
    """Write the prior of each move: the points of the city after it, including stones."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Outlook o
    cdef Worth after
    cdef int[TILES + 1] price
    cdef int i
    if n == 0:
        return
    prices_of(a, price)
    if not in_view(&a.city[state.to_move]):
        for i in range(n):
            prior[i] = points_after(a, moves[i], price[moves[i] >> TILE_SHIFT])
        return
    look(&a.city[state.to_move], a.options, &o)
    for i in range(n):
        foresee(&o, moves[i] >> TILE_SHIFT, place_of(moves[i]), &after)
        prior[i] = points_in(&after) - price[moves[i] >> TILE_SHIFT]


cdef inline float hopes_after(Outlook* o, const Ambition* ambition, const Guess* guess) noexcept nogil:
    """Return the estimate for a city after a move, by an ambition."""
    cdef Worth after
    foresee(o, guess.move >> TILE_SHIFT, place_of(guess.move), &after)
    after.stones -= guess.price
    return hopes_of(&after, ambition)


cdef int shortlist(const Head* state, Move* moves, float* prior) noexcept nogil:
    """Write the moves with the best rough guesses; their priors are the estimates for the city after them."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Outlook o
    cdef Ambition ambition
    cdef Guesses found
    cdef Move move
    cdef int i, place
    if state.over or state.due or not in_view(&a.city[state.to_move]):
        return 0
    look(&a.city[state.to_move], a.options, &o)
    ambition = ambition_of(a)
    found.most = MOST_GUESSES
    sketch(a, &o, &ambition, 0, NULL, &found)
    for i in range(found.count):
        move = found.guess[i].move
        place = i
        while place > 0 and moves[place - 1] > move:
            moves[place] = moves[place - 1]
            prior[place] = prior[place - 1]
            place -= 1
        moves[place] = move
        prior[place] = hopes_after(&o, &ambition, &found.guess[i])
    return found.count


cdef Move best_of_few(const Akropolis* a, Rng* rng) noexcept nogil:
    """Return the move with the best estimate, out of the few with the best rough guesses."""
    cdef Outlook o
    cdef Guesses found
    cdef Ambition ambition = ambition_of(a)
    cdef float worth
    cdef float most = -1e30
    cdef int i
    cdef int best = 0
    look(&a.city[a.head.to_move], a.options, &o)
    found.most = TRIED
    sketch(a, &o, &ambition, NOISE, rng, &found)
    for i in range(found.count):
        worth = hopes_after(&o, &ambition, &found.guess[i])
        if worth > most:
            best, most = i, worth
    return found.guess[best].move


cdef void playout_informed(Head* state, int plies, Rng* rng) noexcept nogil:
    """Play the best of a few moves; play uniformly to the end once a city is too long for an outlook."""
    cdef const Akropolis* a = <const Akropolis*>state
    while state.due:
        draw(state)
    while not state.over and plies > 0:
        plies -= 1
        if not in_view(&a.city[state.to_move]):
            playout_uniform(state, rng)
            return
        apply(state, best_of_few(a, rng))
        while state.due:
            draw(state)
