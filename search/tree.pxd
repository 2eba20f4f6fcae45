"""The tree of a search: nodes in one arena, of a size fixed at the start."""

from libc.stdint cimport uint32_t
from urbanist.engine.game cimport MAX_SEATS, Move

cdef enum:
    NO_NODE = 0


cdef struct Node:
    # 64 bytes, a cache line. Children are a linked list, the newest first. Means, not sums, so that a float will do.
    Move move  # that led here
    uint32_t child
    uint32_t sibling
    uint32_t visits
    uint32_t available  # visits of the parent in which the move was legal
    float prior  # of the move, less that of the best one, when it was found
    float[MAX_SEATS] value  # mean utility, one entry a seat
    float[MAX_SEATS] points  # mean final points


cdef struct Tree:
    Node* nodes
    uint32_t capacity
    uint32_t used  # nodes ever taken from the arena
    uint32_t free  # list of nodes given back, linked by sibling
    uint32_t root

cdef bint tree_open(Tree* tree, size_t memory) noexcept nogil
cdef void tree_close(Tree* tree) noexcept nogil
cdef void tree_clear(Tree* tree) noexcept nogil
cdef uint32_t tree_grow(Tree* tree, uint32_t parent, Move move) noexcept nogil
cdef uint32_t tree_child(const Tree* tree, uint32_t parent, Move move) noexcept nogil
cdef void tree_advance(Tree* tree, Move move) noexcept nogil
cdef uint32_t tree_size(const Tree* tree) noexcept nogil
