"""The threads of a search beside the one that was called.

Each helper has its own random numbers, and its own tree or that of the first thread (Chaslot, Winands and van den Herik
2008: root and tree parallelization). A helper with its own tree shares nothing that is written while it works, so its
visits do not depend on when it runs: the same seed, nodes and number of threads find the same on every machine. The
threads know no Python: they run while the interpreter does other things, and are joined before a search returns.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from posix.signal cimport sigfillset, sigset_t

from urbanist.cext.atomic cimport add, load, store
from urbanist.cext.rng cimport rng_seeded
from urbanist.engine.game cimport Head
from urbanist.search.tree cimport Tree, tree_close, tree_open
from urbanist.search.verbs cimport Search
from urbanist.search.visit cimport visit

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_attr_t:
        pass
    int pthread_attr_init(pthread_attr_t* attributes)
    int pthread_attr_setstacksize(pthread_attr_t* attributes, size_t size)
    int pthread_attr_destroy(pthread_attr_t* attributes)
    int pthread_create(
        pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*) noexcept nogil, void* given)
    int pthread_join(pthread_t thread, void** result)
    int pthread_sigmask(int how, const sigset_t* new, sigset_t* old)
    enum: SIG_SETMASK

cdef enum:
    STREAMS = 64  # helper i draws from stream STREAMS + i
    STACK = 1 << 21  # bytes; some systems give a thread much less than a move list needs


cdef bint team_open(
    Team* team, int size, bint shared, bint counted, uint64_t seed, size_t state_size, size_t memory,
) noexcept nogil:
    """Make `size` helpers, with trees of `memory` bytes each unless the tree is shared; False if there is no memory."""
    cdef Helper* helper
    cdef int i
    team.helpers = <Helper*>calloc(size, sizeof(Helper))
    if team.helpers == NULL:
        return size == 0
    team.size = size
    team.trees = 0 if shared else size
    for i in range(size):
        helper = &team.helpers[i]
        helper.worker.rng = rng_seeded(seed, STREAMS + i)
        helper.worker.state = <Head*>malloc(state_size)
        helper.stop, helper.busy = &team.stop, &team.busy
        if helper.worker.state == NULL or (not shared and not tree_open(&helper.own.tree, memory, False, counted)):
            return False
    return True


cdef void team_close(Team* team) noexcept nogil:
    """Free the memory; no thread may run."""
    cdef int i
    for i in range(team.size):
        free(team.helpers[i].worker.state)
        tree_close(&team.helpers[i].own.tree)
    free(team.helpers)


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


cdef int team_start(Team* team, Search* first, const Head* root, long nodes) except -1:
    """Start all threads on their shares of the nodes (-1: no limit); `team_stop` must follow, errors or not.

    `RuntimeError` if the system refuses a thread.
    """
    cdef pthread_attr_t attributes
    cdef sigset_t all_signals, before
    cdef Helper* helper
    cdef int refused = 0
    cdef int i
    team.started = 0
    if team.size == 0:
        return 0
    store(&team.stop, 0)
    store(&team.busy, team.size)
    # Signals are for the threads of Python: one that waits for input wakes up by them.
    sigfillset(&all_signals)
    pthread_sigmask(SIG_SETMASK, &all_signals, &before)
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, STACK)
    for i in range(team.size):
        helper = &team.helpers[i]
        prepare(helper, first, root, share_of(nodes, team.size + 1, i + 1))
        refused = pthread_create(&helper.thread, &attributes, work, helper)
        if refused:
            break
        team.started += 1
    pthread_attr_destroy(&attributes)
    pthread_sigmask(SIG_SETMASK, &before, NULL)
    if refused:
        raise RuntimeError(f"the system refuses thread {team.started + 2} of {team.size + 1}: lower 'threads'")
    return 0


cdef bint team_busy(const Team* team) noexcept nogil:
    """Return whether a helper has not made its share yet."""
    return team.started > 0 and load(&team.busy) > 0


cdef void team_stop(Team* team) noexcept nogil:
    """Let all threads end after their current visits, and wait for them."""
    cdef int i
    store(&team.stop, 1)
    for i in range(team.started):
        pthread_join(team.helpers[i].thread, NULL)
    team.started = 0
