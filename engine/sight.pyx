"""What seats see of positions as numbers, and moves as actions of a fixed space: for many records of a game at once."""

import numpy as np

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from urbanist.cext.address cimport address
from urbanist.engine.batch_arguments import as_actions, as_seats
from urbanist.engine.game cimport MAX_FEATURES, MAX_MOVES, MAX_SEATS, Game, GameOps, Head, Move
from urbanist.engine.game import IllegalMove
from urbanist.engine.observation import Observation
from urbanist.engine.sharing import share


cdef struct Canvas:
    # Where observations go: the first number of each array, and how many numbers a record or a seat has there.
    float* common
    float* seats
    float* common_planes
    float* seat_planes
    int common_width
    int seat_width
    int common_places  # numbers in the planes of a record
    int seat_places  # numbers in the planes of a seat
    int common_features
    int seat_features
    int table  # seats for which there is room
    bint whole  # whether more than the features is wanted


# -- observations ----------------------------------------------------------------------------------------------------

cdef void observe_one(
    const GameOps* ops, const Canvas* canvas, const Head* state, int observer, Py_ssize_t i,
) noexcept nogil:
    """Write what an observer (-1: a bystander) sees of a position as record i."""
    cdef float[MAX_SEATS * MAX_FEATURES] row
    cdef float* common = canvas.common + i * canvas.common_width
    cdef float* mine
    cdef int place, seat
    cdef Py_ssize_t first
    if ops.features != NULL:
        ops.features(state, observer, common, row)
    if ops.observe != NULL and canvas.whole:
        ops.observe(state, observer, common + canvas.common_features, canvas.common_planes + i * canvas.common_places)
    for place in range(state.seats):
        seat = (place + max(observer, 0)) % state.seats
        first = i * canvas.table + place
        mine = canvas.seats + first * canvas.seat_width
        if ops.features != NULL:
            memcpy(mine, row + seat * canvas.seat_features, canvas.seat_features * sizeof(float))
        if ops.observe_seat != NULL and canvas.whole:
            ops.observe_seat(
                state, observer, seat, mine + canvas.seat_features, canvas.seat_planes + first * canvas.seat_places)


def observe(Game game not None, array, seats, threads=1):
    """Return what a seat of each record sees as an `Observation` with records as first axis; None is a bystander.

    The seats of smaller tables are filled up with zeros.
    """
    cdef Canvas canvas
    layout = game.layout
    n, table, shape = len(array), int(array["seats"].max(initial=0)), layout.plane_shape
    seen = Observation(
        np.zeros((n, len(layout.common)), np.float32),
        np.zeros((n, table, len(layout.seats)), np.float32),
        np.zeros((n, len(layout.common_planes), *shape), np.float32),
        np.zeros((n, table, len(layout.seat_planes), *shape), np.float32),
    )
    canvas.common = <float*>address(seen.common)
    canvas.seats = <float*>address(seen.seats)
    canvas.common_planes = <float*>address(seen.common_planes)
    canvas.seat_planes = <float*>address(seen.seat_planes)
    canvas.common_width, canvas.seat_width = len(layout.common), len(layout.seats)
    canvas.common_places = len(layout.common_planes) * int(np.prod(shape))
    canvas.seat_places = len(layout.seat_planes) * int(np.prod(shape))
    canvas.table, canvas.whole = table, True
    draw(game, array, seats, threads, &canvas)
    return seen


def features(Game game not None, array, seats, threads=1):
    """Return the features of what a seat of each record sees as two arrays, the common ones and those of the seats.

    Raise `TypeError` if the game has none.
    """
    cdef Canvas canvas
    if game.ops.features == NULL:
        raise TypeError(f"{game.name} has no features")
    n, table = len(array), int(array["seats"].max(initial=0))
    common = np.zeros((n, len(game.common_features)), np.float32)
    rows = np.zeros((n, table, len(game.seat_features)), np.float32)
    canvas.common, canvas.seats = <float*>address(common), <float*>address(rows)
    canvas.common_width, canvas.seat_width = len(game.common_features), len(game.seat_features)
    canvas.table, canvas.whole = table, False
    draw(game, array, seats, threads, &canvas)
    return common, rows


cdef int draw(Game game, array, seats, threads, Canvas* canvas) except -1:
    """Write what a seat of each record sees to a canvas."""
    observers = as_seats(array["seats"], seats)
    canvas.common_features, canvas.seat_features = len(game.common_features), len(game.seat_features)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    cdef const int32_t* observer = <const int32_t*>address(observers)

    def part(Py_ssize_t start, Py_ssize_t stop):
        cdef Py_ssize_t i
        with nogil:
            for i in range(start, stop):
                observe_one(&game.ops, canvas, <const Head*>(memory + i * game.ops.size), observer[i], i)

    share(part, len(array), threads)
    return 0


# -- actions ---------------------------------------------------------------------------------------------------------

cdef int require_actions(Game game) except -1:
    if game.ops.action == NULL:
        raise TypeError(f"{game.name} has no fixed space of actions")
    return 0


cdef int list_actions(
    Game game, const unsigned char* memory, int32_t* out, Py_ssize_t width, int32_t* counts, uint8_t* mask,
    Py_ssize_t start, Py_ssize_t stop,
) except -1:
    """Count the legal moves of each record; write their actions to `out` and mark them in `mask`, unless NULL."""
    cdef Move* moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    cdef const Head* state
    cdef int32_t action
    cdef Py_ssize_t i
    cdef int j
    if moves == NULL:
        raise MemoryError
    with nogil:
        for i in range(start, stop):
            state = <const Head*>(memory + i * game.ops.size)
            counts[i] = game.ops.legal(state, moves)
            if out == NULL and mask == NULL:
                continue
            for j in range(counts[i]):
                action = game.ops.action(state, moves[j])
                if out != NULL:
                    out[i * width + j] = action
                if mask != NULL:
                    mask[i * game.action_count + action] = 1
    free(moves)
    return 0


def actions(Game game not None, array, threads=1):
    """Return the actions of the legal moves, int32 [N, width], padded with -1, and their numbers, int32 [N].

    They are in the order of the moves.
    """
    cdef Py_ssize_t width = 0
    require_actions(game)
    counts = np.zeros(len(array), np.int32)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    cdef int32_t* numbers = <int32_t*>address(counts)
    cdef int32_t* out = NULL

    def part(Py_ssize_t start, Py_ssize_t stop):
        list_actions(game, memory, out, width, numbers, NULL, start, stop)

    share(part, len(array), threads)
    width = int(counts.max(initial=0))
    found = np.full((len(array), width), -1, np.int32)
    out = <int32_t*>address(found)
    share(part, len(array), threads)
    return found, counts


def legal_mask(Game game not None, array, threads=1):
    """Return which actions are legal in each record, bool [N, actions]."""
    require_actions(game)
    counts = np.zeros(len(array), np.int32)
    mask = np.zeros((len(array), game.action_count), np.bool_)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    cdef int32_t* numbers = <int32_t*>address(counts)
    cdef uint8_t* marks = <uint8_t*>address(mask)

    def part(Py_ssize_t start, Py_ssize_t stop):
        list_actions(game, memory, NULL, 0, numbers, marks, start, stop)

    share(part, len(array), threads)
    return mask


cdef int rank_actions(
    Game game, const unsigned char* memory, float* out, Py_ssize_t start, Py_ssize_t stop,
) except -1:
    """Write the prior of each legal move at its action, as a logit."""
    cdef Move* moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    cdef float* prior = <float*>malloc(MAX_MOVES * sizeof(float))
    cdef float noise = game.ops.prior_noise or 1
    cdef const Head* state
    cdef Py_ssize_t i
    cdef int j, n
    if moves == NULL or prior == NULL:
        free(moves)
        free(prior)
        raise MemoryError
    with nogil:
        for i in range(start, stop):
            state = <const Head*>(memory + i * game.ops.size)
            n = game.ops.legal(state, moves)
            game.ops.appraise(state, moves, n, prior, NULL)
            for j in range(n):
                out[i * game.action_count + game.ops.action(state, moves[j])] = prior[j] / noise
    free(moves)
    free(prior)
    return 0


def prior_logits(Game game not None, array, threads=1):
    """Return the game's prior of each action as a logit, float32 [N, actions]; minus infinity if it is not legal."""
    require_actions(game)
    logits = np.full((len(array), game.action_count), -np.inf, np.float32)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    cdef float* out = <float*>address(logits)

    def part(Py_ssize_t start, Py_ssize_t stop):
        rank_actions(game, memory, out, start, stop)

    share(part, len(array), threads)
    return logits


cdef int find_moves(
    Game game, const unsigned char* memory, const int32_t* actions, Move* out, uint8_t* found,
    Py_ssize_t start, Py_ssize_t stop,
) except -1:
    """Write the legal move of each record with an action, and whether there is one."""
    cdef Move* moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    cdef const Head* state
    cdef Py_ssize_t i
    cdef int j, n
    if moves == NULL:
        raise MemoryError
    with nogil:
        for i in range(start, stop):
            state = <const Head*>(memory + i * game.ops.size)
            n = game.ops.legal(state, moves)
            found[i] = state.over
            for j in range(n):
                if game.ops.action(state, moves[j]) == actions[i]:
                    out[i], found[i] = moves[j], True
                    break
    free(moves)
    return 0


def moves_of(Game game not None, array, actions, threads=1):
    """Return the legal move with an action of each record, uint32 [N]; records that are over have 0.

    Raise `IllegalMove` with the number of the first record in which no legal move has the action.
    """
    require_actions(game)
    wanted = as_actions(actions, len(array), game.action_count)
    moves, found = np.zeros(len(array), np.uint32), np.zeros(len(array), np.bool_)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    cdef const int32_t* numbers = <const int32_t*>address(wanted)
    cdef Move* words = <Move*>address(moves)
    cdef uint8_t* marks = <uint8_t*>address(found)

    def part(Py_ssize_t start, Py_ssize_t stop):
        find_moves(game, memory, numbers, words, marks, start, stop)

    share(part, len(array), threads)
    if not found.all():
        index = int(found.argmin())
        raise IllegalMove(f"record {index}: no legal move has the action {wanted[index]}; `legal_mask` tells which do")
    return moves
