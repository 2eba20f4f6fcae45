"""Access for tests to the verbs that draw at random: each call goes on from the word of a generator.

So a second version of a search can see the same worlds and the same playouts as the first one.
"""

from libc.stdint cimport uint64_t

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport State, play_out


def reshuffled(State state not None, int seat, uint64_t word):
    """Return a state in which all that `seat`, or an observer in place of one, cannot know is drawn again.

    The second value is the word of the generator after that.
    """
    cdef Rng rng = Rng(word)
    cdef State drawn = state.twin()
    state.game.ops.reshuffle(drawn.head, seat, &rng)
    return drawn, rng.word


def played_out(State state not None, bint informed, int plies, uint64_t word):
    """Return what follows from at most `plies` moves of a playout, and the word of the generator after that."""
    cdef Rng rng = Rng(word)
    cdef State end = state.twin()
    play_out(&state.game.ops, informed, plies, end.head, &rng)
    return end, rng.word
