"""A thread pool: its threads share the items of a loop in slices, and sleep between loops."""

from urbanist.cext.thread cimport pthread_t

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_mutex_t:
        pass
    ctypedef struct pthread_cond_t:
        pass

cdef enum:
    MAX_THREADS = 1024  # of a pool

# Does a piece of work for the things from `start` on, before `stop`; any thread may call it.
ctypedef void (*PartFn)(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil


cdef struct PoolState:
    pthread_mutex_t lock  # of all that follows
    pthread_cond_t wanted  # helpers wait for work
    pthread_cond_t done  # the caller waits for the helpers that still work
    PartFn part
    const void* work
    Py_ssize_t next  # the first thing that nobody has taken
    Py_ssize_t stop
    Py_ssize_t slice  # things that are taken at once, at least
    int shares  # the part of what is left that is taken at once, so that slices become smaller
    int invited  # helpers that may still come
    int working
    bint closed


cdef class Pool:
    cdef PoolState state
    cdef pthread_t* thread
    cdef int size  # threads beside the caller
    cdef int process  # in another one, after a fork, there are no threads
    cdef bint busy  # a caller is inside
    cdef int run(self, PartFn part, const void* work, Py_ssize_t n, int threads) except -1
    cdef int grow(self, int size) except -1
