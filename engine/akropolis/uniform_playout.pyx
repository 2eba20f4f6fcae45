"""Uniform playouts of Akropolis, without move lists.

A random place does not depend on the tile that is laid there. So the places of two seats are drawn before the first of
them lays its tile: a processor does not wait for one city to go on with the other one.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.hexrows cimport (
    HIGHEST, anchor_column, at_edge, column_of, draw_open, height_at, is_built, up_of,
)
from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_part, rng_seeded
from urbanist.engine.akropolis.city cimport lay_tile
from urbanist.engine.akropolis.placement_bitboards cimport (
    PlacementBitboards, Stamp, fill_placement_bitboards, keep_city, lay_stamp, list_tile, outgrow, stamps,
)
from urbanist.engine.akropolis.placement_scoring cimport points_on_boards
from urbanist.engine.akropolis.position cimport TABLE, TURNS, Akropolis, City, Place, print_of
from urbanist.engine.akropolis.rules cimport (
    apply, close_gap, draw, legal, open_stack, order_stacks, plies_left, stack_size,
)
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.game cimport MAX_MOVES, Head, Move


cdef enum:
    AT_ONCE = 3  # games of a batch; two and four are 2 to 5 % slower


cdef struct RandomMove:
    # A random move: which tile of the market, its turn, and the row and the mark of its place.
    size_t choice
    size_t turn
    size_t row
    size_t mark


cdef struct Playout:
    # A game that is played. Its cities, its market and its turn are in the state only after the last move.
    Akropolis* a
    const Stamp* own  # the stamps of the edition
    Rng rng
    uint64_t market  # its tiles, as bytes
    int size
    int stack  # tiles in each
    int left  # moves to the end
    int drawn  # moves that could be drawn on the bitboards: one and two
    PlacementBitboards* mover  # of the seat to move
    PlacementBitboards* last  # of the last seat
    RandomMove one
    RandomMove two
    PlacementBitboards[TABLE] boards


cdef void play_from_lists(Head* state, Rng* rng) noexcept nogil:
    """Play random moves from lists of legal moves to the end: slow, for cities that have outgrown the bitboards."""
    cdef Move[MAX_MOVES] moves
    while not state.over:
        apply(state, moves[rng_below(rng, legal(state, moves))])
        if state.due:
            draw(state)


cdef inline City* city_of(Playout* p, const PlacementBitboards* d) noexcept nogil:
    return &p.a.city[d - &p.boards[0]]


cdef void lay_higher(
    Playout* p, PlacementBitboards* d, const Stamp* stamp, int tile, const RandomMove* move,
) noexcept nogil:
    """Lay a tile on other tiles; where the bitboards have no room for it, they are of no use from now on."""
    cdef City* city = city_of(p, d)
    cdef size_t height = height_at(&d.rows, move.row, anchor_column(move.mark))
    if height < HIGHEST:
        lay_stamp(d, stamp, height, move.row, move.mark)
        list_tile(d, stamp, height, move.row, move.mark)
        return
    keep_city(d, city)
    outgrow(d)
    lay_tile(city, print_of(p.a.options, tile), Place(
        <int>up_of(move.mark), d.q + <int>anchor_column(move.mark), d.r + <int>move.row, <int>move.turn))


cdef void centre(Playout* p, PlacementBitboards* d) noexcept nogil:
    """Move a city to the middle of its bitboards, if it still fits them."""
    cdef City* city = city_of(p, d)
    if not d.outgrown:
        keep_city(d, city)
        fill_placement_bitboards(city, p.a.options, d)


cdef inline bint draw_move(const PlacementBitboards* d, Rng* rng, int market, RandomMove* move) noexcept nogil:
    """Draw a legal move, each equally likely, at a market of some tiles; return false if the city is outgrown."""
    cdef uint64_t bits = rng_next(rng)
    move.choice = rng_part(&bits, min(d.stones + 1, market))
    move.turn = rng_part(&bits, TURNS)
    return draw_open(&d.rows, &bits, &move.row, &move.mark)


cdef inline PlacementBitboards* mover_after(Playout* p) noexcept nogil:
    return &p.boards[0] if p.mover == p.last else p.mover + 1


cdef inline void play(Playout* p, const RandomMove* move) noexcept nogil:
    """Play a move; open a stack, if there is one, behind the last tile."""
    cdef PlacementBitboards* d = p.mover
    cdef size_t row = move.row
    cdef size_t mark = move.mark
    cdef size_t tile = p.market >> 8 * move.choice & 0xFF
    cdef const Stamp* stamp = p.own + ((tile << 1 | up_of(mark)) * (TURNS + 1) + move.turn)
    p.market = close_gap(p.market, move.choice)
    d.stones -= <int>move.choice
    if is_built(&d.rows, row, anchor_column(mark)):
        lay_higher(p, d, stamp, <int>tile, move)
    else:
        lay_stamp(d, stamp, 0, row, mark)
        list_tile(d, stamp, 0, row, mark)
    if at_edge(row, column_of(mark)):
        centre(p, d)
    p.mover = mover_after(p)
    p.left -= 1
    p.size -= 1
    if p.size == 1 and p.left:
        p.market |= open_stack(p.a, p.stack) << 8
        p.size = p.stack + 1


cdef inline void draw_two(Playout* p) noexcept nogil:
    """Draw the next two moves; only one if it is the last one."""
    p.drawn = draw_move(p.mover, &p.rng, p.size, &p.one)
    if p.drawn and p.left > 1:
        p.drawn += draw_move(mover_after(p), &p.rng, p.size - 1 if p.size > 2 else p.stack + 1, &p.two)


cdef inline bint play_two(Playout* p) noexcept nogil:
    """Play the moves that were drawn; return whether more are to be drawn."""
    if p.drawn:
        play(p, &p.one)
    if p.drawn == 2:
        play(p, &p.two)
    return p.drawn == 2 and p.left


cdef void finish(Akropolis* a, PlacementBitboards* boards) noexcept nogil:
    """End the game and write the points, from the bitboards where they are not outgrown."""
    cdef City* city
    cdef int seat
    a.unseen = 0
    a.head.over = 1
    for seat in range(a.head.seats):
        city = &a.city[seat]
        if boards[seat].outgrown:
            a.head.score[seat] = points_of(city, a.options)
        else:
            a.head.score[seat] = points_on_boards(&boards[seat], city, a.options)
        a.head.tiebreak[seat] = city.stones


cdef void begin_playout(Playout* p, Head* state) noexcept nogil:
    """Begin a playout of a state that is not over; the caller sets its generator."""
    cdef Akropolis* a = <Akropolis*>state
    cdef int seat
    order_stacks(a)
    if state.due:
        draw(state)
    p.a, p.own = a, &stamps[print_of(a.options, 0)][0][0]
    p.size, p.stack, p.left = a.market_size, stack_size(a), plies_left(a)
    p.mover, p.last = &p.boards[state.to_move], &p.boards[state.seats - 1]
    memcpy(&p.market, a.market, 8)
    state.ply += p.left
    for seat in range(state.seats):
        fill_placement_bitboards(&a.city[seat], a.options, &p.boards[seat])


cdef void end_playout(Playout* p) noexcept nogil:
    """End a playout after its last moves on the bitboards."""
    cdef Akropolis* a = p.a
    cdef int seat
    a.head.ply -= p.left
    a.head.to_move = <uint8_t>(p.mover - &p.boards[0])
    a.market_size = <uint8_t>p.size
    memcpy(a.market, &p.market, 8)
    for seat in range(a.head.seats):
        if not p.boards[seat].outgrown:
            keep_city(&p.boards[seat], &a.city[seat])
    if p.left == 0:
        finish(a, p.boards)
        return
    play_from_lists(&a.head, &p.rng)
    a.unseen = 0


cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves to the end."""
    cdef Playout p
    if state.over:
        return
    begin_playout(&p, state)
    p.rng = rng[0]
    draw_two(&p)
    while play_two(&p):
        draw_two(&p)
    end_playout(&p)
    rng[0] = p.rng


