"""The parts of a search: the tree that all threads share, the data of one thread, and a table of verbs.

A verb is a C function with a context: plain memory with the numbers that it needs, made from the options. Each kind of
verb has a file of its own. `verb.py` has a row for each verb, which says what it needs and means.
"""

from cpython.pycapsule cimport PyCapsule_New, PyCapsule_SetContext
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport MAX_MOVE_FEATURES, MAX_MOVES, MAX_SEATS, GameOps, Head, Move
from urbanist.search.afterstates cimport Ranking
from urbanist.search.tree cimport Node, Tree


cdef struct Outcome:
    # The value of a leaf, one entry for each seat.
    float[MAX_SEATS] value  # utility
    float[MAX_SEATS] win_share
    float[MAX_SEATS] points


cdef enum:
    DEEPEST = 512  # the most nodes of one descent
    MEAN_BITS = 12


cdef struct MoveMean:
    # History statistics: the mean value of a seat's move for it, over the whole tree.
    float value
    uint32_t visits


cdef struct CacheLinePad:
    # Padding against false sharing.
    uint8_t[64] line


cdef struct Seen:
    # What a seat has seen of the moves, as two hashes.
    uint64_t word
    uint64_t check


cdef struct Worker:
    # The data of one thread.
    Rng rng
    uint64_t stream  # of common draws: each thread has others
    Head* state  # where visits play
    Outcome outcome  # of the visit
    double[MAX_SEATS] win_share  # sums over the visits of this decision
    Move[MAX_MOVES] moves
    float[MAX_MOVES] prior
    float[MAX_MOVES * MAX_MOVE_FEATURES] row  # of features, for each move
    uint32_t[MAX_MOVES] child
    uint8_t[DEEPEST] chooser  # of the visit: the seat that chose each node of the path; NOBODY: the node is a decision
    Seen[MAX_SEATS] seen  # of the visit, by each seat
    MoveMean[MAX_SEATS << MEAN_BITS] means  # moves that share an entry share a mean


cdef struct Search


# Writes into the worker's state a world that fits what is known of the root.
ctypedef void (*WorldFn)(const void* context, const Search* s, Worker* w, const Head* root) noexcept nogil
# Returns the child to visit among those legal in the worker's state, or NO_NODE; writes to `known` how many are legal.
ctypedef uint32_t (*SelectFn)(
    const void* context, Search* s, Worker* w, uint32_t parent, int* known) noexcept nogil
# Replaces the game's priors of the worker's first `n` moves, which are in points; `w.row` has the features of each.
ctypedef void (*PriorFn)(const void* context, const Search* s, Worker* w, int n) noexcept nogil
# Returns whether a node needs no more children now; `known` is how many the selection found legal.
ctypedef bint (*WideFn)(
    const void* context, const Search* s, Worker* w, uint32_t parent, int known) noexcept nogil
# Adds children to a node that needs more; returns the one to visit in place of the selected one, or NO_NODE; or the
# node itself, where the visit is to end.
ctypedef uint32_t (*ExpandFn)(const void* context, Search* s, Worker* w, uint32_t parent) noexcept nogil
# Writes the value of the worker's state into its outcome; the state may change.
ctypedef void (*LeafFn)(const void* context, const Search* s, Worker* w) noexcept nogil
# Updates the nodes of a path, which begins with the root, with the worker's outcome.
ctypedef void (*BackupFn)(
    const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil


cdef struct Worlds:
    WorldFn call
    void* context


cdef struct Selection:
    bint counts  # whether it counts in the tree how often moves are available
    bint shares  # whether the prior of a child is a share, see `Node`
    SelectFn call
    void* context


cdef struct Prior:
    float temperature  # by how much a prior must be higher than another to make its move e times as likely
    PriorFn call  # NULL: the game's own priors stay
    void* context


cdef struct Expansion:
    WideFn wide_enough
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
    int observer  # the seat whose knowledge the search uses, -1: everything is known, EVERYBODY: what all seats know
    uint64_t noise  # seed of the noise in the priors of the root, and of common draws
    bint common  # whether all moves of the root have common draws
    Seen[MAX_SEATS] seen  # until the root, by each seat
    Move* only  # the moves that are searched at the root, ascending; NULL: all
    int permitted  # their number
    Ranking ranking  # of the moves at the root
    Worlds worlds
    Selection selection
    Prior prior
    Expansion expansion
    Leaf leaf
    Backup backup


# What the capsules of C functions are called, by the kind of verb.
cdef extern from *:
    """
    #define URBANIST_SELECT "urbanist.search.SelectFn"
    #define URBANIST_PRIOR "urbanist.search.PriorFn"
    #define URBANIST_EXPAND "urbanist.search.ExpandFn"
    #define URBANIST_LEAF "urbanist.search.LeafFn"
    #define URBANIST_WORLD "urbanist.search.WorldFn"
    #define URBANIST_BACKUP "urbanist.search.BackupFn"
    """
    const char* URBANIST_SELECT
    const char* URBANIST_PRIOR
    const char* URBANIST_EXPAND
    const char* URBANIST_LEAF
    const char* URBANIST_WORLD
    const char* URBANIST_BACKUP


cdef inline size_t layout() noexcept nogil:
    """Return a number that changes with the sizes of the structs that verbs read."""
    return ((sizeof(Search) * 31 + sizeof(Worker)) * 31 + sizeof(GameOps)) * 31 + sizeof(Node)


cdef inline object capsule(void* call, const char* form):
    """Return a C function as a row of a table takes it, with the layout of the structs that it was compiled for."""
    made = PyCapsule_New(call, form, NULL)
    PyCapsule_SetContext(made, <void*>layout())
    return made


cdef inline object as_selection(SelectFn call):
    """Return a selection in a capsule."""
    return capsule(<void*>call, URBANIST_SELECT)


cdef inline object as_prior(PriorFn call):
    """Return a prior in a capsule."""
    return capsule(<void*>call, URBANIST_PRIOR)


cdef inline object as_expansion(ExpandFn call):
    """Return an expansion in a capsule."""
    return capsule(<void*>call, URBANIST_EXPAND)


cdef inline object as_leaf(LeafFn call):
    """Return a leaf evaluation in a capsule."""
    return capsule(<void*>call, URBANIST_LEAF)


cdef inline object as_worlds(WorldFn call):
    """Return a source of worlds in a capsule."""
    return capsule(<void*>call, URBANIST_WORLD)


cdef inline object as_backup(BackupFn call):
    """Return a backup in a capsule."""
    return capsule(<void*>call, URBANIST_BACKUP)


cdef inline MoveMean* mean_of_move(Worker* w, int seat, Move move) noexcept nogil:
    """Return the history entry of a seat's move, in this thread's table."""
    return &w.means[(seat << MEAN_BITS) + (<uint32_t>(move * <uint32_t>2654435761) >> (32 - MEAN_BITS))]


cdef inline void forget_means(Worker* w) noexcept nogil:
    """Clear the history table."""
    memset(w.means, 0, sizeof(w.means))


cdef inline int place_of(const Move* moves, int n, Move move) noexcept nogil:
    """Return the index of a move in ascending `moves`, or -1."""
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
