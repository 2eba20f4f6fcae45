"""Observation encoder, and action space: for many records of a game at once."""

from functools import lru_cache

import numpy as np

cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from urbanist.cext.address cimport address
from urbanist.cext.atomic cimport fence
from urbanist.cext.bitrow cimport add_bits, bits_to_bytes, words_for
from urbanist.cext.narrow cimport (
    BYTES, FLOATS, HALVES, Form, narrow_to_bytes, narrow_to_halves, small_to_bytes, small_to_floats, small_to_halves,
)
from urbanist.cext.planes cimport Planes, planes_after
from urbanist.cext.pool cimport Pool
from urbanist.engine.batch_arguments import as_actions, as_out, as_seats, as_words
from urbanist.engine.game cimport EVERYBODY, MAX_FEATURES, MAX_MOVES, MAX_SEATS, Game, GameOps, Head, Move
from urbanist.engine.parallel cimport run_parts
from urbanist.engine.game import IllegalMove
from urbanist.engine.observation import part_of

cdef enum:
    AT_ONCE = 256  # moves that are numbered at once, where each is only compared


# -- observations ----------------------------------------------------------------------------------------------------

@cython.final
cdef class Encoder:
    """An observation encoder of a game at tables of so many seats: which numbers stand in a row, and in what form.

    `layout` names the numbers, and `Layout.split` divides a row of them. If it is `revealed`, a seat sees also what the
    others know.
    """

    def __init__(self, Game game not None, seats, *, parts="all", cropped=False, dtype=np.float32, scaled=False,
                 revealed=False):
        cdef RowFormat* row_format = &self.row_format
        if cropped and game.crop_layout is None:
            raise TypeError(f"{game.name} has no cropped planes")
        self.game, self.seats, self.cropped = game, seats, bool(cropped)
        self.layout = part_of(
            game.crop_layout if cropped else game.layout, parts, len(game.common_features), len(game.seat_features))
        self.dtype = np.dtype(dtype)
        if self.dtype.char not in "feB":
            raise TypeError(f"observations of {self.dtype}: there are float32, float16 and uint8")
        layout = self.layout
        row_format.ops, row_format.cropped, row_format.table = &game.ops, bool(cropped), seats
        row_format.revealed, row_format.detailed = bool(revealed), parts != "features"
        row_format.common_features = 0 if parts == "details" else len(game.common_features)
        row_format.seat_features = 0 if parts == "details" else len(game.seat_features)
        row_format.common_width, row_format.seat_width = len(layout.common), len(layout.seats)
        row_format.places = int(np.prod(layout.plane_shape))
        row_format.common_planes, row_format.seat_planes = len(layout.common_planes), len(layout.seat_planes)
        row_format.head = row_format.common_width + seats * row_format.seat_width
        row_format.width = self.size = (
            row_format.head + (row_format.common_planes + seats * row_format.seat_planes) * row_format.places)
        row_format.form = <Form>self.dtype.itemsize
        if scaled or self.dtype == np.uint8:
            self.scales = layout.scales(seats, 255 if self.dtype == np.uint8 else 1)
            row_format.low = <const float*>address(self.scales[0])
            row_format.factor = <const float*>address(self.scales[1])


@lru_cache(maxsize=64)
def encoder_of(Game game not None, seats, **how):
    """Return the `Encoder` of these arguments; another call with the same ones returns the same."""
    return Encoder(game, seats, **how)