cdef struct Queue:
    # States that wait for a playout.
    Akropolis* states
    Py_ssize_t n
    Py_ssize_t next
    uint64_t seed
    uint64_t stream


cdef bint begin_next(Queue* queue, Playout* p) noexcept nogil:
    """Begin the playout of the next state that is not over; return whether there is one."""
    while queue.next < queue.n and queue.states[queue.next].head.over:
        queue.next += 1
    if queue.next == queue.n:
        return False
    p.rng = rng_seeded(queue.seed, queue.stream + queue.next)
    begin_playout(p, &queue.states[queue.next].head)
    queue.next += 1
    return True


cdef void move_playout(const Playout* p, Playout* to) noexcept nogil:
    """Copy a playout that is going on."""
    to[0] = p[0]
    to.mover = &to.boards[0] + (p.mover - &p.boards[0])
    to.last = &to.boards[0] + (p.last - &p.boards[0])


cdef void playout_batch(Head* states, Py_ssize_t n, uint64_t seed, uint64_t stream) noexcept nogil:
    """Play uniform playouts from n states, some at once; state i has the generator of stream + i."""
    cdef Playout[AT_ONCE] p
    cdef Queue queue = Queue(<Akropolis*>states, n, 0, seed, stream)
    cdef int games = 0
    cdef int i
    while games < AT_ONCE and begin_next(&queue, &p[games]):
        games += 1
    while games:
        for i in range(games):
            draw_two(&p[i])
        i = 0
        while i < games:
            if play_two(&p[i]):
                i += 1
                continue
            end_playout(&p[i])
            if begin_next(&queue, &p[i]):
                i += 1
                continue
            games -= 1
            if i < games:
                move_playout(&p[games], &p[i])
