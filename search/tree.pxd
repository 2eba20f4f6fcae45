"""The tree of a search: nodes in one arena of fixed size.

Several threads may visit a tree at once. A node is complete before it is linked to its parent by a releasing store, and
links are followed by acquiring loads; `move`, `prior` and `sibling` of a linked node never change while threads run.
Only the thread that has claimed a node adds children to it. Only the thread that holds the lock of a node updates its
visits and means; all others read these numbers at any time, whole but perhaps one visit apart, which costs a selection
no more than being one visit late. `available` is counted without a lock, so a few counts may be lost. The lock of
`NO_NODE` guards the arena.
"""

from libc.stdint cimport uint8_t, uint32_t
from urbanist.cext.atomic cimport acquire, add_byte, load, load_byte, load_float, lock, try_lock, unlock
from urbanist.engine.game cimport MAX_SEATS, Move

cdef enum:
    NO_NODE = 0


cdef struct Node:
    # 64 bytes, a cache line. Children are a linked list, newest first. Means, not sums, because they fit a float.
    Move move  # from the parent to this node
    uint32_t child
    uint32_t sibling
    uint32_t visits
    uint32_t available  # visits of the parent in which the move was legal; counted where it is not always
    float prior  # of the move, minus the best prior at its expansion; or the share that follows from it, see expansion
    float[MAX_SEATS] value  # mean utility, one entry for each seat
    float[MAX_SEATS] points  # mean final points


cdef struct Traffic:
    # What threads that share a tree need of a node. It is apart, so that a tree of one thread does not pay for it.
    uint8_t locked
    uint8_t claimed  # by the thread that adds children
    uint8_t begun  # visits that have entered the node and have not updated it yet


cdef struct Tree:
    Node* nodes
    Traffic* traffic  # one entry a node if several threads share the tree, else NULL
    uint32_t capacity
    uint32_t used  # nodes taken from the arena so far
    uint32_t free  # list of freed nodes, linked by sibling
    uint32_t root


cdef struct NodeRow:
    # A node as callers of Python see it.
    uint32_t parent  # row of the parent; the root is its own
    uint32_t depth  # moves from the root
    Move move
    uint32_t visits
    float prior
    float[MAX_SEATS] value
    float[MAX_SEATS] points

cdef bint tree_open(Tree* tree, size_t memory, bint shared) noexcept nogil
cdef void tree_close(Tree* tree) noexcept nogil
cdef void tree_clear(Tree* tree) noexcept nogil
cdef uint32_t tree_grow(Tree* tree, uint32_t parent, Move move, float prior) noexcept nogil
cdef uint32_t tree_child(const Tree* tree, uint32_t parent, Move move) noexcept nogil
cdef void tree_advance(Tree* tree, Move move) noexcept nogil
cdef uint32_t tree_size(const Tree* tree) noexcept nogil
cdef uint32_t tree_write(const Tree* tree, NodeRow* rows) noexcept nogil


cdef inline uint32_t first_child(const Tree* tree, uint32_t at) noexcept nogil:
    """Return the newest child; the others follow by `sibling`."""
    return acquire(&tree.nodes[at].child)


cdef inline uint32_t visits_of(const Tree* tree, uint32_t at) noexcept nogil:
    """Return how many visits have updated a node."""
    return load(&tree.nodes[at].visits)


cdef inline uint32_t trials_of(const Tree* tree, uint32_t at) noexcept nogil:
    """Return how many visits have entered a node, those of other threads on their way included."""
    cdef uint32_t visits = visits_of(tree, at)
    return visits if tree.traffic == NULL else visits + load_byte(&tree.traffic[at].begun)


cdef inline float mean_of(const Tree* tree, uint32_t at, int seat) noexcept nogil:
    """Return the mean value of a node for a seat."""
    return load_float(&tree.nodes[at].value[seat])


cdef inline float value_of(const Tree* tree, uint32_t at, int seat) noexcept nogil:
    """Return the mean value of a node for a seat; visits of other threads on their way count as lost (virtual loss)."""
    cdef float value = mean_of(tree, at, seat)
    cdef uint32_t visits, trials
    if tree.traffic == NULL:
        return value
    visits, trials = visits_of(tree, at), trials_of(tree, at)
    return value if trials <= visits else value * visits / trials


cdef inline void tree_enter(Tree* tree, uint32_t at) noexcept nogil:
    """Note that a visit enters a node."""
    if tree.traffic != NULL:
        add_byte(&tree.traffic[at].begun, 1)


cdef inline void tree_lock(Tree* tree, uint32_t at) noexcept nogil:
    """Wait until no other thread updates a node."""
    if tree.traffic != NULL:
        lock(&tree.traffic[at].locked)


cdef inline void tree_unlock(Tree* tree, uint32_t at) noexcept nogil:
    """Let other threads update a node."""
    if tree.traffic != NULL:
        unlock(&tree.traffic[at].locked)


cdef inline void tree_leave(Tree* tree, uint32_t at) noexcept nogil:
    """Note that a visit has updated a node that it entered."""
    if tree.traffic != NULL:
        add_byte(&tree.traffic[at].begun, <uint8_t>-1)


cdef inline bint tree_claim(Tree* tree, uint32_t at, bint wait) noexcept nogil:
    """Return whether this thread alone may add children to a node from now on; with `wait` it may in the end."""
    if tree.traffic == NULL or try_lock(&tree.traffic[at].claimed):
        return True
    if wait:
        lock(&tree.traffic[at].claimed)
    return wait


cdef inline void tree_unclaim(Tree* tree, uint32_t at) noexcept nogil:
    """Let other threads add children to a node."""
    if tree.traffic != NULL:
        unlock(&tree.traffic[at].claimed)