cdef void draw(const RowFormat* row_format, const Head* state, int observer, float* head, Planes planes) noexcept nogil:
    """Write what an observer (-1: a bystander) sees of a position to zeros; what is in the head is not scaled."""
    cdef const GameOps* ops = row_format.ops
    cdef float[MAX_SEATS * MAX_FEATURES] features
    cdef float* mine
    cdef int place, seat
    cdef int first = max(observer, 0)
    if row_format.revealed:
        observer = EVERYBODY
    if row_format.common_features or row_format.seat_features:
        ops.features(state, observer, head, features)
    if row_format.detailed and ops.observe != NULL:
        ops.observe(state, observer, head + row_format.common_features, &planes)
    planes = planes_after(&planes, row_format.common_planes)
    for place in range(state.seats):
        seat = (place + first) % state.seats
        mine = head + row_format.common_width + place * row_format.seat_width
        memcpy(mine, features + seat * row_format.seat_features, row_format.seat_features * sizeof(float))
        if not row_format.detailed or ops.observe_seat == NULL:
            continue
        if row_format.cropped:
            ops.crop_seat(state, observer, seat, mine + row_format.seat_features, &planes)
        else:
            ops.observe_seat(state, observer, seat, mine + row_format.seat_features, &planes)
        planes = planes_after(&planes, row_format.seat_planes)


cdef inline void write_small(
    Form form, const int8_t* numbers, void* out, int n, float low, float factor, bint past_cache,
) noexcept nogil:
    """Write small whole numbers in some form."""
    if form == FLOATS:
        small_to_floats(numbers, <float*>out, n, low, factor, past_cache)
    elif form == BYTES:
        small_to_bytes(numbers, <uint8_t*>out, n, low, factor)
    else:
        small_to_halves(numbers, <uint16_t*>out, n, low, factor)


cdef void write_planes(const RowFormat* row_format, const int8_t* numbers, void* out, bint past_cache) noexcept nogil:
    """Write the numbers of all planes, scaled if they are to be."""
    cdef int count = row_format.common_planes + row_format.table * row_format.seat_planes
    cdef int places = row_format.places
    cdef int plane = 0
    cdef int end
    cdef float low, factor
    if row_format.low == NULL:
        write_small(row_format.form, numbers, out, count * places, 0, 1, past_cache)
        return
    while plane < count:
        low, factor = row_format.low[row_format.head + plane], row_format.factor[row_format.head + plane]
        end = plane + 1
        # Most planes next to each other have one scale.
        while end < count and row_format.low[row_format.head + end] == low and (
                row_format.factor[row_format.head + end] == factor):
            end += 1
        write_small(
            row_format.form, numbers + plane * places, <uint8_t*>out + plane * places * <int>row_format.form,
            (end - plane) * places, low, factor, past_cache)
        plane = end


cdef void observe_one(
    const RowFormat* row_format, const Head* state, int observer, float* scratch, void* row, bint past_cache,
) noexcept nogil:
    """Write what an observer (-1: a bystander) sees of a position; `scratch` is from `new_scratch`.

    Planes are drawn as bytes, which stay in the first cache, and written once.
    """
    cdef float* head = <float*>row if row_format.form == FLOATS else scratch
    cdef int8_t* numbers = <int8_t*>(scratch + row_format.head)
    cdef int i
    memset(head, 0, row_format.head * sizeof(float))
    memset(numbers, 0, row_format.width - row_format.head)
    draw(row_format, state, observer, head, Planes(numbers, row_format.places))
    for i in range(row_format.head if row_format.low != NULL else 0):
        head[i] = (head[i] - row_format.low[i]) * row_format.factor[i]
    if row_format.form == HALVES:
        narrow_to_halves(head, <uint16_t*>row, row_format.head)
    elif row_format.form == BYTES:
        narrow_to_bytes(head, <uint8_t*>row, row_format.head)
    write_planes(row_format, numbers, <uint8_t*>row + row_format.head * <int>row_format.form, past_cache)


cdef float* new_scratch(const RowFormat* row_format) noexcept nogil:
    """Return memory for a row, its planes as bytes, for `free`; NULL if there is none."""
    return <float*>malloc(row_format.head * sizeof(float) + row_format.width - row_format.head + 1)


cdef struct Observing:
    const RowFormat* row_format
    const unsigned char* memory
    const int32_t* observers
    unsigned char* rows
    size_t size  # bytes of a row
    bint past_cache
    bint failed


