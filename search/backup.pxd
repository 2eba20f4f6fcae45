"""Backup: how the outcome of a visit updates the nodes on its path."""

from libc.stdint cimport uint32_t

from urbanist.search.verbs cimport Search, Worker

cdef void mean(const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil
