"""What a search is made of: the tree that all threads share, what one thread has for itself, and a table of verbs.

A verb is a C function with a context: plain memory with the numbers that it needs, made from the options. Each kind of
verb has a file of its own, which finds the verb by the name that the options give it.
"""

from libc.stdint cimport uint32_t
from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport MAX_MOVES, MAX_SEATS, GameOps, Head, Move
from urbanist.search.tree cimport Tree


cdef struct Outcome:
    # What a leaf is worth, one entry a seat.
    float[MAX_SEATS] value  # utility
    float[MAX_SEATS] win_share
    float[MAX_SEATS] points


cdef struct Worker:
    # What one thread needs for itself.
    Rng rng
    Head* state  # where visits play
    Outcome outcome  # of the visit
    double[MAX_SEATS] win_share  # sums over the visits of this decision
    Move[MAX_MOVES] moves
    float[MAX_MOVES] prior
    uint32_t[MAX_MOVES] child


cdef struct Search


# Puts a world that fits what is known of the root into the worker's state.
ctypedef void (*WorldFn)(const void* context, const Search* s, Worker* w, const Head* root) noexcept nogil
# Returns the child to visit among those legal in the worker's state, or NO_NODE; in `known` how many are legal.
ctypedef uint32_t (*SelectFn)(
    const void* context, Search* s, Worker* w, uint32_t parent, int* known) noexcept nogil
# Returns a new child to visit in place of the selected one, or NO_NODE; `known` is what the selection counted.
ctypedef uint32_t (*ExpandFn)(
    const void* context, Search* s, Worker* w, uint32_t parent, int known) noexcept nogil
# Writes into the worker's outcome what its state is worth; the state may change.
ctypedef void (*LeafFn)(const void* context, const Search* s, Worker* w) noexcept nogil
# Brings the worker's outcome to the nodes of a path, the root first.
ctypedef void (*BackupFn)(
    const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil


cdef struct Worlds:
    WorldFn call
    void* context


cdef struct Selection:
    SelectFn call
    void* context


cdef struct Expansion:
    ExpandFn call
    void* context


cdef struct Leaf:
    LeafFn call
    void* context


cdef struct Backup:
    BackupFn call
    void* context


cdef struct Search:
    # What all threads share.
    Tree tree
    GameOps ops
    int observer  # the seat whose knowledge the tree stands for, or -1: everything is known
    Worlds worlds
    Selection at_root
    Selection inside
    Expansion expansion
    Leaf leaf
    Backup backup


cdef inline int place_of(const Move* moves, int n, Move move) noexcept nogil:
    """Return where a move stands in rising `moves`, or -1."""
    cdef int low = 0
    cdef int high = n - 1
    cdef int middle
    while low <= high:
        middle = (low + high) >> 1
        if moves[middle] == move:
            return middle
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle - 1
    return -1