cdef void observe_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef Observing* w = <Observing*>work
    cdef float* scratch = new_scratch(w.row_format)
    cdef Py_ssize_t i
    if scratch == NULL:
        w.failed = True
        return
    for i in range(start, stop):
        observe_one(
            w.row_format, <const Head*>(w.memory + i * w.row_format.ops.size), w.observers[i], scratch,
            w.rows + i * w.size, w.past_cache)
    fence()
    free(scratch)


def observe(Encoder encoder not None, array, seats, Pool pool not None, threads=1, out=None):
    """Return what a seat (None: a bystander) of each record sees, as rows of numbers, [N, `Encoder.size`].

    The seats of smaller tables are filled up with zeros.
    """
    cdef Observing w
    observers = as_seats(array["seats"], seats)
    shape = (len(array), encoder.size)
    rows = np.empty(shape, encoder.dtype) if out is None else as_out("out", out, shape, encoder.dtype)
    w.row_format, w.failed = &encoder.row_format, False
    w.memory, w.observers = <const unsigned char*>address(array), <const int32_t*>address(observers)
    w.rows, w.size = <unsigned char*>address(rows), encoder.size * encoder.dtype.itemsize
    w.past_cache = goes_past_cache(len(array), w.size)
    run_parts(pool, observe_part, &w, len(array), threads)
    if w.failed:
        raise MemoryError
    return rows


# -- actions ---------------------------------------------------------------------------------------------------------

cdef ActionSpace action_space_of(Game game, bint cropped, bint packed, Py_ssize_t n=0) except *:
    """Return the actions of a game, for masks of n records; `TypeError` if it has none."""
    cdef int count = game.crop_action_count if cropped else game.action_count
    if count == 0:
        raise TypeError(f"{game.name} has no {'cropped planes' if cropped else 'fixed space of actions'}")
    cdef int width = (count + 7) // 8 if packed else count
    return ActionSpace(&game.ops, cropped, packed, goes_past_cache(n, width), count, width)


cdef void number_moves(
    const ActionSpace* space, const Head* state, const Move* moves, int n, int32_t* out,
) noexcept nogil:
    """Write the actions of moves, -1 outside of cropped planes."""
    if space.cropped:
        space.ops.crop_actions(state, moves, n, out)
    else:
        space.ops.actions(state, moves, n, out)


cdef uint64_t* new_bits(const ActionSpace* space) noexcept nogil:
    """Return memory for the actions of a record as bits, and for its moves and their actions; NULL if there is none.

    It is for `free`. The lists of moves are not on the stack: some threads have 128 KiB of it.
    """
    return <uint64_t*>malloc(
        words_for(space.count) * sizeof(uint64_t) + MAX_MOVES * (sizeof(Move) + sizeof(int32_t)))


cdef void mark_legal(const ActionSpace* space, const Head* state, uint64_t* bits, uint8_t* mask) noexcept nogil:
    """Write the mask of the legal actions; `bits` is from `new_bits`."""
    cdef Move* moves = <Move*>(bits + words_for(space.count))
    cdef int32_t* actions = <int32_t*>(moves + MAX_MOVES)
    cdef int j, n
    memset(bits, 0, words_for(space.count) * sizeof(uint64_t))
    if space.ops.mark != NULL:
        space.ops.mark(state, space.cropped, bits)
    else:
        n = space.ops.legal(state, moves)
        number_moves(space, state, moves, n, actions)
        for j in range(n):
            if actions[j] >= 0:
                add_bits(bits, actions[j], 1)
    if space.packed:
        memcpy(mask, bits, space.width)
    else:
        bits_to_bytes(bits, mask, space.count, space.past_cache)


cdef struct Listing:
    ActionSpace space
    const unsigned char* memory
    int32_t* out  # the actions of each record, `width` in a row; NULL: they are only counted
    Py_ssize_t width
    int32_t* counts


