"""POSIX threads that run no Python: they need no interpreter lock, and get no signals."""

from posix.signal cimport sigfillset, sigset_t

cdef extern from "<pthread.h>" nogil:
    ctypedef struct pthread_t:
        pass
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
    STACK = 1 << 21  # bytes; some systems give a thread much less than a move list needs


cdef inline bint thread_start(pthread_t* thread, void* (*start)(void*) noexcept nogil, void* given) noexcept nogil:
    """Start a thread, which `pthread_join` must wait for; return whether the system has allowed it."""
    cdef pthread_attr_t attributes
    cdef sigset_t all_signals, before
    cdef bint refused
    # Signals are for the threads of Python: one that waits for input wakes up by them.
    sigfillset(&all_signals)
    pthread_sigmask(SIG_SETMASK, &all_signals, &before)
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, STACK)
    refused = pthread_create(thread, &attributes, start, given) != 0
    pthread_attr_destroy(&attributes)
    pthread_sigmask(SIG_SETMASK, &before, NULL)
    return not refused
