"""The deal and the reshuffle of Warszawa: decks, hands and norms."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Setup

cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil
cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil
