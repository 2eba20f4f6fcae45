"""Binding of verbs: from a row of the registry to a C function and its context, and from C to Python callables.

A Python callable gets zero-copy array views of the memory of the search. Any thread of the search may call it, holding
the GIL. An exception ends the search and is raised by `think`.
"""

import numpy as np

from cpython.buffer cimport PyBuffer_FillInfo
from cpython.pycapsule cimport PyCapsule_CheckExact, PyCapsule_GetContext, PyCapsule_GetName, PyCapsule_GetPointer
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, strcmp

from urbanist.cext.address cimport address
from urbanist.cext.rng cimport rng_next
from urbanist.engine.struct_dtype import struct_dtype
from urbanist.engine.game cimport MAX_MOVE_FEATURES, MAX_MOVES, MAX_SEATS, NOBODY, Game, Head
from urbanist.search.backup cimport mean
from urbanist.search.leaf cimport playout_leaf
from urbanist.search.tree cimport NO_NODE, Node, NodeRow, first_child
from urbanist.search.verbs cimport (
    URBANIST_BACKUP, URBANIST_LEAF, URBANIST_PRIOR, URBANIST_SELECT, URBANIST_WORLD, Backup, Search, Worker, layout,
)
from urbanist.search.verb import resolved
from urbanist.search.worlds cimport even

cdef Node node  # their types alone count
cdef const Node[:] node_fields = <Node[:1]>&node
cdef NodeRow node_row
cdef const NodeRow[:] node_row_fields = <NodeRow[:1]>&node_row

#: A node as Python callables see it, over its memory.
NODE = struct_dtype(node_fields)[["move", "child", "sibling", "visits", "prior", "value", "points"]]

#: A row of `TreeSearch.nodes`.
NODES = struct_dtype(node_row_fields)


cdef class Window:
    """Memory of a search as a buffer, which keeps the search alive."""

    cdef object owner
    cdef void* place
    cdef Py_ssize_t size
    cdef bint writable

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        PyBuffer_FillInfo(buffer, self, self.place, self.size, not self.writable, flags)


cdef object view(object owner, const void* place, object dtype, Py_ssize_t count, bint writable=False):
    """Return an array over memory that belongs to an owner."""
    cdef Window window = Window.__new__(Window)
    window.owner, window.place, window.size, window.writable = owner, <void*>place, count * dtype.itemsize, writable
    return np.frombuffer(window, dtype)


cdef class Views:
    """What Python callables see of a thread."""

    cdef object states  # one record: where visits play
    cdef object world  # the same, to be written
    cdef object nodes
    cdef object tree  # the same, to be written
    cdef object children  # numbers of nodes
    cdef object moves
    cdef object points  # priors in points
    cdef object features


cdef class Calls:
    """The Python callables of one search: what they see of its threads, and what one of them raised."""

    def __cinit__(self, Game game not None):
        self.game = game
        self.views = {}

    cdef begin(self, object owner):
        """Let callables see the memory of a search, until `end`."""
        self.owner = owner
        self.error = None

    cdef end(self):
        """Let go of the search."""
        self.owner = None
        self.views.clear()

    cdef fail(self, object error):
        """Note what ends the search, unless something else did before."""
        if self.error is None:
            self.error = error


cdef Views views_of(Calls calls, const Search* s, Worker* w):
    """Return what callables see of a thread."""
    key = (<size_t>w, <size_t>w.state, <size_t>s.tree.nodes)  # a search of a batch goes from one to the next
    cdef Views views = calls.views.get(key)
    cdef object owner = calls.owner
    cdef Py_ssize_t width = len(calls.game.move_features)
    if views is None:
        views = Views.__new__(Views)
        views.states = view(owner, w.state, calls.game.dtype, 1)
        views.world = view(owner, w.state, calls.game.dtype, 1, True)
        views.nodes = view(owner, s.tree.nodes, NODE, s.tree.capacity)
        views.tree = view(owner, s.tree.nodes, NODE, s.tree.capacity, True)
        views.children = view(owner, w.child, np.dtype(np.uint32), MAX_MOVES)
        views.moves = view(owner, w.moves, np.dtype(np.uint32), MAX_MOVES)
        views.points = view(owner, w.prior, np.dtype(np.float32), MAX_MOVES)
        rows = view(owner, w.row, np.dtype(np.float32), MAX_MOVES * MAX_MOVE_FEATURES)
        views.features = rows[:MAX_MOVES * width].reshape(MAX_MOVES, width)
        calls.views[key] = views
    return views


cdef class Call:
    """A Python callable in the place of a verb: the context of one of the C functions below."""

    cdef Calls calls
    cdef object call
    cdef const void* numbers  # what a C function would get


