"""One step of many games: an action of each seat to move, and all that a learner wants to know then."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

from urbanist.cext.address cimport address
from urbanist.cext.atomic cimport fence
from urbanist.cext.pool cimport Pool
from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.encoder cimport (
    ActionSpace, Encoder, RowFormat, action_space_of, goes_past_cache, mark_legal, new_bits, new_scratch, observe_one,
)
from urbanist.engine.game cimport (
    MAX_SEATS, Game, GameOps, Head, Move, Setup, play_through, setup_of, share_win,
)
from urbanist.engine.parallel cimport run_parts
from urbanist.engine.batch_arguments import as_actions
from urbanist.engine.encoder import moves_of
from urbanist.engine.integers import seed_word

cdef enum Reward:
    # In the order of `buffers.REWARDS`.
    WIN
    MARGIN
    POINTS
    GAIN


cdef struct Stepping:
    const GameOps* ops
    const RowFormat* row_format
    ActionSpace space
    unsigned char* memory
    const Move* moves  # NULL: nothing is played
    const int32_t* actions  # -1: the record waits
    Setup setup
    uint64_t seed
    int reward
    unsigned char* rows
    size_t row_size
    bint past_cache
    uint8_t* masks
    float* rewards
    uint8_t* over
    int32_t* to_move
    bint failed


cdef void pay(const Head* end, int kind, float* out) noexcept nogil:
    """Write the rewards of all seats at the end of a game, as docs/adapters.md describes them."""
    cdef double[MAX_SEATS] won
    cdef int seat, other, best
    if kind == WIN:
        share_win(end, won)
        for seat in range(end.seats):
            out[seat] = <float>(end.seats * won[seat] - 1)
        return
    for seat in range(end.seats):
        out[seat] = end.score[seat]
        if kind == MARGIN:
            best = -(1 << 30)
            for other in range(end.seats):
                if other != seat:
                    best = max(best, end.score[other])
            out[seat] -= best


cdef void play(const Stepping* w, Head* state, Py_ssize_t i) noexcept nogil:
    """Play the move of a record, pay for it, and deal anew if that ended the game."""
    cdef int32_t[MAX_SEATS] before, after
    cdef int16_t[MAX_SEATS] tiebreak
    cdef Rng rng
    cdef float* out = w.rewards + i * w.row_format.table
    cdef int seat
    memset(out, 0, w.row_format.table * sizeof(float))
    if w.actions[i] < 0:
        w.over[i] = 0
        return
    if not state.over:
        if w.reward == GAIN:
            w.ops.score(state, before, tiebreak)
        play_through(w.ops, state, w.moves[i])
        if w.reward == GAIN:
            w.ops.score(state, after, tiebreak)
            for seat in range(state.seats):
                out[seat] = after[seat] - before[seat]
        elif state.over:
            pay(state, w.reward, out)
    w.over[i] = state.over
    if state.over:
        rng = rng_seeded(w.seed, i)
        w.ops.deal(state, &w.setup, &rng)


cdef void step_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef Stepping* w = <Stepping*>work
    cdef float* scratch = new_scratch(w.row_format)
    cdef uint64_t* bits = new_bits(&w.space)
    cdef Head* state
    cdef Py_ssize_t i
    if scratch == NULL or bits == NULL:
        w.failed, stop = True, start
    for i in range(start, stop):
        state = <Head*>(w.memory + i * w.ops.size)
        if w.moves != NULL:
            play(w, state, i)
        w.to_move[i] = state.to_move
        observe_one(w.row_format, state, state.to_move, scratch, w.rows + i * w.row_size, w.past_cache)
        mark_legal(&w.space, state, bits, w.masks + i * w.space.width)
    fence()
    free(scratch)
    free(bits)


cdef int run(Stepping* w, Game game, array, buffers, Pool pool, threads) except -1:
    cdef Encoder encoder = buffers.encoder
    if game is not buffers.game or len(array) != len(buffers.over):
        raise ValueError(f"{buffers!r} for a batch of {len(array)} {game.name} states")
    w.ops, w.row_format = &game.ops, &encoder.row_format
    w.space = action_space_of(game, encoder.cropped, buffers.packed, len(array))
    w.memory, w.failed = <unsigned char*>address(array), False
    w.rows, w.row_size = <unsigned char*>address(buffers.observation), encoder.size * encoder.dtype.itemsize
    w.past_cache = goes_past_cache(len(array), w.row_size)
    w.masks, w.rewards = <uint8_t*>address(buffers.mask), <float*>address(buffers.rewards)
    w.over, w.to_move = <uint8_t*>address(buffers.over), <int32_t*>address(buffers.to_move)
    run_parts(pool, step_part, w, len(array), threads)
    if w.failed:
        raise MemoryError
    return 0


def look(Game game not None, array, buffers, Pool pool not None, threads=1):
    """Write what the seats to move see and may do."""
    cdef Stepping w
    w.moves = NULL
    run(&w, game, array, buffers, pool, threads)


def step(Game game not None, array, asked, actions, seed, buffers, Pool pool not None, threads=1):
    """Play an action in each record, and write what comes of it; records that are over are dealt by a setup."""
    from urbanist.engine.buffers import REWARDS
    cdef Stepping w
    w.seed, w.setup, w.reward = seed_word(seed), setup_of(asked), REWARDS.index(buffers.reward)
    wanted = as_actions(actions, len(array), buffers.action_count, -1)
    moves = moves_of(game, array, wanted, pool, threads, buffers.encoder.cropped, True)
    w.moves, w.actions = <const Move*>address(moves), <const int32_t*>address(wanted)
    run(&w, game, array, buffers, pool, threads)
