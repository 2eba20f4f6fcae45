"""Expansion: the moves that become children of a node, their order and their number."""

from libc.stdint cimport uint32_t
from urbanist.engine.game cimport GameOps
from urbanist.search.afterstates cimport Ranking
from urbanist.search.network cimport Network
from urbanist.search.tree cimport Tree
from urbanist.search.verbs cimport Expansion, Search, Worker

cdef Expansion expansion_of(str name, const GameOps* ops, object options, Network network) except *
cdef void reorder(const Expansion* expansion, const Ranking* ranking, Tree* tree) noexcept nogil
cdef int best_few(const Worker* w, int n, int most, int* chosen) noexcept nogil
cdef int untried(Search* s, Worker* w, uint32_t parent, int n, float* highest) noexcept nogil
