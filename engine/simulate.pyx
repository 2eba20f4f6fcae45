"""Many random games in a row, with deals and exact scores, in C without Python between them."""

from dataclasses import dataclass

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.game cimport MAX_SEATS, TO_THE_END, Game, Head, Setup, play_out, setup_of, share_win
from urbanist.engine.deferred_error import raise_waiting
from urbanist.engine.integers import seed_word, whole

cdef enum:
    CHUNK = 16384  # games between two checks for Ctrl-C
    BATCH_SIZE = 256  # games that are played together where a game can: their states fit into a cache
    DEALS = 3  # the stream of random numbers of the deals
    PLAYS = 4  # the first one of games that are played together: each has its own


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of many random games: number of games and plies, mean points and win share by seat."""

    games: int
    plies: int
    points: tuple[float, ...]
    win_share: tuple[float, ...]


def simulate(
    Game game not None, games, *, variant=None, seats, options=(), seed=0, bint informed=False,
):
    """Play `games` random games, each with a new deal, by uniform moves or the informed policy; return the results."""
    games, seats = whole("games", games), whole("seats", seats)
    if games < 1:
        raise ValueError(f"games={games}: at least 1")
    asked = game.notation.setup(variant, seats, tuple(options))
    cdef Setup setup = setup_of(asked)
    cdef uint64_t word = seed_word(seed)
    cdef Rng rng = rng_seeded(word, DEALS)
    cdef bint many = game.ops.playout_batch != NULL and not informed
    cdef int together = BATCH_SIZE if many else 1
    cdef double[MAX_SEATS] points = [0, 0, 0, 0, 0]
    cdef double[MAX_SEATS] wins = [0, 0, 0, 0, 0]
    cdef double[MAX_SEATS] share
    cdef long wanted = games
    cdef long plies = 0
    cdef long played = 0
    cdef long stop, n, i
    cdef int seat
    cdef Head* state
    cdef char* states = <char*>malloc(together * game.ops.size)
    if states == NULL:
        raise MemoryError
    try:
        while played < wanted:
            stop = min(wanted, played + CHUNK)
            with nogil:
                while played < stop:
                    n = min(<long>together, stop - played)
                    for i in range(n):
                        game.ops.deal(<Head*>(states + i * game.ops.size), &setup, &rng)
                    if many:
                        game.ops.playout_batch(<Head*>states, n, word, PLAYS + played)
                    else:
                        play_out(&game.ops, informed, TO_THE_END, <Head*>states, &rng)
                    played += n
                    for i in range(n):
                        state = <Head*>(states + i * game.ops.size)
                        plies += state.ply
                        share_win(state, share)
                        for seat in range(state.seats):
                            wins[seat] += share[seat]
                            points[seat] += state.score[seat]
            PyErr_CheckSignals()
            raise_waiting()
    finally:
        free(states)
    return Simulation(
        games, plies,
        tuple(points[seat] / games for seat in range(seats)),
        tuple(wins[seat] / games for seat in range(seats)),
    )
