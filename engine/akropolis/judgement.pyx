"""What an Akropolis player would think of a move: promises in points, and a cheap informed policy."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.city cimport lay_tile
from urbanist.engine.akropolis.position cimport TILE_SHIFT, Akropolis, City, place_of
from urbanist.engine.akropolis.rules cimport playout
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.game cimport Head, Move


cdef void appraise(const Head* state, const Move* moves, int n, float* promise) noexcept nogil:
    cdef const Akropolis* a = <const Akropolis*>state
    cdef City city
    cdef int i, place, tile
    for i in range(n):
        city = a.city[state.to_move]
        tile = moves[i] >> TILE_SHIFT
        place = 0
        while a.market[place] != tile:
            place += 1
        city.stones -= place
        lay_tile(&city, tile, place_of(moves[i]))
        promise[i] = points_of(&city, a.options)


cdef void rollout(Head* state, Rng* rng) noexcept nogil:
    playout(state, rng)
