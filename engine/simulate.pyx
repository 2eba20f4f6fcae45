"""Many random games in a row, with deals and exact scores, in C without Python between them."""

from dataclasses import dataclass

from cpython.exc cimport PyErr_CheckSignals
from libc.stdlib cimport free, malloc

from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.game cimport MAX_SEATS, TO_THE_END, Game, Head, Setup, play_out, setup_of, share_win
from urbanist.engine.waiting import raise_waiting
from urbanist.engine.whole import seed_word, whole

cdef enum:
    CHUNK = 16384  # games between two checks for Ctrl-C


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
    cdef Rng rng = rng_seeded(seed_word(seed), 3)
    cdef double[MAX_SEATS] points = [0, 0, 0, 0, 0]
    cdef double[MAX_SEATS] wins = [0, 0, 0, 0, 0]
    cdef double[MAX_SEATS] share
    cdef long wanted = games
    cdef long plies = 0
    cdef long played = 0
    cdef long chunk, _
    cdef int seat
    cdef Head* state = <Head*>malloc(game.ops.size)
    if state == NULL:
        raise MemoryError
    try:
        while played < wanted:
            chunk = min(wanted - played, CHUNK)
            with nogil:
                for _ in range(chunk):
                    game.ops.deal(state, &setup, &rng)
                    play_out(&game.ops, informed, TO_THE_END, state, &rng)
                    plies += state.ply
                    share_win(state, share)
                    for seat in range(state.seats):
                        wins[seat] += share[seat]
                        points[seat] += state.score[seat]
            played += chunk
            PyErr_CheckSignals()
            raise_waiting()
    finally:
        free(state)
    return Simulation(
        games, plies,
        tuple(points[seat] / games for seat in range(seats)),
        tuple(wins[seat] / games for seat in range(seats)),
    )
