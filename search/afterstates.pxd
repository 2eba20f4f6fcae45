"""Priors at the root from afterstates: the value network evaluates the position after each move."""

from libc.stdint cimport uint32_t, uint64_t

from urbanist.cext.atomic cimport load
from urbanist.engine.game cimport Game, GameOps, Head, Move
from urbanist.search.network cimport Network
from urbanist.search.utility cimport Utility
from urbanist.search.value cimport Layers


cdef struct Ranked:
    # A move and its prior.
    Move move
    float prior


cdef struct Ranking:
    # The moves of the root and their priors; in a search only `admitted` changes while threads run.
    Move* moves  # ascending
    float* prior
    Ranked* best  # the same, the best first
    int count  # 0: the root is ranked as any other node
    uint32_t admitted  # how many of the best are children of the root
    Head* after  # room for a state
    float weight  # of a whole utility in a prior; 0: there is no ranking
    float temperature
    float noise  # the share of noise in the priors
    Utility utility
    float spread
    Layers layers

cdef int ranking_open(Ranking* ranking, Game game, object options, Network network, float temperature) except -1
cdef void ranking_close(Ranking* ranking) noexcept nogil
cdef void rank_root(
    Ranking* ranking, const GameOps* ops, const Head* root, int observer, const Move* only, int permitted,
    uint64_t seed, float* room,
) noexcept nogil


cdef inline const Ranked* next_ranked(const Ranking* ranking, float wanted) noexcept nogil:
    """Return the best move that is no child yet, if the root wants so many children; else NULL.

    The first one always is, so that a search has a move to propose.
    """
    cdef uint32_t place = load(&ranking.admitted)
    cdef const Ranked* ranked = ranking.best + place
    if place == <uint32_t>ranking.count:
        return NULL
    return ranked if place == 0 or place < wanted else NULL
