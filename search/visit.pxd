"""One iteration of a tree search: a determinization, a descent, a playout, and its result back up."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport MAX_MOVES, MAX_SEATS, GameOps, Head, Move, PlayoutFn
from urbanist.search.tree cimport Tree
from urbanist.search.utility cimport Utility


cdef struct Search:
    Tree tree
    GameOps ops
    Rng rng
    int observer  # the seat whose knowledge the tree stands for, or -1: everything is known
    Utility utility
    PlayoutFn playout
    float explore
    float bias
    float widen
    float power
    Head* state  # where visits play
    double[MAX_SEATS] win_share  # sums over the visits of this decision
    Move[MAX_MOVES] moves
    float[MAX_MOVES] prior


cdef int place_of(const Move* moves, int n, Move move) noexcept nogil
cdef void visit(Search* s, const Head* root) noexcept nogil
