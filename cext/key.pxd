"""The key of a piece of memory: the same bytes, the same 64 bits.

Positions are plain structs without padding garbage, so a key is taken of the whole struct when somebody asks for it.
It is right by construction and costs the playout loop nothing, which an incremental key does not.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.rng cimport urbanist_fold


cdef inline uint64_t key_of(const void* memory, size_t size) noexcept nogil:
    """Return the key of `size` bytes; a tail shorter than a word counts as filled up with zeros."""
    cdef uint64_t key = 0x2D358DCCAA6C78A5ULL ^ size
    cdef uint64_t word
    cdef size_t at = 0
    while at < size:
        word = 0
        memcpy(&word, <const uint8_t*>memory + at, 8 if size - at >= 8 else size - at)
        key = urbanist_fold(key ^ word, 0x8BB84B93962EACC9ULL) + at
        at += 8
    return key
