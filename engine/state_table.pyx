"""The table of the states of games in Python: a record has the number of an entry, and the entry has the object.

So equal states have equal records. Records are plain memory, which counts no references. So an entry lives as long as
somebody holds it: a `State`, a `Batch`, or the thread that has met it among its last few ones. That is enough for a
search, a playout or a match, which look at one state at a time, and their memory stays small however long they take.
"""

from threading import get_ident

from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset

from urbanist.engine.game cimport MAX_MOVES, Move
from urbanist.engine.deferred_error import GameFault

cdef enum:
    CHUNKS = 16384
    RECENT = 256  # states that a thread keeps: it must keep three, and does not make again what it keeps

used = 1  # the first one is that of no state
cdef uint32_t first_free = NOTHING
cdef uint32_t last_stamp = 0
chunks = <Entry**>calloc(CHUNKS, sizeof(void*))
chunks[0] = <Entry*>calloc(CHUNK, sizeof(Entry))
chunks[0].over = 1


cdef uint32_t new_entry() except NOTHING:
    """Return the place of an empty entry, with a stamp."""
    global first_free, last_stamp, used
    cdef uint32_t place = first_free
    cdef Entry* entry
    if place == NOTHING:
        if used == CHUNK * CHUNKS:
            raise MemoryError("too many states of games in Python")
        if chunks[used // CHUNK] == NULL:
            chunks[used // CHUNK] = <Entry*>calloc(CHUNK, sizeof(Entry))
            if chunks[used // CHUNK] == NULL:
                raise MemoryError
        place = used
        used += 1
        entry = entry_at(place)
    else:
        entry = entry_at(place)
        first_free = entry.next
    last_stamp += 1
    memset(entry, 0, sizeof(Entry))
    entry.stamp = last_stamp
    return place


cdef int free_entry(uint32_t place) except -1:
    global first_free
    cdef Entry* entry = entry_at(place)
    cdef PyObject* state = entry.state
    cdef PyObject* key = entry.key
    cdef PyObject* game = entry.game
    cdef PyObject* table = entry.table
    cdef dict known = (<StateTable>entry.table).known
    if known.get(<object>key) == place:
        del known[<object>key]
    free(entry.moves)
    free(entry.children)
    memset(entry, 0, sizeof(Entry))
    entry.next = first_free
    first_free = place
    # Last, because whatever else they do happens now.
    Py_XDECREF(key)
    Py_XDECREF(state)
    Py_XDECREF(game)
    Py_XDECREF(table)
    return 0


cdef inline int let_go(uint32_t place) except -1:
    """Let one holder of an entry go; the entry is free after the last one."""
    cdef Entry* entry = entry_at(place)
    entry.holders -= 1
    return free_entry(place) if entry.holders == 0 else 0


cdef class Reference:
    """Keeps the states of records alive."""

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.count):
            let_go(self.place[i])
        free(self.place)


cdef Reference hold(const void* records, Py_ssize_t n):
    """Return what keeps the states of n records alive; nothing of those that are gone."""
    cdef Reference held = Reference.__new__(Reference)
    cdef const Position* record = <const Position*>records
    cdef Py_ssize_t i
    held.place = <uint32_t*>malloc(n * sizeof(uint32_t))
    if held.place == NULL and n > 0:
        raise MemoryError
    for i in range(n):
        if entry_of(&record[i].head).state != NULL:
            held.place[held.count] = record[i].place
            held.count += 1
            entry_at(record[i].place).holders += 1
    return held


cdef class RecentStates:
    """Keeps the states alive that a thread has met last; `at` is where the next one goes."""

    cdef uint32_t[RECENT] place
    cdef int at

    def __dealloc__(self):
        cdef int i
        for i in range(RECENT):
            if self.place[i] != NOTHING:
                let_go(self.place[i])


cdef int compare(const void* one, const void* other) noexcept nogil:
    cdef Move a = (<const Move*>one)[0]
    cdef Move b = (<const Move*>other)[0]
    return (a > b) - (a < b)


cdef int set_moves(Entry* entry, moves) except -1:
    """Write the legal moves of an entry, ascending; `GameFault` if they are no words, or if one is there twice."""
    cdef Py_ssize_t n = len(moves)
    cdef bint ascend = True
    cdef int i
    if n == 0:
        return 0
    if n > MAX_MOVES:
        raise GameFault(f"legal returned {n} moves; there may be {MAX_MOVES} at most")
    entry.moves = <Move*>malloc(n * sizeof(Move))
    if entry.moves == NULL:
        raise MemoryError
    for move in moves:
        if move is None:
            entry.vague = 1
            continue
        entry.moves[entry.count] = word_of(move)
        ascend = ascend and (entry.count == 0 or entry.moves[entry.count - 1] < entry.moves[entry.count])
        entry.count += 1
    if not ascend:
        qsort(entry.moves, entry.count, sizeof(Move), compare)
        for i in range(1, entry.count):
            if entry.moves[i - 1] == entry.moves[i]:
                raise GameFault(f"legal returned the move {entry.moves[i]} twice")
    return 0


cdef int set_child(Entry* entry, int index, uint32_t place) except -1:
    """Remember that a move, by its index, leads to the state at a place."""
    if entry.children == NULL:
        entry.children = <Child*>calloc(entry.count, sizeof(Child))
        if entry.children == NULL:
            raise MemoryError
    entry.children[index].place, entry.children[index].stamp = place, entry_at(place).stamp
    return 0


cdef Move word_of(object move) except? 0xFFFFFFFF:
    """Return a move as a word; `GameFault` if it is none."""
    cdef Move word = 0xFFFFFFFF
    try:
        word = <Move>move
    except (TypeError, OverflowError):
        pass
    if word >= 0xFFFFFFFE:
        raise GameFault(f"{move!r:.60} is no move: a move is a whole number from 0 to {0xFFFFFFFD}")
    return word


cdef class StateTable:
    """The states of one game."""

    def __cinit__(self):
        self.known, self.recent, self.spared = {}, {}, []

    cdef uint32_t place_of(self, object key):
        """Return the place of the entry with a key; `NOTHING` if there is none."""
        place = self.known.get(key)
        return NOTHING if place is None else place

    cdef uint32_t add(self, object game, object key, object state) except NOTHING:
        """Return the place of a new entry, which nobody holds, and which is not yet found by its key."""
        cdef uint32_t place = new_entry()
        cdef Entry* entry = entry_at(place)
        entry.state, entry.key = <PyObject*>state, <PyObject*>key
        entry.game, entry.table = <PyObject*>game, <PyObject*>self
        Py_INCREF(state)
        Py_INCREF(key)
        Py_INCREF(game)
        Py_INCREF(self)
        return place

    cdef uint32_t name(self, object key, uint32_t place) except NOTHING:
        """Let an entry be found by its key; return its place, or that of another thread that was faster."""
        known = self.known.setdefault(key, place)
        if known != place:
            entry_at(known).holders += 1  # what is freed may let other threads go on
            free_entry(place)
            entry_at(known).holders -= 1
        return known

    cdef int remember(self, uint32_t place) except -1:
        """Keep an entry alive until this thread has met many others."""
        cdef RecentStates own
        cdef uint32_t old
        entry_at(place).holders += 1
        if self.withheld:
            self.spared.append(place)
            return 0
        thread = get_ident()
        kept = self.recent.get(thread)
        if kept is None:
            kept = self.recent[thread] = RecentStates.__new__(RecentStates)
        own = <RecentStates>kept
        old = own.place[own.at]
        own.place[own.at] = place
        own.at = (own.at + 1) % RECENT
        return let_go(old) if old != NOTHING else 0

    def withhold(self):
        """Forget no state until `permit` is called as often."""
        self.withheld += 1

    def permit(self):
        """Forget again what nobody holds."""
        self.withheld -= 1
        if self.withheld == 0:
            spared, self.spared = self.spared, []
            for place in spared:
                let_go(place)
