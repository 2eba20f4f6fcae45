"""One random game, written once for all games.

Call it with a module's own verbs: they are constants there, so the C compiler inlines them and the loop costs what a
hand-written one would.
"""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move

ctypedef Move (*DrawFn)(const Head* state, Rng* rng) noexcept nogil
ctypedef void (*StepFn)(Head* state, Move move) noexcept nogil


cdef inline void playout_of(Head* state, Rng* rng, DrawFn draw, StepFn apply) noexcept nogil:
    """Play the moves that `draw` picks until the game is over."""
    while not state.over:
        apply(state, draw(state, rng))
