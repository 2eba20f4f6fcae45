"""Gumbel selection: sequential halving at the root, and the improved policy below."""

from libc.stdint cimport int64_t

from urbanist.search.verbs cimport Search, Worker


cdef struct GumbelParams:
    float noise  # by how much the noise of a move is multiplied
    float scale  # of values, for each visit
    float offset  # visits that are added to those of the most visited move
    int considered  # moves of the root
    int64_t simulations  # visits of the root after its own evaluation

cdef int gumbel_root(const void* context, Search* s, Worker* w, float* share, float* score) noexcept nogil