cdef int legal_children(const Search* s, Worker* w, uint32_t parent) noexcept nogil:
    """Write the children whose moves are legal in the worker's state; return their number."""
    cdef uint32_t child = first_child(&s.tree, parent)
    cdef int n = 0
    while child != NO_NODE:
        if s.ops.available == NULL or s.ops.available(w.state, s.tree.nodes[child].move):
            w.child[n] = child
            n += 1
        child = s.tree.nodes[child].sibling
    return n


cdef uint32_t select(const void* context, Search* s, Worker* w, uint32_t parent, int* known) noexcept nogil:
    """Return the child that a Python callable chooses."""
    cdef int chosen = 0
    known[0] = legal_children(s, w, parent)
    if known[0] == 0:
        return NO_NODE
    with gil:
        chosen = chosen_child(<Call>context, s, w, parent, known[0])
    return w.child[chosen]


cdef int chosen_child(Call verb, Search* s, Worker* w, uint32_t parent, int n) noexcept:
    """Return the index of the chosen child among the `n` legal ones; 0 if the callable fails."""
    cdef Views seen
    try:
        if verb.calls.error is not None:
            return 0
        seen = views_of(verb.calls, s, w)
        chosen = verb.call(seen.nodes, parent, seen.children[:n], seen.states[0])
        if not 0 <= chosen < n:
            raise ValueError(f"the selection returned {chosen}; expected the place of one of {n} children")
        return chosen
    except BaseException as error:
        verb.calls.fail(error)
        return 0


cdef void rank(const void* context, const Search* s, Worker* w, int n) noexcept nogil:
    """Write the priors that a Python callable gives to moves."""
    with gil:
        write_priors(<Call>context, s, w, n)


cdef int write_priors(Call verb, const Search* s, Worker* w, int n) noexcept:
    cdef Views seen
    try:
        if verb.calls.error is not None or n == 0:
            return 0
        seen = views_of(verb.calls, s, w)
        answer = verb.call(seen.states[0], seen.moves[:n], seen.points[:n], seen.features[:n])
        answer = numbers("prior", answer, (n,))
        memcpy(w.prior, address(answer), n * sizeof(float))
    except BaseException as error:
        verb.calls.fail(error)
    return 0


