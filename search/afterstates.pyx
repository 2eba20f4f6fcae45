"""The moves of a root, ranked by what the network expects of the position after each of them (its *afterstate*).

A look at a move that forgets what it changes around it hides good moves for ever: a node has far fewer children than
there are moves. So at the root, where it matters most, the same network judges moves that judges leaves.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from urbanist.engine.game cimport EVERYBODY, MAX_FEATURES, MAX_MOVES, MAX_SEATS, Game, GameOps, Head, Move
from urbanist.search.network cimport Network
from urbanist.search.options import UTILITIES
from urbanist.search.utility cimport Utility, utility_expected, utility_of
from urbanist.search.value cimport estimate


cdef int ranking_open(Ranking* ranking, Game game, object options, Network network) except -1:
    """Make an empty ranking, which the options may switch off; `ValueError` if it lacks a network."""
    ranking.weight = options.afterstates
    if ranking.weight == 0:
        return 0
    if network is None:
        raise ValueError(
            f"afterstates={options.afterstates:g}: the game has no trained network; afterstates=0 needs none")
    ranking.utility = <Utility><int>UTILITIES.index(options.utility)
    ranking.spread = options.spread
    ranking.layers = network.layers
    ranking.moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    ranking.prior = <float*>malloc(MAX_MOVES * sizeof(float))
    ranking.after = <Head*>malloc(game.ops.size)
    if ranking.moves == NULL or ranking.prior == NULL or ranking.after == NULL:
        raise MemoryError
    return 0


cdef void ranking_close(Ranking* ranking) noexcept nogil:
    """Free the memory."""
    free(ranking.moves)
    free(ranking.prior)
    free(ranking.after)


cdef float worth_after(Ranking* ranking, const GameOps* ops, const Head* root, Move move, int observer) noexcept nogil:
    """Return the utility of a move for its seat as the network expects it; the end of a game counts as it is."""
    cdef float[MAX_FEATURES] common
    cdef float[MAX_SEATS * MAX_FEATURES] row
    cdef float[MAX_SEATS] win_share, points, value
    cdef Head* after = ranking.after
    memcpy(after, root, ops.size)
    ops.apply(after, move)
    if after.over:
        utility_of(after, ranking.utility, ranking.spread, value)
    else:
        ops.features(after, observer, common, row)
        estimate(&ranking.layers, common, row, after.seats, win_share, points)
        utility_expected(win_share, points, after.seats, ranking.utility, ranking.spread, value)
    return value[root.to_move]


cdef void rank_root(Ranking* ranking, Game game, const Head* root, int observer) noexcept:
    """Rank all legal moves of the root, as the observer (-1: who knows everything) sees what follows them."""
    cdef int i
    ranking.count = game.ops.legal(root, ranking.moves)
    with nogil:
        for i in range(ranking.count):
            ranking.prior[i] = ranking.weight * worth_after(
                ranking, &game.ops, root, ranking.moves[i], EVERYBODY if observer == -1 else observer)
