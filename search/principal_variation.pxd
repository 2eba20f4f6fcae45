"""The principal variation: the most visited line of a tree."""

from libc.stdint cimport uint32_t
from urbanist.engine.game cimport GameOps, Move, State
from urbanist.search.tree cimport Tree
from urbanist.search.verbs cimport Search, Worker

cdef tuple principal_variation(const Search* s, const Tree* tree, State root, Move first, Worker* w)
cdef uint32_t most_visited(const Tree* tree, uint32_t parent, const GameOps* ops, Worker* w) noexcept nogil
