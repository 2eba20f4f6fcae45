"""The helper threads of a search.

Each helper has its own generator, and its own tree or that of the main thread (Chaslot, Winands and van den Herik 2008:
root and tree parallelization). With its own tree it shares no mutable state, so root parallelization is deterministic:
the same seed, nodes and number of threads give the same result on every machine. The threads run without the GIL, and
are joined before a search returns.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from urbanist.cext.atomic cimport add, load, store
from urbanist.cext.rng cimport rng_seeded
from urbanist.cext.thread cimport pthread_join, thread_start
from urbanist.engine.game cimport Head
from urbanist.search.tree cimport Tree, tree_close, tree_open
from urbanist.search.verbs cimport Search
from urbanist.search.visit cimport visit

cdef enum:
    STREAMS = 64  # helper i draws from stream STREAMS + i


cdef bint threads_open(
    SearchThreads* threads, int size, bint shared, bint counted, bint keyed, uint64_t seed, size_t state_size,
    size_t memory,
) noexcept nogil:
    """Make `size` helpers, with trees of `memory` bytes each unless the tree is shared; False if there is no memory."""
    cdef Helper* helper
    cdef int i
    threads.helpers = <Helper*>calloc(size, sizeof(Helper))
    if threads.helpers == NULL:
        return size == 0
    threads.size = size
    threads.trees = 0 if shared else size
    for i in range(size):
        helper = &threads.helpers[i]
        helper.worker.rng = rng_seeded(seed, STREAMS + i)
        helper.worker.stream = STREAMS + i
        helper.worker.state = <Head*>malloc(state_size)
        helper.stop, helper.busy = &threads.stop, &threads.busy
        if helper.worker.state == NULL:
            return False
        if not shared and not tree_open(&helper.own.tree, memory, False, counted, keyed):
            return False
    return True


cdef void threads_close(SearchThreads* threads) noexcept nogil:
    """Free the memory; no thread may run."""
    cdef int i
    for i in range(threads.size):
        free(threads.helpers[i].worker.state)
        tree_close(&threads.helpers[i].own.tree)
    free(threads.helpers)


cdef void* work(void* given) noexcept nogil:
    """Make the visits of a helper."""
    cdef Helper* helper = <Helper*>given
    while helper.done != helper.share and not load(helper.stop):
        visit(helper.search, &helper.worker, helper.root)
        helper.done += 1
    add(helper.busy, <uint32_t>-1)
    return NULL


cdef void prepare(Helper* helper, Search* first, const Head* root, long share) noexcept nogil:
    cdef Tree tree = helper.own.tree
    helper.search = first
    if tree.nodes != NULL:
        helper.own = first[0]
        helper.own.tree = tree
        helper.search = &helper.own
    helper.root = root
    helper.share = share
    helper.done = 0
    memset(helper.worker.win_share, 0, sizeof(helper.worker.win_share))


cdef int threads_start(SearchThreads* threads, Search* first, const Head* root, long nodes) except -1:
    """Start all threads on their shares of the nodes (-1: no limit); `threads_stop` must follow, errors or not.

    `RuntimeError` if the system refuses a thread.
    """
    cdef Helper* helper
    cdef int i
    threads.started = 0
    if threads.size == 0:
        return 0
    store(&threads.stop, 0)
    store(&threads.busy, threads.size)
    for i in range(threads.size):
        helper = &threads.helpers[i]
        prepare(helper, first, root, share_of(nodes, threads.size + 1, i + 1))
        if not thread_start(&helper.thread, work, helper):
            raise RuntimeError(
                f"the system refuses thread {threads.started + 2} of {threads.size + 1}: lower 'threads'")
        threads.started += 1
    return 0


cdef bint threads_busy(const SearchThreads* threads) noexcept nogil:
    """Return whether a helper is still at work."""
    return threads.started > 0 and load(&threads.busy) > 0


cdef void threads_stop(SearchThreads* threads) noexcept nogil:
    """Let all threads end after their current visits, and wait for them."""
    cdef int i
    store(&threads.stop, 1)
    for i in range(threads.started):
        pthread_join(threads.helpers[i].thread, NULL)
    threads.started = 0
