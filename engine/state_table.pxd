"""The table of the states of games in Python: a record has the number of an entry, and the entry has the object."""

from cpython.object cimport PyObject
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from urbanist.engine.game cimport MAX_SEATS, Head, Move

cdef enum:
    CHUNK = 4096  # entries
    NOTHING = 0  # the entry of no state


cdef struct Child:
    # The state after a move, as long as its entry has this stamp.
    uint32_t place
    uint32_t stamp  # 0: not known


cdef struct Entry:
    PyObject* state  # NULL: the entry is free
    PyObject* key  # equal keys are equal states
    PyObject* game
    PyObject* table
    Move* moves  # legal, ascending
    Child* children  # one for each move; NULL: none is known
    int32_t count  # of moves
    uint32_t stamp  # never the same again, so that a record whose state is gone is noticed
    uint32_t holders
    uint32_t next  # free entry
    int32_t[MAX_SEATS] score  # final points
    uint64_t[MAX_SEATS] known  # numbers of what each seat knows; 0: not asked yet
    uint8_t to_move
    uint8_t over
    uint8_t due
    uint8_t vague  # whether more moves may be legal, which depend on what is masked


cdef struct Position:
    # The record of a state.
    Head head
    uint32_t place  # of its entry
    uint32_t stamp  # of its entry
    uint64_t luck  # the next chance event is drawn from it; 0: nobody knows it
    uint32_t outcome  # of the next chance event, and 1 more; 0: it is drawn
    uint64_t word  # by which the next chance event is drawn in place of `luck` if it has more outcomes than `most`
    uint32_t most  # 0: any number
    uint32_t masked  # 1: the state lacks what somebody cannot know, so that moves may be masked, too


cdef Entry** chunks  # they never move, so that one may read them without the lock of the interpreter
cdef uint32_t used  # entries that there are


cdef inline Entry* entry_at(uint32_t place) noexcept nogil:
    """Return the entry at a place."""
    return &chunks[place // CHUNK][place % CHUNK]


cdef inline Entry* entry_of(const Head* head) noexcept nogil:
    """Return the entry of a record, or that of no state if the state is gone."""
    cdef const Position* record = <const Position*>head
    cdef Entry* entry = entry_at(record.place if record.place < used else <uint32_t>NOTHING)
    return entry if entry.stamp == record.stamp else entry_at(NOTHING)


cdef inline int index_of(const Entry* entry, Move move) noexcept nogil:
    """Return the index of a legal move; -1 if it is none."""
    cdef int low = 0
    cdef int high = entry.count - 1
    cdef int middle
    while low <= high:
        middle = (low + high) >> 1
        if entry.moves[middle] == move:
            return middle
        if entry.moves[middle] < move:
            low = middle + 1
        else:
            high = middle - 1
    return -1


cdef inline uint32_t child_of(const Entry* entry, int index) noexcept nogil:
    """Return the place of the state after a move, by its index; `NOTHING` if it has to be made."""
    cdef Child child
    if index < 0 or entry.children == NULL:
        return NOTHING
    child = entry.children[index]
    return child.place if child.stamp and entry_at(child.place).stamp == child.stamp else <uint32_t>NOTHING


cdef class StateTable:
    cdef dict known  # places of entries by key
    cdef dict recent  # by thread
    cdef int withheld  # how many callers want that nothing is forgotten now
    cdef list spared  # places that are held for them
    cdef uint32_t place_of(self, object key)
    cdef uint32_t add(self, object game, object key, object state) except NOTHING
    cdef uint32_t name(self, object key, uint32_t place) except NOTHING
    cdef int remember(self, uint32_t place) except -1


cdef class Reference:
    cdef uint32_t* place
    cdef Py_ssize_t count


cdef Reference hold(const void* records, Py_ssize_t n)
cdef int free_entry(uint32_t place) except -1
cdef int set_child(Entry* entry, int index, uint32_t place) except -1
cdef int set_moves(Entry* entry, object moves) except -1
cdef Move word_of(object move) except? 0xFFFFFFFF
