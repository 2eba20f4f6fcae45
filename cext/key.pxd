"""The key of a block of memory: a hash of 64 bits.

Positions are plain structs without random bytes in their padding, so the key is computed from the whole struct on
request. This is correct by construction and costs the playout loop nothing; an incremental key would cost time there.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.rng cimport urbanist_fold


cdef inline uint64_t key_of(const void* memory, size_t size) noexcept nogil:
    """Return the key of `size` bytes; the last word is padded with zeros."""
    cdef uint64_t key = 0x2D358DCCAA6C78A5ULL ^ size
    cdef uint64_t word
    cdef size_t at = 0
    while at < size:
        word = 0
        memcpy(&word, <const uint8_t*>memory + at, 8 if size - at >= 8 else size - at)
        key = urbanist_fold(key ^ word, 0x8BB84B93962EACC9ULL) + at
        at += 8
    return key
