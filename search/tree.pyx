"""The tree of a search: nodes in one arena of fixed size."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset
from urbanist.cext.atomic cimport release
from urbanist.engine.game cimport Move


cdef bint tree_open(Tree* tree, size_t memory, bint shared) noexcept nogil:
    """Make a tree with only a root in `memory` bytes (at least room for one child); False if there is no memory.

    Several threads may visit a `shared` tree at once.
    """
    memset(tree, 0, sizeof(Tree))
    cdef size_t nodes = memory // (sizeof(Node) + (sizeof(Traffic) if shared else 0))
    tree.capacity = 3 if nodes < 3 else 0xFFFFFFFF if nodes > 0xFFFFFFFFULL else <uint32_t>nodes
    # calloc does not touch pages, so memory is used only as the tree grows.
    tree.nodes = <Node*>calloc(tree.capacity, sizeof(Node))
    if shared:
        tree.traffic = <Traffic*>calloc(tree.capacity, sizeof(Traffic))
    if tree.nodes == NULL or (shared and tree.traffic == NULL):
        tree_close(tree)
        return False
    tree_clear(tree)
    return True


cdef void tree_close(Tree* tree) noexcept nogil:
    """Free the memory."""
    free(tree.nodes)
    free(tree.traffic)
    tree.nodes = NULL
    tree.traffic = NULL


cdef void tree_clear(Tree* tree) noexcept nogil:
    """Remove all nodes but a new root."""
    tree.used = 2
    tree.free = NO_NODE
    tree.root = 1
    memset(&tree.nodes[1], 0, sizeof(Node))


cdef uint32_t taken(Tree* tree) noexcept nogil:
    """Return a node of the arena that is not in use, or `NO_NODE` when the tree is full."""
    cdef uint32_t at
    tree_lock(tree, NO_NODE)
    at = tree.free
    if at != NO_NODE:
        tree.free = tree.nodes[at].sibling
    elif tree.used < tree.capacity:
        at = tree.used
        tree.used += 1
    tree_unlock(tree, NO_NODE)
    return at


cdef uint32_t tree_grow(Tree* tree, uint32_t parent, Move move, float prior) noexcept nogil:
    """Return a new child of `parent`, available once, or `NO_NODE` when the tree is full."""
    cdef uint32_t at = taken(tree)
    if at == NO_NODE:
        return NO_NODE
    memset(&tree.nodes[at], 0, sizeof(Node))
    tree.nodes[at].move = move
    tree.nodes[at].prior = prior
    tree.nodes[at].available = 1
    tree.nodes[at].sibling = tree.nodes[parent].child
    release(&tree.nodes[parent].child, at)
    return at


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
    tree.nodes[at].sibling = tree.free
    tree.free = at


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
    tree.nodes[tree.root].sibling = tree.free
    tree.free = tree.root
    tree.nodes[heir].sibling = NO_NODE
    tree.root = heir


cdef uint32_t tree_size(const Tree* tree) noexcept nogil:
    """Return the number of nodes in use, with the root."""
    cdef uint32_t at = tree.free
    cdef uint32_t idle = 0
    while at != NO_NODE:
        idle += 1
        at = tree.nodes[at].sibling
    return tree.used - 1 - idle


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
