"""Work on many records, divided among the threads of a pool."""

from urbanist.cext.pool cimport MAX_THREADS, PartFn, Pool
from urbanist.engine.deferred_error import raise_waiting
from urbanist.engine.integers import whole


cdef int run_parts(Pool pool, PartFn part, const void* work, Py_ssize_t n, threads) except -1:
    """Do a part of the work for each of n records, on at most so many threads; `ValueError` for less than one."""
    cdef object number = whole("threads", threads)
    if number < 1:
        raise ValueError(f"threads={number}: at least 1")
    pool.run(part, work, n, min(number, n, MAX_THREADS))
    raise_waiting()
    return 0
