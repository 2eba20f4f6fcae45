"""Keys by information: what each seat has seen since the root, and what the seat to move knows, as one key."""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.rng cimport urbanist_fold
from urbanist.engine.game cimport GameOps, Move
from urbanist.search.tree cimport Key
from urbanist.search.verbs cimport Search, Seen, Worker


cdef inline void add_sight(Seen* seen, uint64_t told) noexcept nogil:
    """Add to what a seat has seen."""
    seen.word = urbanist_fold(seen.word ^ 0x9E3779B97F4A7C15ULL, told ^ 0xD6E8FEB86659FD93ULL) + told
    seen.check = urbanist_fold(seen.check ^ 0x2D358DCCAA6C78A5ULL, told ^ 0x8BB84B93962EACC9ULL) ^ told


cdef inline void recall(const Search* s, Worker* w) noexcept nogil:
    """Begin at the root."""
    memcpy(w.seen, s.seen, sizeof(w.seen))


cdef inline void see(const GameOps* ops, Worker* w, Move move) noexcept nogil:
    """Note what each seat sees of a move that is about to be played; where all see it, one entry is that of all."""
    cdef int seat
    if ops.sees == NULL:
        add_sight(&w.seen[0], move)
        return
    for seat in range(w.state.seats):
        add_sight(&w.seen[seat], ops.sees(w.state, move, seat))


cdef inline Key key_of_turn(const GameOps* ops, const Worker* w) noexcept nogil:
    """Return the key of what the seat to move knows."""
    cdef int seat = w.state.to_move
    cdef const Seen* seen = &w.seen[0 if ops.sees == NULL else seat]
    cdef uint64_t known = ops.knows(w.state, seat) ^ <uint64_t>(seat + 1) << 56
    return Key(
        urbanist_fold(seen.word ^ 0xA0761D6478BD642FULL, known ^ 0xE7037ED1A0B428DBULL) + known,
        <uint32_t>(urbanist_fold(seen.check ^ 0x8EBC6AF09C88C6E3ULL, known ^ 0x589965CC75374CC3ULL) >> 32))
