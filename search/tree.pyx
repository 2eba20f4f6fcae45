"""The search tree: nodes in one arena of fixed size."""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from posix.stdlib cimport posix_memalign

from urbanist.cext.atomic cimport release
from urbanist.engine.game cimport Move

cdef enum:
    FIRST_SLOTS = 1024
    OF_TABLE = 32  # bytes of the table for a node, at most, while it grows
    MARKED = 1  # the traffic of a node that is kept; no thread runs


cdef bint tree_open(Tree* tree, size_t memory, bint shared, bint counted, bint keyed) noexcept nogil:
    """Make a tree with only a root in `memory` bytes (at least room for one child); False if there is no memory.

    Several threads may visit a `shared` tree at once. In a `counted` one it is counted how often moves are available.
    A `keyed` one has keys by information.
    """
    memset(tree, 0, sizeof(Tree))
    cdef size_t nodes = memory // (sizeof(Node) + (sizeof(uint32_t) if counted else 0) + (OF_TABLE if keyed else 0))
    tree.shared, tree.keyed = shared, keyed
    tree.capacity = 3 if nodes < 3 else 0xFFFFFFFF if nodes > 0xFFFFFFFFULL else <uint32_t>nodes
    # This does not touch pages, so memory is used only as the tree grows.
    if posix_memalign(<void**>&tree.nodes, sizeof(Node), tree.capacity * sizeof(Node)) != 0:
        tree.nodes = NULL
    if counted:
        tree.available = <uint32_t*>malloc(tree.capacity * sizeof(uint32_t))
    if keyed:
        tree.table, tree.slots = <Slot*>calloc(FIRST_SLOTS, sizeof(Slot)), FIRST_SLOTS
    if tree.nodes == NULL or (counted and tree.available == NULL) or (keyed and tree.table == NULL):
        tree_close(tree)
        return False
    memset(&tree.nodes[NO_NODE], 0, sizeof(Node))
    tree_clear(tree)
    return True


cdef void tree_close(Tree* tree) noexcept nogil:
    """Free the memory."""
    free(tree.nodes)
    free(tree.available)
    free(tree.table)
    tree.table = NULL
    tree.nodes = NULL
    tree.available = NULL


cdef void tree_clear(Tree* tree) noexcept nogil:
    """Remove all nodes but a new root."""
    tree.root, tree.kept = 1, 0
    arena_of(tree).visits, arena_of(tree).child = 2, NO_NODE
    memset(&tree.nodes[1], 0, sizeof(Node))
    if tree.keyed:
        memset(tree.table, 0, tree.slots * sizeof(Slot))
        tree.decisions = 0


cdef int take(Tree* tree, int n, uint32_t* taken) noexcept nogil:
    """Write up to `n` nodes of the arena that are not in use; return their number, less than `n` in a full tree."""
    cdef int count
    tree_lock(tree, NO_NODE)
    count = take_locked(tree, n, taken)
    tree_unlock(tree, NO_NODE)
    return count


cdef int take_locked(Tree* tree, int n, uint32_t* taken) noexcept nogil:
    """Do what `take` does while this thread holds the lock of the arena."""
    cdef Node* arena = arena_of(tree)
    cdef int count = 0
    while count < n and arena.child != NO_NODE:
        taken[count] = arena.child
        arena.child = tree.nodes[arena.child].sibling
        count += 1
    while count < n and arena.visits < tree.capacity:
        taken[count] = arena.visits
        arena.visits += 1
        count += 1
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


# -- decisions by key ------------------------------------------------------------------------------------------------

cdef inline uint64_t key_of(const Node* decision) noexcept nogil:
    cdef uint32_t upper
    memcpy(&upper, &decision.prior, sizeof(upper))
    return <uint64_t>upper << 32 | decision.move


cdef uint32_t slot_of(const Tree* tree, Key key) noexcept nogil:
    """Return the slot of a decision, or the empty one where it belongs."""
    cdef uint32_t slot = <uint32_t>key.word & (tree.slots - 1)
    cdef const Slot* here = &tree.table[slot]
    while here.node != NO_NODE and (here.check != key.check or key_of(&tree.nodes[here.node]) != key.word):
        slot = (slot + 1) & (tree.slots - 1)
        here = &tree.table[slot]
    return slot


