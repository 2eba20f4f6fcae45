"""Priors at the root from afterstates: the value network evaluates the position after each move.

A node has far fewer children than there are legal moves, so a good move that the policy ranks low is never searched. At
the root, where that costs most, moves are ranked by the same network that evaluates leaves.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcmp, memcpy, memset

from urbanist.engine.game cimport (
    EVERYBODY, MAX_FEATURES, MAX_MOVE_FEATURES, MAX_MOVES, MAX_SEATS, Game, GameOps, Head, Move,
)
from urbanist.search.network cimport Network
from urbanist.search.root_noise cimport add_root_noise
from urbanist.search.options import UTILITIES
from urbanist.search.utility cimport Utility, utility_expected, utility_of
from urbanist.search.value cimport Layers, Others, estimate, estimate_others, estimate_with

cdef enum:
    RECENT_BITS = 9  # of the number of recent rows in a table

cdef uint32_t[MAX_FEATURES] odd  # factors that mix the words of a row
for _i in range(MAX_FEATURES):
    odd[<int>_i] = (2654435761 * (2 * <int>_i + 1)) & 0xFFFFFFFF | 1


cdef int ranking_open(Ranking* ranking, Game game, object options, Network network, float temperature) except -1:
    """Initialise an empty ranking, which the options may switch off; `ValueError` if it lacks a network."""
    ranking.weight = options.afterstates
    if ranking.weight == 0:
        return 0
    if network is None:
        raise ValueError(
            f"afterstates={options.afterstates:g}: the game has no trained network; afterstates=0 needs none")
    ranking.utility = <Utility><int>UTILITIES.index(options.utility)
    ranking.spread = options.spread
    ranking.temperature = temperature
    ranking.noise = options.noise
    ranking.layers = network.layers
    ranking.moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    ranking.prior = <float*>malloc(MAX_MOVES * sizeof(float))
    ranking.best = <Ranked*>malloc(MAX_MOVES * sizeof(Ranked))
    ranking.after = <Head*>malloc(game.ops.size)
    if ranking.moves == NULL or ranking.prior == NULL or ranking.best == NULL or ranking.after == NULL:
        raise MemoryError
    return 0


cdef void ranking_close(Ranking* ranking) noexcept nogil:
    """Free the memory."""
    free(ranking.moves)
    free(ranking.prior)
    free(ranking.best)
    free(ranking.after)


cdef float worth_after(Ranking* ranking, const GameOps* ops, const Head* root, Move move, int observer) noexcept nogil:
    """Return the utility of the afterstate of a move for its seat, by the network; terminal states are exact."""
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


cdef inline uint32_t place_of_row(const float* row, int length) noexcept nogil:
    """Return the hash of a feature row, as an index into the table of recent rows."""
    cdef const uint32_t* words = <const uint32_t*>row
    cdef uint32_t mixed = 0
    cdef int i
    for i in range(length):
        mixed += words[i] * odd[i]
    return mixed >> (32 - RECENT_BITS)


cdef int value_group(
    const Ranking* ranking, const GameOps* ops, const Head* root, const Move* moves, int n, int observer, float* room,
    float* worth,
) noexcept nogil:
    """Write the values of the first moves, as many as the game computes features of at once; return their number.

    Moves that lead to equal features share one evaluation: up to five of six do.
    """
    cdef float[MAX_FEATURES] common
    cdef float[MAX_SEATS * MAX_FEATURES] row
    cdef float[MAX_SEATS] win_share, points, value
    cdef int[1 << RECENT_BITS] recent
    cdef const Layers* layers = &ranking.layers
    cdef const float* own = room
    cdef size_t size = layers.row * sizeof(float)
    cdef Others others
    cdef uint32_t place
    cdef int i
    cdef int count = ops.features_after(
        root, moves, min(n, MAX_MOVES * MAX_MOVE_FEATURES // layers.row), observer, common, row, room)
    if count == 0:
        return 0
    estimate_others(layers, common, row, root.seats, root.to_move, &others)
    memset(recent, 255, sizeof(recent))
    for i in range(count):
        place = place_of_row(own, layers.row)
        if recent[place] >= 0 and memcmp(room + recent[place] * layers.row, own, size) == 0:
            worth[i] = worth[recent[place]]
        else:
            estimate_with(layers, &others, own, win_share, points)
            utility_expected(win_share, points, root.seats, ranking.utility, ranking.spread, value)
            worth[i] = value[root.to_move]
            recent[place] = i
        own += layers.row
    return count


cdef void value_moves(Ranking* ranking, const GameOps* ops, const Head* root, int observer, float* room) noexcept nogil:
    """Write the prior of each move."""
    cdef int i = 0
    cdef int n
    while i < ranking.count:
        n = 0
        if ops.features_after != NULL:
            n = value_group(
                ranking, ops, root, ranking.moves + i, ranking.count - i, observer, room, ranking.prior + i)
        if n == 0:
            ranking.prior[i] = worth_after(ranking, ops, root, ranking.moves[i], observer)
            n = 1
        i += n
    for i in range(ranking.count):
        ranking.prior[i] *= ranking.weight


cdef int by_prior(const void* one, const void* other) noexcept nogil:
    """Compare moves for `qsort`: descending by prior, then ascending by word."""
    cdef const Ranked* first = <const Ranked*>one
    cdef const Ranked* second = <const Ranked*>other
    if first.prior != second.prior:
        return 1 if first.prior < second.prior else -1
    return 1 if first.move > second.move else -1


cdef void sort_ranking(Ranking* ranking) noexcept nogil:
    """Fill the list of the best moves."""
    cdef int i
    for i in range(ranking.count):
        ranking.best[i].move, ranking.best[i].prior = ranking.moves[i], ranking.prior[i]
    qsort(ranking.best, ranking.count, sizeof(Ranked), by_prior)


cdef int keep_permitted(Ranking* ranking, const Move* only, int permitted) noexcept nogil:
    """Keep the moves that may be searched; return their number."""
    cdef int count = 0
    cdef int i
    cdef int place = 0
    for i in range(ranking.count):
        while place < permitted and only[place] < ranking.moves[i]:
            place += 1
        if place < permitted and only[place] == ranking.moves[i]:
            ranking.moves[count] = ranking.moves[i]
            count += 1
    return count


cdef void rank_root(
    Ranking* ranking, const GameOps* ops, const Head* root, int observer, const Move* only, int permitted,
    uint64_t seed, float* room,
) noexcept nogil:
    """Rank the legal moves of the root, among `only` unless it is NULL, as the observer sees what follows them.

    The observer -1 knows everything. The seed is that of the noise, and `room` is that of a worker for rows.
    """
    ranking.count = ops.legal(root, ranking.moves)
    if only != NULL:
        ranking.count = keep_permitted(ranking, only, permitted)
    value_moves(ranking, ops, root, EVERYBODY if observer == -1 else observer, room)
    if ranking.noise > 0:
        add_root_noise(seed, ranking.noise, ranking.temperature, ranking.moves, ranking.count, ranking.prior)
    sort_ranking(ranking)
