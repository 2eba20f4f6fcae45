"""The helper threads of a search."""

from libc.stdint cimport uint32_t, uint64_t
from urbanist.cext.thread cimport pthread_t
from urbanist.engine.game cimport Head
from urbanist.search.verbs cimport CacheLinePad, Search, Worker


cdef struct Helper:
    # A thread, its own data, and its part of the work.
    Search* search
    Search own  # the first search, but with another tree; where the tree is shared it is not used
    const Head* root
    long share  # visits to make, or -1: until told to stop
    long done
    uint32_t* stop
    uint32_t* busy
    pthread_t thread
    Worker worker
    CacheLinePad pad


cdef struct SearchThreads:
    Helper* helpers
    int size
    int trees  # how many helpers have their own tree: all or none
    int started  # how many threads run or wait to be joined
    uint32_t stop
    uint32_t busy  # how many helpers have not made their share yet

cdef bint threads_open(
    SearchThreads* threads, int size, bint shared, bint counted, bint keyed, uint64_t seed, size_t state_size,
    size_t memory,
) noexcept nogil
cdef void threads_close(SearchThreads* threads) noexcept nogil
cdef int threads_start(SearchThreads* threads, Search* first, const Head* root, long nodes) except -1
cdef bint threads_busy(const SearchThreads* threads) noexcept nogil
cdef void threads_stop(SearchThreads* threads) noexcept nogil


cdef inline long share_of(long nodes, int workers, int number) noexcept nogil:
    """Return the visits of one of several workers; -1 if there is no limit."""
    return -1 if nodes < 0 else nodes // workers + (number < nodes % workers)