cdef void evaluate(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Write the values that a Python callable returns for a position; terminal states are exact."""
    with gil:
        write_outcome(<Call>context, s, w)


cdef int write_outcome(Call verb, const Search* s, Worker* w) noexcept:
    cdef int32_t[MAX_SEATS] points
    cdef int16_t[MAX_SEATS] tiebreak
    cdef int seats = w.state.seats
    cdef int seat
    try:
        if w.state.over:
            playout_leaf(verb.numbers, s, w)
            return 0
        if verb.calls.error is not None:
            return 0
        answer = numbers("evaluation", verb.call(views_of(verb.calls, s, w).states), (1, seats))
        memcpy(w.outcome.value, address(answer), seats * sizeof(float))
        memcpy(w.outcome.win_share, address(answer), seats * sizeof(float))
        s.ops.score(w.state, points, tiebreak)
        for seat in range(seats):
            w.outcome.points[seat] = <float>points[seat]
    except BaseException as error:
        verb.calls.fail(error)
    return 0


cdef void draw(const void* context, const Search* s, Worker* w, const Head* root) noexcept nogil:
    """Sample a world uniformly, and let a Python callable change it."""
    cdef uint64_t seed
    even(NULL, s, w, root)
    seed = rng_next(&w.rng)
    with gil:
        change_world(<Call>context, s, w, seed)


cdef int change_world(Call verb, const Search* s, Worker* w, uint64_t seed) noexcept:
    cdef Head before = w.state[0]
    cdef const char* fault = NULL
    try:
        if verb.calls.error is not None:
            return 0
        verb.call(views_of(verb.calls, s, w).world[0], s.observer, seed)
        if memcmp(&before, w.state, sizeof(Head)) != 0:
            raise ValueError("a world has another head than the root; expected other hidden parts only")
        if s.ops.validate != NULL:
            fault = s.ops.validate(w.state)
        if fault != NULL:
            name = fault.decode()
            raise ValueError(f"a world is no position: '{name}' is out of range or does not fit the other fields")
    except BaseException as error:
        verb.calls.fail(error)
        # The visit goes on to its end, which needs a position.
        w.state[0] = before
        w.state.over = True
    return 0


cdef void back_up(const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil:
    """Update the means of all nodes on the path, and let a Python callable change them."""
    mean(NULL, s, w, path, depth)
    with gil:
        change_nodes(<Call>context, s, w, path, depth)


cdef int change_nodes(Call verb, const Search* s, Worker* w, const uint32_t* path, int depth) noexcept:
    cdef int i
    try:
        if verb.calls.error is None:
            # Nobody chose the root.
            verb.call(
                views_of(verb.calls, s, w).tree,
                np.array([path[i] for i in range(depth)], np.intp),
                np.array([NOBODY] + [w.chooser[i] for i in range(1, depth)], np.intp),
                np.array([w.outcome.value[i] for i in range(w.state.seats)], np.float32))
    except BaseException as error:
        verb.calls.fail(error)
    return 0


cdef object numbers(str what, answer, tuple shape):
    """Return what a Python callable returned as floats; `ValueError` for another shape, or no finite numbers."""
    array = np.ascontiguousarray(answer, np.float32)
    if array.shape != shape:
        raise ValueError(f"the {what} returned an array of the shape {array.shape}; expected {shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"the {what} returned a number that is not finite")
    return array


cdef void* by_python(const char* form) noexcept:
    """Return the C function that calls Python in place of a verb of a form; NULL if there is none."""
    if strcmp(form, URBANIST_SELECT) == 0:
        return <void*>select
    if strcmp(form, URBANIST_PRIOR) == 0:
        return <void*>rank
    if strcmp(form, URBANIST_LEAF) == 0:
        return <void*>evaluate
    if strcmp(form, URBANIST_WORLD) == 0:
        return <void*>draw
    if strcmp(form, URBANIST_BACKUP) == 0:
        return <void*>back_up
    return NULL


cdef Bound bound(object row, const char* form, Game game, object options, object network, Calls calls):
    """Return the C function of a row and its context; `ValueError` says in one line why there is none."""
    cdef Bound made = Bound.__new__(Bound)
    cdef Call verb
    what = f"{type(row).__name__.lower()} '{row.name}'"
    call = resolved(row.call)
    if call is None:
        return made
    maker = resolved(row.numbers)
    memory = np.frombuffer(b"\0" if maker is None else maker(game, options, network), np.uint8)
    if PyCapsule_CheckExact(call):
        made.call, made.context, made.kept = function_in(call, form, what), address(memory), memory
    elif callable(call) and by_python(form) != NULL:
        if getattr(row, "counts", False):
            raise ValueError(f"{what}: a function of Python cannot count in the tree; expected a row without 'counts'")
        verb = Call.__new__(Call)
        verb.calls, verb.call, verb.numbers = calls, call, address(memory)
        made.call, made.context, made.kept = by_python(form), <void*>verb, (verb, memory)
    else:
        other = " or a function of Python" if by_python(form) != NULL else ""
        raise ValueError(f"{what}: {call!r:.60} cannot be called; expected a capsule '{form.decode()}'{other}")
    return made


cdef void* function_in(object capsule, const char* form, str what) except NULL:
    """Return the C function in a capsule."""
    cdef const char* name = PyCapsule_GetName(capsule)
    if name == NULL or strcmp(name, form) != 0:
        told = "without a name" if name == NULL else f"'{name.decode()}'"
        raise ValueError(f"{what}: a capsule {told}; expected '{form.decode()}'")
    if <size_t>PyCapsule_GetContext(capsule) != layout():
        raise ValueError(f"{what}: compiled for other structs than this urbanist has; compile it again")
    return PyCapsule_GetPointer(capsule, form)


cdef void tell(const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil:
    """Update the nodes of a path, and tell of the visit."""
    cdef const Tracing* tracing = <const Tracing*>context
    tracing.backup.call(tracing.backup.context, s, w, path, depth)
    with gil:
        tell_python(<Trace>tracing.trace, s, w, path, depth)


cdef int tell_python(Trace trace, Search* s, Worker* w, const uint32_t* path, int depth) noexcept:
    """Call the trace with the moves and the values of a visit."""
    cdef int i
    move = trace.calls.game.notation.move
    try:
        if trace.calls.error is None:
            trace.call(tuple([move(s.tree.nodes[path[i]].move) for i in range(1, depth) if w.chooser[i] != NOBODY]),
                       tuple([w.outcome.value[i] for i in range(w.state.seats)]))
    except BaseException as error:
        trace.calls.fail(error)
    return 0


cdef class Trace:
    """A backup that calls a Python callable after each visit."""

    cdef Backup over(self, Backup backup, object call, Calls calls):
        """Return a backup that wraps another one, and calls a Python callable after it."""
        self.calls, self.call = calls, call
        self.tracing.backup, self.tracing.trace = backup, <void*>self
        return Backup(call=tell, context=&self.tracing)
