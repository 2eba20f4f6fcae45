"""A thread pool: its threads share the items of a loop in slices, and sleep between loops.

Waking a thread takes as long as the work on some thousand positions. So the caller begins alone and looks at the clock.
Then it wakes only as many threads as the rest of the work is worth, and works on itself; whoever is free takes the next
slice. The threads run no Python: `threading` does not list them, and they get no signals.
"""

cimport cython
from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.stdint cimport int64_t
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec
from posix.unistd cimport getpid

from urbanist.cext.thread cimport pthread_join, pthread_t, thread_start

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_mutexattr_t:
        pass
    ctypedef struct pthread_condattr_t:
        pass
    int pthread_mutex_init(pthread_mutex_t* lock, const pthread_mutexattr_t* attributes)
    int pthread_mutex_lock(pthread_mutex_t* lock)
    int pthread_mutex_unlock(pthread_mutex_t* lock)
    int pthread_mutex_destroy(pthread_mutex_t* lock)
    int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes)
    int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* lock)
    int pthread_cond_signal(pthread_cond_t* condition)
    int pthread_cond_broadcast(pthread_cond_t* condition)
    int pthread_cond_destroy(pthread_cond_t* condition)

cdef extern from "<sched.h>" nogil:
    int sched_yield()

cdef enum:
    TRIAL = 20_000  # nanoseconds that the caller works alone, to learn how long the work takes
    WORTH = 60_000  # nanoseconds of work that pay for a helper
    SHARES = 4  # of each thread in what is left: it takes one of them, so that all end at nearly the same time


cdef inline int64_t now() noexcept nogil:
    """Return the time of a monotonic clock in nanoseconds."""
    cdef timespec time
    clock_gettime(CLOCK_MONOTONIC, &time)
    return <int64_t>time.tv_sec * 1_000_000_000 + time.tv_nsec


cdef void take(PoolState* state) noexcept nogil:
    """Take slices until nothing is left; the caller holds the lock."""
    cdef Py_ssize_t start, stop
    while state.next < state.stop:
        start = state.next
        stop = state.next = min(start + max(state.slice, (state.stop - start) // state.shares), state.stop)
        pthread_mutex_unlock(&state.lock)
        state.part(state.work, start, stop)
        pthread_mutex_lock(&state.lock)


cdef void* help(void* given) noexcept nogil:
    """Help whenever it is wanted, until the pool is closed."""
    cdef PoolState* state = <PoolState*>given
    pthread_mutex_lock(&state.lock)
    while not state.closed:
        if state.invited and state.next < state.stop:
            state.invited -= 1
            state.working += 1
            take(state)
            state.working -= 1
            if not state.working:
                pthread_cond_signal(&state.done)
        else:
            pthread_cond_wait(&state.wanted, &state.lock)
    pthread_mutex_unlock(&state.lock)
    return NULL


cdef void wait_for_helpers(PoolState* state) noexcept nogil:
    """Wait until no helper works; the caller holds the lock.

    A last slice ends sooner than a processor that sleeps wakes up, so the caller stays awake for a while.
    """
    cdef int64_t start = now()
    while state.working and now() - start < WORTH:
        pthread_mutex_unlock(&state.lock)
        sched_yield()
        pthread_mutex_lock(&state.lock)
    while state.working:
        pthread_cond_wait(&state.done, &state.lock)


cdef void divide(PoolState* state, int helpers) noexcept nogil:
    """Do the rest of the work with at most so many helpers."""
    cdef int _
    pthread_mutex_lock(&state.lock)
    state.invited = helpers
    for _ in range(helpers):
        pthread_cond_signal(&state.wanted)
    take(state)
    state.invited = 0
    wait_for_helpers(state)
    pthread_mutex_unlock(&state.lock)


@cython.final
cdef class Pool:
    """The threads, which start when `run` first needs them, and end with the pool."""

    def __cinit__(self):
        self.process = getpid()
        pthread_mutex_init(&self.state.lock, NULL)
        pthread_cond_init(&self.state.wanted, NULL)
        pthread_cond_init(&self.state.done, NULL)

    def __dealloc__(self):
        cdef int i
        if getpid() != self.process:
            return  # the threads of the other process are not here, and its locks are as they were
        with nogil:
            pthread_mutex_lock(&self.state.lock)
            self.state.closed = True
            pthread_cond_broadcast(&self.state.wanted)
            pthread_mutex_unlock(&self.state.lock)
            for i in range(self.size):
                pthread_join(self.thread[i], NULL)
        PyMem_Free(self.thread)
        pthread_cond_destroy(&self.state.wanted)
        pthread_cond_destroy(&self.state.done)
        pthread_mutex_destroy(&self.state.lock)

    cdef int grow(self, int size) except -1:
        """Start threads until there are `size` of them, or as many as the system allows."""
        cdef pthread_t* thread
        cdef bint started = True
        if size <= self.size:
            return 0
        thread = <pthread_t*>PyMem_Realloc(self.thread, size * sizeof(pthread_t))
        if thread == NULL:
            raise MemoryError
        self.thread = thread
        while self.size < size and started:
            started = thread_start(&thread[self.size], help, &self.state)
            self.size += started
        return 0

    cdef int run(self, PartFn part, const void* work, Py_ssize_t n, int threads) except -1:
        """Do the work for n items on at most so many threads, that of the caller included."""
        cdef Py_ssize_t begun = 0
        cdef Py_ssize_t step = 1
        cdef int64_t start, spent = 0
        cdef int helpers
        helpers = threads - 1
        if helpers <= 0 or n < 2 or self.busy or getpid() != self.process:
            with nogil:
                part(work, 0, n)
            return 0
        self.busy = True
        with nogil:
            start = now()
            while begun < n and spent < TRIAL:
                step = min(step, n - begun)
                part(work, begun, begun + step)
                begun += step
                step *= 4
                spent = now() - start
            self.state.part, self.state.work, self.state.next, self.state.stop = part, work, begun, n
            spent = spent // begun + 1  # of one thing
            helpers = <int>min(<int64_t>helpers, spent * (n - begun) // WORTH)
            self.state.slice, self.state.shares = TRIAL // spent + 1, SHARES * (helpers + 1)
        try:
            self.grow(helpers)
            with nogil:
                divide(&self.state, helpers)
        finally:
            self.busy = False
        return 0
