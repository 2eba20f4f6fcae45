"""The tree of a search: nodes in one arena of fixed size."""

from libc.stdint cimport uint32_t
from urbanist.engine.game cimport MAX_SEATS, Move

cdef enum:
    NO_NODE = 0


cdef struct Node:
    # 64 bytes, a cache line. Children are a linked list, newest first. Means, not sums, because they fit a float.
    Move move  # from the parent to this node
    uint32_t child
    uint32_t sibling
    uint32_t visits
    uint32_t available  # visits of the parent in which the move was legal
    float prior  # of the move, minus the best prior at its expansion
    float[MAX_SEATS] value  # mean utility, one entry for each seat
    float[MAX_SEATS] points  # mean final points


cdef struct Tree:
    Node* nodes
    uint32_t capacity
    uint32_t used  # nodes taken from the arena so far
    uint32_t free  # list of freed nodes, linked by sibling
    uint32_t root

cdef bint tree_open(Tree* tree, size_t memory) noexcept nogil
cdef void tree_close(Tree* tree) noexcept nogil
cdef void tree_clear(Tree* tree) noexcept nogil
cdef uint32_t tree_grow(Tree* tree, uint32_t parent, Move move) noexcept nogil
cdef uint32_t tree_child(const Tree* tree, uint32_t parent, Move move) noexcept nogil
cdef void tree_advance(Tree* tree, Move move) noexcept nogil
cdef uint32_t tree_size(const Tree* tree) noexcept nogil
