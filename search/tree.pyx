"""The search tree: nodes in one arena of fixed size."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from posix.stdlib cimport posix_memalign

from urbanist.cext.atomic cimport release
from urbanist.engine.game cimport Move


cdef bint tree_open(Tree* tree, size_t memory, bint shared, bint counted) noexcept nogil:
    """Make a tree with only a root in `memory` bytes (at least room for one child); False if there is no memory.

    Several threads may visit a `shared` tree at once. In a `counted` one it is counted how often moves are available.
    """
    memset(tree, 0, sizeof(Tree))
    cdef size_t nodes = memory // (sizeof(Node) + (sizeof(uint32_t) if counted else 0))
    tree.shared = shared
    tree.capacity = 3 if nodes < 3 else 0xFFFFFFFF if nodes > 0xFFFFFFFFULL else <uint32_t>nodes
    # This does not touch pages, so memory is used only as the tree grows.
    if posix_memalign(<void**>&tree.nodes, sizeof(Node), tree.capacity * sizeof(Node)) != 0:
        tree.nodes = NULL
    if counted:
        tree.available = <uint32_t*>malloc(tree.capacity * sizeof(uint32_t))
    if tree.nodes == NULL or (counted and tree.available == NULL):
        tree_close(tree)
        return False
    memset(&tree.nodes[NO_NODE], 0, sizeof(Node))
    tree_clear(tree)
    return True


cdef void tree_close(Tree* tree) noexcept nogil:
    """Free the memory."""
    free(tree.nodes)
    free(tree.available)
    tree.nodes = NULL
    tree.available = NULL


cdef void tree_clear(Tree* tree) noexcept nogil:
    """Remove all nodes but a new root."""
    tree.root, tree.kept = 1, 0
    arena_of(tree).visits, arena_of(tree).child = 2, NO_NODE
    memset(&tree.nodes[1], 0, sizeof(Node))


cdef int take(Tree* tree, int n, uint32_t* taken) noexcept nogil:
    """Write up to `n` nodes of the arena that are not in use; return their number, less than `n` in a full tree."""
    cdef Node* arena = arena_of(tree)
    cdef int count = 0
    tree_lock(tree, NO_NODE)
    while count < n and arena.child != NO_NODE:
        taken[count] = arena.child
        arena.child = tree.nodes[arena.child].sibling
        count += 1
    while count < n and arena.visits < tree.capacity:
        taken[count] = arena.visits
        arena.visits += 1
        count += 1
    tree_unlock(tree, NO_NODE)
    return count


cdef uint32_t tree_grow(Tree* tree, uint32_t parent, const Move* moves, const float* priors, int n) noexcept nogil:
    """Add children for up to `MAX_AT_ONCE` moves; return that of the last move.

    In a tree that is almost full only the last moves get one, in a full tree none, and `NO_NODE` is returned.
    """
    cdef uint32_t[MAX_AT_ONCE] taken
    cdef int count = take(tree, n, taken)
    cdef uint32_t newest = tree.nodes[parent].child
    cdef Node* node
    cdef int i
    if count == 0:
        return NO_NODE
    for i in range(count):
        node = &tree.nodes[taken[i]]
        memset(node, 0, sizeof(Node))
        node.move = moves[n - count + i]
        node.prior = priors[n - count + i]
        if tree.available != NULL:
            tree.available[taken[i]] = 1
        node.sibling = newest
        newest = taken[i]
    # All at once: a thread that met some of the children would take them for the best ones.
    release(&tree.nodes[parent].child, newest)
    return newest


cdef uint32_t tree_child(const Tree* tree, uint32_t parent, Move move) noexcept nogil:
    """Return the child that a move leads to, or `NO_NODE`."""
    cdef uint32_t at = tree.nodes[parent].child
    while at != NO_NODE and tree.nodes[at].move != move:
        at = tree.nodes[at].sibling
    return at


cdef void give_back(Tree* tree, uint32_t at) noexcept nogil:
    # The recursion is at most as deep as a game is long.
    cdef uint32_t child = tree.nodes[at].child
    cdef uint32_t following
    while child != NO_NODE:
        following = tree.nodes[child].sibling
        give_back(tree, child)
        child = following
    tree.nodes[at].sibling = arena_of(tree).child
    arena_of(tree).child = at


cdef void tree_advance(Tree* tree, Move move) noexcept nogil:
    """Make the child of `move` the root and free all other nodes; without such a child, start with a new root."""
    cdef uint32_t heir = tree_child(tree, tree.root, move)
    cdef uint32_t child, following
    if heir == NO_NODE:
        tree_clear(tree)
        return
    child = tree.nodes[tree.root].child
    while child != NO_NODE:
        following = tree.nodes[child].sibling
        if child != heir:
            give_back(tree, child)
        child = following
    tree.nodes[tree.root].sibling = arena_of(tree).child
    arena_of(tree).child = tree.root
    tree.nodes[heir].sibling = NO_NODE
    tree.root, tree.kept = heir, tree.nodes[heir].visits


cdef uint32_t tree_size(const Tree* tree) noexcept nogil:
    """Return the number of nodes in use, with the root."""
    cdef uint32_t at = arena_of(tree).child
    cdef uint32_t idle = 0
    while at != NO_NODE:
        idle += 1
        at = tree.nodes[at].sibling
    return arena_of(tree).visits - 1 - idle


cdef uint32_t tree_write(const Tree* tree, NodeRow* rows) noexcept nogil:
    """Write the nodes as `tree_size` rows, each after its parent and beside its siblings; return their number."""
    # Until the children of a row are written, its field `visits` holds the node.
    cdef uint32_t count = 1
    cdef uint32_t done = 0
    cdef uint32_t at, child
    rows[0].parent, rows[0].depth, rows[0].visits = 0, 0, tree.root
    while done < count:
        at = rows[done].visits
        child = tree.nodes[at].child
        while child != NO_NODE:
            rows[count].parent, rows[count].depth, rows[count].visits = done, rows[done].depth + 1, child
            count += 1
            child = tree.nodes[child].sibling
        rows[done].move, rows[done].prior = tree.nodes[at].move, tree.nodes[at].prior
        rows[done].visits = tree.nodes[at].visits
        rows[done].value, rows[done].points = tree.nodes[at].value, tree.nodes[at].points
        done += 1
    return count
