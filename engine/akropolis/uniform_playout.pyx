"""Uniform playouts of Akropolis, without move lists."""

from libc.stdint cimport uint64_t
from urbanist.cext.hexrows cimport HIGHEST, Opening, at_edge, draw_open, height_at
from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_part
from urbanist.engine.akropolis.city cimport EACH, add_hexes, lay_tile, offsets
from urbanist.engine.akropolis.placement_bitboards cimport (
    PlacementBitboards, Stamp, fill_placement_bitboards, keep_bounds, stamp_tile, stamps,
)
from urbanist.engine.akropolis.placement_scoring cimport points_on_boards
from urbanist.engine.akropolis.position cimport CORNERS, HIGH, LINE_BITS, TABLE, TURNS, Akropolis, City, Place, print_of
from urbanist.engine.akropolis.rules cimport (
    apply, draw, legal, order_stacks, pass_on, payable, refill, stack_size, take_tile,
)
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.game cimport MAX_MOVES, Head, Move


cdef void play_from_lists(Head* state, Rng* rng) noexcept nogil:
    """Play random moves from lists of legal moves to the end: slow, for cities that have outgrown the bitboards."""
    cdef Move[MAX_MOVES] moves
    while not state.over:
        apply(state, moves[rng_below(rng, legal(state, moves))])
        if state.due:
            draw(state)


cdef inline Place place_in(const PlacementBitboards* d, const Opening* at, int turn) noexcept nogil:
    """Return the place of a tile on a triangle of the bitboards."""
    return Place(<int>at.up, d.q + at.column + <int>at.up, d.r + <int>at.row, turn)


cdef void lay_outside(City* city, PlacementBitboards* d, int tile, Place place) noexcept nogil:
    """Lay a tile, by its number among all editions, outside the bitboards; from now on they are of no use."""
    keep_bounds(d, city)
    lay_tile(city, tile, place)
    d.outgrown = True


cdef inline bint lay_at_random(
    Akropolis* a, City* city, PlacementBitboards* d, const Stamp* own, Rng* rng,
) noexcept nogil:
    """Play a random legal move, each equally likely; return false if the bitboards are outgrown.

    `own` are the stamps of the edition.
    """
    cdef uint64_t bits = rng_next(rng)
    cdef Opening at
    cdef const Stamp* stamp
    cdef size_t choice, tile, turn
    cdef int height
    if d.outgrown:
        return False
    choice = rng_part(&bits, payable(a))
    turn = rng_part(&bits, TURNS)
    if not draw_open(&d.rows, &bits, &at):
        return False
    tile = a.market[choice]
    height = height_at(&d.rows, at.row, at.column + <int>at.up)
    take_tile(a, city, <int>choice)
    if height == HIGHEST:
        lay_outside(city, d, print_of(a.options, <int>tile), place_in(d, &at, <int>turn))
        return True
    stamp = own + ((tile << 1 | at.up) * (TURNS + 1) + turn)
    add_hexes(
        city, (<uint64_t>d.first + (at.row << LINE_BITS) + at.column + at.up) * EACH + offsets[at.up],
        stamp.tops + (<uint64_t>(height + 1) << HIGH) * EACH, CORNERS,
    )
    city.stones += stamp_tile(d, stamp, at.up, at.row, at.column)
    if at_edge(<int>at.row, at.column):
        keep_bounds(d, city)
        fill_placement_bitboards(city, a.options, d)
    return True


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
            keep_bounds(&boards[seat], city)
            a.head.score[seat] = city.stones + points_on_boards(&boards[seat], city, a.options)
        a.head.tiebreak[seat] = city.stones


cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves to the end."""
    cdef Akropolis* a = <Akropolis*>state
    cdef PlacementBitboards[TABLE] boards
    cdef const Stamp* own = &stamps[print_of(a.options, 0)][0][0]
    cdef int size = stack_size(a)
    cdef int seat
    if state.over:
        return
    order_stacks(a)
    if state.due:
        draw(state)
    for seat in range(state.seats):
        fill_placement_bitboards(&a.city[seat], a.options, &boards[seat])
    while lay_at_random(a, &a.city[state.to_move], &boards[state.to_move], own, rng):
        if pass_on(a):
            if not a.stacks:
                finish(a, boards)
                return
            refill(a, size)
    for seat in range(state.seats):
        if not boards[seat].outgrown:
            keep_bounds(&boards[seat], &a.city[seat])
    play_from_lists(state, rng)
    a.unseen = 0