cdef void list_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Listing* w = <const Listing*>work
    cdef Move[MAX_MOVES] moves
    cdef const Head* state
    cdef Py_ssize_t i
    for i in range(start, stop):
        state = <const Head*>(w.memory + i * w.space.ops.size)
        w.counts[i] = w.space.ops.legal(state, moves)
        if w.out != NULL:
            number_moves(&w.space, state, moves, w.counts[i], w.out + i * w.width)


def actions(Game game not None, array, Pool pool not None, threads=1, cropped=False):
    """Return the actions of the legal moves, int32 [N, width], padded with -1, and their numbers, int32 [N].

    They are in the order of the moves; a move outside of cropped planes has -1.
    """
    cdef Listing w
    counts = np.zeros(len(array), np.int32)
    w.space, w.memory = action_space_of(game, cropped, False), <const unsigned char*>address(array)
    w.out, w.counts = NULL, <int32_t*>address(counts)
    run_parts(pool, list_part, &w, len(array), threads)
    w.width = int(counts.max(initial=0))
    numbers = np.full((len(array), w.width), -1, np.int32)
    w.out = <int32_t*>address(numbers)
    run_parts(pool, list_part, &w, len(array), threads)
    return numbers, counts


cdef struct Masking:
    ActionSpace space
    const unsigned char* memory
    uint8_t* mask
    bint failed


cdef void mask_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef Masking* w = <Masking*>work
    cdef uint64_t* bits = new_bits(&w.space)
    cdef Py_ssize_t i
    if bits == NULL:
        w.failed = True
        return
    for i in range(start, stop):
        mark_legal(&w.space, <const Head*>(w.memory + i * w.space.ops.size), bits, w.mask + i * w.space.width)
    fence()
    free(bits)


def legal_mask(Game game not None, array, Pool pool not None, threads=1, cropped=False, packed=False, out=None):
    """Return which actions are legal in each record, bool [N, actions], or bits, uint8 [N, bytes] (little-endian)."""
    cdef Masking w
    w.space = action_space_of(game, cropped, packed, len(array))
    w.memory, w.failed = <const unsigned char*>address(array), False
    shape, dtype = (len(array), w.space.width), np.dtype(np.uint8 if packed else np.bool_)
    mask = np.empty(shape, dtype) if out is None else as_out("out", out, shape, dtype)
    w.mask = <uint8_t*>address(mask)
    run_parts(pool, mask_part, &w, len(array), threads)
    if w.failed:
        raise MemoryError
    return mask


cdef struct Ranking:
    ActionSpace space
    const unsigned char* memory
    float noise  # points of prior that make a move e times as likely
    float* logits
    bint failed


cdef struct RankedMoves:
    Move[MAX_MOVES] moves
    int32_t[MAX_MOVES] actions
    float[MAX_MOVES] prior


cdef void rank_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef Ranking* w = <Ranking*>work
    cdef RankedMoves* ranked = <RankedMoves*>malloc(sizeof(RankedMoves))
    cdef const Head* state
    cdef Py_ssize_t i
    cdef int j, n
    if ranked == NULL:
        w.failed = True
        return
    for i in range(start, stop):
        state = <const Head*>(w.memory + i * w.space.ops.size)
        n = w.space.ops.legal(state, ranked.moves)
        number_moves(&w.space, state, ranked.moves, n, ranked.actions)
        w.space.ops.priors(state, ranked.moves, n, ranked.prior, NULL)
        for j in range(n):
            if ranked.actions[j] >= 0:  # a move outside of cropped planes has none
                w.logits[i * w.space.width + ranked.actions[j]] = ranked.prior[j] / w.noise
    free(ranked)


def prior_logits(Game game not None, array, Pool pool not None, threads=1, cropped=False):
    """Return the game's prior of each action as a logit, float32 [N, actions]; minus infinity if it is not legal."""
    cdef Ranking w
    w.space, w.memory = action_space_of(game, cropped, False), <const unsigned char*>address(array)
    w.noise = game.ops.prior_noise or 1
    logits = np.full((len(array), w.space.width), -np.inf, np.float32)
    w.logits, w.failed = <float*>address(logits), False
    run_parts(pool, rank_part, &w, len(array), threads)
    if w.failed:
        raise MemoryError
    return logits


