"""Batched uniform playouts of Metropolys: 32 games at once, in SIMD lanes.

One game is a chain of dependent draws: who moves next depends on each of them. So the auctions of 32 games advance in
lockstep, one game a lane. A lane whose game has ended takes the next game. Each game has its own generator, and ends
as it would alone.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.game cimport NOBODY, Head
from urbanist.engine.metropolys.board cimport board_of, district_of, height_step
from urbanist.engine.metropolys.position cimport METRO, RUINS, TABLE, Metropolys
from urbanist.engine.metropolys.rules cimport IN, values_above
from urbanist.engine.metropolys.uniform_playout cimport Bidding, end_playout, playout_uniform, take_up

cdef extern from "words.h":
    int urbanist_widest() noexcept nogil
cdef extern from "auctions.h":
    enum:
        GAMES_AT_ONCE "URBANIST_GAMES_AT_ONCE"
        GAME "URBANIST_GAME"
    ctypedef struct Auctions "urbanist_auctions":
        uint64_t* hands
        uint64_t* empty
        uint64_t* free
        uint64_t* still_in
        uint64_t* word
        uint64_t* value
        uint64_t* site
        uint64_t* top
        uint64_t* above
        uint64_t* beside
        uint64_t* seat
        uint64_t* built_value
        uint64_t* built_site
        uint64_t built
        uint64_t steps
        uint64_t* near
    ctypedef uint32_t (*Play "urbanist_play")(Auctions* auctions) noexcept nogil
    Play urbanist_play_of(int words) noexcept nogil

cdef enum:
    CELLS = 64  # of a set
    FEW = 20  # games that are played sooner one after the other

cdef Play play = urbanist_play_of(urbanist_widest())


cdef struct RunningGame:
    # A game that is played.
    Metropolys* m
    uint64_t start  # the step before its first ply
    Cells metro
    int metro_card  # seat, or TABLE
    int metros[TABLE + 1]  # tokens of each seat, and fewer of nobody
    int ruins_card  # apart from `metro_card`: gcc 12 merges stores to adjacent ints, which is slower
    Cells ruins


cdef struct RunningBatch:
    Metropolys* states
    Py_ssize_t n
    Py_ssize_t next  # state that nobody plays yet
    uint64_t seed
    uint64_t stream
    Auctions auctions
    RunningGame game[GAMES_AT_ONCE]
    Metropolys spare  # fills lanes that have no game left; its result is not used


cdef bint find_next(RunningBatch* running) noexcept nogil:
    """Find the next state that is not over; return whether there is one."""
    while running.next < running.n and running.states[running.next].head.over:
        running.next += 1
    return running.next < running.n


cdef bint begin_game(RunningBatch* running, int i) noexcept nogil:
    """Put the next state into lane i, or the spare one; return whether it was a state."""
    cdef Auctions* a = &running.auctions
    cdef RunningGame* game = &running.game[i]
    cdef bint there = find_next(running)
    cdef Metropolys* m = running.states + running.next if there else &running.spare
    cdef Rng rng = rng_seeded(running.seed, running.stream + running.next)
    cdef Bidding b
    cdef int seat
    game.start = a.steps + 1 - take_up(m, &b, &rng)
    running.next += there
    a.hands[i], a.empty[i], a.free[i], a.still_in[i], a.word[i] = b.hands, b.empty, b.free, b.still_in, rng.word
    a.value[i], a.site[i] = <uint64_t>1 << 16 * b.top + b.value, only(b.cell)
    a.above[i], a.beside[i] = values_above(b.value), board_of(m).near[b.cell]
    a.top[i], a.seat[i] = <uint64_t>IN << 16 * b.top, <uint64_t>IN << 16 * b.seat
    game.m, game.metro, game.ruins = m, m.tokens[METRO], m.tokens[RUINS]
    for seat in range(TABLE):
        game.metros[seat] = m.taken[seat][METRO]
    game.metros[TABLE] = -1
    game.metro_card = TABLE if m.metro_card == NOBODY else m.metro_card
    game.ruins_card = m.ruins_card
    return there


cdef void build_all(RunningBatch* running) noexcept nogil:
    """Make the winning bids permanent, as `build` does, but leave the tokens on the board."""
    cdef Auctions* a = &running.auctions
    cdef RunningGame* game
    cdef Metropolys* m
    cdef uint64_t i
    cdef int value, cell, seat, metro
    for i in range(a.built):
        value, cell = first(a.built_value[i]), first(a.built_site[i])
        game = &running.game[a.built_site[i] >> GAME]
        m, seat = game.m, value >> 4
        m.site[seat][value & 15] = <uint8_t>cell
        m.built[seat] |= only(cell)
        m.heights[seat] += height_step[value & 15] << 8 * district_of[cell]
        # Branch-free: the kind of the token is unpredictable.
        metro = game.metro >> cell & 1
        game.metros[seat] += metro
        metro &= game.metros[seat] > game.metros[game.metro_card]
        game.metro_card ^= (game.metro_card ^ seat) & -metro
        game.ruins_card ^= (game.ruins_card ^ seat) & -<int>(game.ruins >> cell & 1)


cdef void end_game(RunningBatch* running, int i) noexcept nogil:
    """Take the tokens of all new buildings, and end the game of lane i."""
    cdef Auctions* a = &running.auctions
    cdef RunningGame* game = &running.game[i]
    cdef Metropolys* m = game.m
    cdef Cells built = 0
    cdef int seat, kind
    for seat in range(TABLE):
        for kind in range(3):
            m.taken[seat][kind] += <uint8_t>count(m.tokens[kind] & m.built[seat])
        built |= m.built[seat]
    for kind in range(3):
        m.tokens[kind] &= ~built
    m.metro_card = <uint8_t>(NOBODY if game.metro_card == TABLE else game.metro_card)
    m.ruins_card = <uint8_t>game.ruins_card
    end_playout(m, first(a.seat[i]) >> 4, a.hands[i], a.empty[i], <int>(a.steps - game.start))


cdef bint on_one_board(const Metropolys* states, Py_ssize_t n) noexcept nogil:
    """Return whether all states have the same edition."""
    cdef Py_ssize_t i
    for i in range(n):
        if states[i].slot != states[0].slot:
            return False
    return True


cdef void playout_batch(Head* states, Py_ssize_t n, uint64_t seed, uint64_t stream) noexcept nogil:
    """Play uniform playouts from n states; state i has the generator of stream + i."""
    cdef RunningBatch running
    cdef Rng rng
    cdef Py_ssize_t alone
    cdef Cells over
    cdef int i
    cdef int left = 0
    running.states, running.n, running.next, running.seed, running.stream = <Metropolys*>states, n, 0, seed, stream
    if play == NULL or n < FEW or not on_one_board(running.states, n):
        for alone in range(n):
            rng = rng_seeded(seed, stream + alone)
            playout_uniform(&running.states[alone].head, &rng)
        return
    if not find_next(&running):
        return
    running.spare = running.states[running.next]
    running.auctions.steps = 0
    memcpy(running.auctions.near, board_of(running.states).near, CELLS * sizeof(Cells))
    running.auctions.near[CELLS] = 0
    for i in range(GAMES_AT_ONCE):
        left += begin_game(&running, i)
    while left:
        over = play(&running.auctions)
        build_all(&running)
        while over:
            i = first(over)
            over &= over - 1
            if running.game[i].m != &running.spare:
                left -= 1
                end_game(&running, i)
            left += begin_game(&running, i)
