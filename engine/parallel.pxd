"""Work on many records, divided among the threads of a pool."""

from urbanist.cext.pool cimport PartFn, Pool

cdef int run_parts(Pool pool, PartFn part, const void* work, Py_ssize_t n, threads) except -1