cdef struct Finding:
    ActionSpace space
    const unsigned char* memory
    const int32_t* actions
    Move* out
    uint8_t* known


cdef bint find_move(const ActionSpace* space, const Head* state, int action, Move* out) noexcept nogil:
    """Write the legal move with an action; return whether there is one."""
    cdef Move[MAX_MOVES] moves
    cdef int32_t[AT_ONCE] actions
    cdef Move move = 0
    cdef bint known = False
    cdef int j, n, count
    cdef int first = 0
    if space.ops.find_move != NULL:
        return space.ops.find_move(state, space.cropped, action, out)
    n = space.ops.legal(state, moves)
    while first < n:
        count = min(n - first, AT_ONCE)
        number_moves(space, state, moves + first, count, actions)
        # Without a way out the loop takes many moves at once.
        for j in range(count):
            move |= moves[first + j] if actions[j] == action else 0
            known |= actions[j] == action
        first += count
    out[0] = move
    return known


cdef void find_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Finding* w = <const Finding*>work
    cdef const Head* state
    cdef Py_ssize_t i
    for i in range(start, stop):
        state = <const Head*>(w.memory + i * w.space.ops.size)
        w.known[i] = state.over or w.actions[i] < 0 or find_move(&w.space, state, w.actions[i], &w.out[i])


def moves_of(Game game not None, array, actions, Pool pool not None, threads=1, cropped=False, waits=False):
    """Return the legal move with an action of each record, uint32 [N]; records that are over have 0.

    So have those with action -1, if these are allowed to wait. Raise `IllegalMove` with the number of the first record
    in which no legal move has the action.
    """
    cdef Finding w
    w.space, w.memory = action_space_of(game, cropped, False), <const unsigned char*>address(array)
    wanted = as_actions(actions, len(array), w.space.count, -1 if waits else 0)
    moves, known = np.zeros(len(array), np.uint32), np.zeros(len(array), np.bool_)
    w.actions, w.out, w.known = (
        <const int32_t*>address(wanted), <Move*>address(moves), <uint8_t*>address(known))
    run_parts(pool, find_part, &w, len(array), threads)
    if not known.all():
        index = int(known.argmin())
        raise IllegalMove(f"record {index}: no legal move has the action {wanted[index]}; `legal_mask` tells which do")
    return moves


cdef struct Naming:
    ActionSpace space
    const unsigned char* memory
    const Move* moves
    int32_t* out
    uint8_t* legal


cdef void name_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Naming* w = <const Naming*>work
    cdef Move[MAX_MOVES] moves
    cdef const Head* state
    cdef Py_ssize_t i
    cdef int j, n
    for i in range(start, stop):
        state = <const Head*>(w.memory + i * w.space.ops.size)
        w.out[i], w.legal[i] = -1, state.over
        n = 0 if state.over else w.space.ops.legal(state, moves)
        for j in range(n):
            if moves[j] == w.moves[i]:
                number_moves(&w.space, state, &moves[j], 1, &w.out[i])
                w.legal[i] = True


def actions_of(Game game not None, array, moves, Pool pool not None, threads=1, cropped=False):
    """Return the action of a legal move of each record, int32 [N]; records that are over have -1.

    Raise `IllegalMove` with the number of the first record in which the move is not legal.
    """
    cdef Naming w
    w.space, w.memory = action_space_of(game, cropped, False), <const unsigned char*>address(array)
    words = as_words(moves, len(array))
    numbers, legal = np.zeros(len(array), np.int32), np.zeros(len(array), np.bool_)
    w.moves, w.out, w.legal = <const Move*>address(words), <int32_t*>address(numbers), <uint8_t*>address(legal)
    run_parts(pool, name_part, &w, len(array), threads)
    if not legal.all():
        raise IllegalMove(f"record {int(legal.argmin())}: the move {words[legal.argmin()]} is not legal")
    return numbers
