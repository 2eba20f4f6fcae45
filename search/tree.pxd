"""The search tree: nodes in one arena of fixed size.

With keys by moves a node is a position after moves. With keys by information there are two kinds of nodes in turn: a
decision, which is what the seat to move knows, and below it a node for each of its moves. Below that are the decisions
that were met after it for the first time; a table finds each of them by its key, whatever moves lead there.

Several threads may visit a tree at once. A node is complete before a release store links it to its parent, and links
are followed by acquire loads; `move`, `prior` and `sibling` of a linked node never change while threads run.
Only the thread that has claimed a node adds children to it. Only the thread that holds the lock of a node updates its
visits and means. All others read these numbers at any time: each is read whole, but two of them may be one visit
apart, as if the selection had come one visit earlier. `available` is counted without a lock, so a few counts may be
lost. The lock of `NO_NODE` guards the arena.
"""

from libc.stdint cimport uint32_t, uint64_t
from urbanist.cext.atomic cimport acquire, add, load, load_float, lock, try_lock, unlock
from urbanist.engine.game cimport MAX_SEATS, Move

cdef enum:
    NO_NODE = 0
    MAX_AT_ONCE = 48  # children that are added to a node at once


cdef struct Node:
    # 64 bytes, a cache line. Children are a linked list, newest first. Means, not sums, because they fit a float.
    Move move  # from the parent to this node; of a decision: the lower half of its key
    uint32_t child
    uint32_t sibling
    uint32_t visits
    uint32_t traffic  # of threads that share the tree
    float prior  # of the move, minus the best prior at its expansion; or the share that follows from it, see expansion;
    # of a decision the bits are the upper half of its key
    float[MAX_SEATS] value  # mean utility, one entry for each seat
    float[MAX_SEATS] points  # mean final points


cdef enum:
    # The bits of a node's traffic. They are beside its numbers, so that processors exchange one cache line and not two.
    LOCKED = 1  # by the thread that updates the node
    CLAIMED = 2  # by the thread that adds children
    BEGUN = 4  # times the visits that have entered the node and have not updated it yet


cdef struct Key:
    # What a seat knows that is to move; the check tells keys apart that are equal by chance.
    uint64_t word
    uint32_t check


cdef struct Slot:
    # A place in the table of decisions.
    uint32_t node  # NO_NODE: it is empty
    uint32_t check


cdef struct Tree:
    Node* nodes
    bint keyed  # by information
    Slot* table  # of decisions by key
    uint32_t slots  # a power of 2
    uint32_t decisions  # in the table
    uint32_t* available  # of each node: visits of the parent in which its move was legal; NULL: not counted
    bint shared  # several threads may visit the tree at once
    uint32_t capacity
    uint32_t root
    uint32_t kept  # the visits that the root had when it became one


cdef struct NodeRow:
    # A node as callers of Python see it.
    uint32_t parent  # row of the parent; the root is its own
    uint32_t depth  # moves from the root
    Move move
    uint32_t visits
    float prior
    float[MAX_SEATS] value
    float[MAX_SEATS] points

cdef bint tree_open(Tree* tree, size_t memory, bint shared, bint counted, bint keyed) noexcept nogil
cdef void tree_close(Tree* tree) noexcept nogil
cdef void tree_clear(Tree* tree) noexcept nogil
cdef uint32_t tree_grow(Tree* tree, uint32_t parent, const Move* moves, const float* priors, int n) noexcept nogil
cdef uint32_t tree_child(const Tree* tree, uint32_t parent, Move move) noexcept nogil
cdef void tree_advance(Tree* tree, Move move) noexcept nogil
cdef uint32_t tree_decision(Tree* tree, uint32_t parent, Key key) noexcept nogil
cdef uint32_t tree_found(const Tree* tree, Key key) noexcept nogil
cdef bint tree_begin(Tree* tree) noexcept nogil
cdef void tree_prune(Tree* tree, uint32_t root) noexcept nogil
cdef uint32_t tree_size(const Tree* tree) noexcept nogil
cdef uint32_t tree_write(const Tree* tree, NodeRow* rows) noexcept nogil


cdef inline Node* arena_of(const Tree* tree) noexcept nogil:
    """Return node 0, the state of the allocator: `child` is the free list, `visits` how many nodes were ever taken.

    So what threads write is in a cache line of its own, apart from what they only read (no false sharing).
    """
    return &tree.nodes[NO_NODE]


cdef inline uint32_t first_child(const Tree* tree, uint32_t at) noexcept nogil:
    """Return the newest child; the others follow by `sibling`."""
    return acquire(&tree.nodes[at].child)


cdef inline uint32_t visits_of(const Tree* tree, uint32_t at) noexcept nogil:
    """Return how many visits have updated a node."""
    return load(&tree.nodes[at].visits)


cdef inline uint32_t trials_of(const Tree* tree, uint32_t at) noexcept nogil:
    """Return the visits of a node, with those of other threads that are still in flight (virtual visits)."""
    cdef uint32_t visits = visits_of(tree, at)
    return visits + load(&tree.nodes[at].traffic) // BEGUN if tree.shared else visits


cdef inline float mean_of(const Tree* tree, uint32_t at, int seat) noexcept nogil:
    """Return the mean value of a node for a seat."""
    return load_float(&tree.nodes[at].value[seat])


cdef inline void tree_enter(Tree* tree, uint32_t at) noexcept nogil:
    """Note that a visit enters a node."""
    if tree.shared:
        add(&tree.nodes[at].traffic, BEGUN)


cdef inline void tree_lock(Tree* tree, uint32_t at) noexcept nogil:
    """Wait until no other thread updates a node."""
    if tree.shared:
        lock(&tree.nodes[at].traffic, LOCKED)


cdef inline void tree_unlock(Tree* tree, uint32_t at) noexcept nogil:
    """Let other threads update a node."""
    if tree.shared:
        unlock(&tree.nodes[at].traffic, LOCKED)


cdef inline void tree_leave(Tree* tree, uint32_t at) noexcept nogil:
    """Let other threads update a node, and note that the visit which entered it has done so."""
    if tree.shared:
        unlock(&tree.nodes[at].traffic, LOCKED + BEGUN)


cdef inline bint tree_claim(Tree* tree, uint32_t at, bint wait) noexcept nogil:
    """Return whether this thread alone may add children to a node from now on; with `wait` it may in the end."""
    if not tree.shared or try_lock(&tree.nodes[at].traffic, CLAIMED):
        return True
    if wait:
        lock(&tree.nodes[at].traffic, CLAIMED)
    return wait


cdef inline void tree_unclaim(Tree* tree, uint32_t at) noexcept nogil:
    """Let other threads add children to a node."""
    if tree.shared:
        unlock(&tree.nodes[at].traffic, CLAIMED)
