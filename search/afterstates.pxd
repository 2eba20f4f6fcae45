"""The moves of a root, ranked by what the network expects of the position after each of them."""

from urbanist.engine.game cimport Game, Head, Move
from urbanist.search.network cimport Network
from urbanist.search.utility cimport Utility
from urbanist.search.value cimport Layers


cdef struct Ranking:
    # The moves of the root and their priors; in a search they do not change while threads run.
    Move* moves  # rising
    float* prior
    int count  # 0: the root is ranked as any other node
    Head* after  # room for a state
    float weight  # of a whole utility in a prior; 0: there is no ranking
    Utility utility
    float spread
    Layers layers

cdef int ranking_open(Ranking* ranking, Game game, object options, Network network) except -1
cdef void ranking_close(Ranking* ranking) noexcept nogil
cdef void rank_root(Ranking* ranking, Game game, const Head* root, int observer) noexcept