cdef bint rehash(Tree* tree, uint32_t slots) noexcept nogil:
    """Move the decisions to a table of so many slots; return whether there is memory."""
    cdef Slot* old = tree.table
    cdef Slot* table = <Slot*>calloc(slots, sizeof(Slot))
    cdef uint32_t before = tree.slots
    cdef uint32_t i
    if table == NULL:
        return False
    tree.table, tree.slots, tree.decisions = table, slots, 0
    for i in range(before):
        if old[i].node != NO_NODE:
            tree.table[slot_of(tree, Key(key_of(&tree.nodes[old[i].node]), old[i].check))] = old[i]
            tree.decisions += 1
    free(old)
    return True


cdef bint has_slot(Tree* tree) noexcept nogil:
    """Return whether the table has room for one more decision; it is filled to three quarters, and then doubled."""
    return 4 * <uint64_t>tree.decisions < 3 * <uint64_t>tree.slots or rehash(tree, 2 * tree.slots)


cdef uint32_t tree_found(const Tree* tree, Key key) noexcept nogil:
    """Return the decision with a key, or `NO_NODE`; no other thread may add any."""
    return tree.table[slot_of(tree, key)].node


cdef uint32_t tree_decision(Tree* tree, uint32_t parent, Key key) noexcept nogil:
    """Return the decision with a key, a new one below a move if there was none; `NO_NODE` in a full tree."""
    cdef uint32_t upper = <uint32_t>(key.word >> 32)
    cdef uint32_t slot, at
    cdef Node* node
    tree_lock(tree, NO_NODE)
    slot = slot_of(tree, key)
    at = tree.table[slot].node
    if at == NO_NODE and has_slot(tree) and take_locked(tree, 1, &at) == 1:
        node = &tree.nodes[at]
        memset(node, 0, sizeof(Node))
        node.move = <Move>key.word
        memcpy(&node.prior, &upper, sizeof(upper))
        node.sibling = tree.nodes[parent].child
        tree.nodes[parent].child = at
        tree.table[slot_of(tree, key)] = Slot(at, key.check)
        tree.decisions += 1
    tree_unlock(tree, NO_NODE)
    return at


cdef bint tree_begin(Tree* tree) noexcept nogil:
    """Make a new decision the root, and keep all nodes, which searches may find again; False in a full tree."""
    cdef uint32_t root
    if take(tree, 1, &root) == 0:
        return False
    memset(&tree.nodes[root], 0, sizeof(Node))
    tree.root, tree.kept = root, 0
    return True


cdef void mark(Tree* tree, uint32_t at) noexcept nogil:
    # The recursion is at most as deep as a game is long.
    cdef uint32_t child = tree.nodes[at].child
    tree.nodes[at].traffic = MARKED
    while child != NO_NODE:
        mark(tree, child)
        child = tree.nodes[child].sibling


cdef void tree_prune(Tree* tree, uint32_t root) noexcept nogil:
    """Make a decision the root, and free all nodes that are not below it."""
    cdef Node* arena = arena_of(tree)
    cdef uint32_t i, at
    tree.nodes[root].sibling = NO_NODE
    mark(tree, root)
    for i in range(tree.slots):
        if tree.nodes[tree.table[i].node].traffic != MARKED:
            tree.table[i].node = NO_NODE
    arena.child = NO_NODE
    for at in range(1, arena.visits):
        if tree.nodes[at].traffic == MARKED:
            tree.nodes[at].traffic = 0
        else:
            tree.nodes[at].sibling = arena.child
            arena.child = at
    tree.root, tree.kept = root, tree.nodes[root].visits
    if not rehash(tree, tree.slots):
        tree_clear(tree)


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
    cdef bint decides, deeper
    rows[0].parent, rows[0].depth, rows[0].visits = 0, 0, tree.root
    while done < count:
        at = rows[done].visits
        # A decision has the depth of the move above it.
        decides = tree.keyed and rows[done].depth == rows[rows[done].parent].depth
        deeper = decides or not tree.keyed
        child = tree.nodes[at].child
        while child != NO_NODE:
            rows[count].parent, rows[count].depth, rows[count].visits = done, rows[done].depth + deeper, child
            count += 1
            child = tree.nodes[child].sibling
        rows[done].move = 0 if decides else tree.nodes[at].move
        rows[done].prior = 0 if decides else tree.nodes[at].prior
        rows[done].visits = tree.nodes[at].visits
        rows[done].value, rows[done].points = tree.nodes[at].value, tree.nodes[at].points
        done += 1
    return count
