"""The start of a program in a child process that first limits itself.

The child shares the memory of its parent until it executes the program, so a start costs no copy of the parent's
tables of memory; nothing of Python runs in between.
"""
from cpython.bytes cimport PyBytes_AS_STRING
from cpython.exc cimport PyErr_SetFromErrno
from libc.stdlib cimport free, malloc

cdef extern from *:
    """
    #include <errno.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/resource.h>
    #include <sys/syscall.h>
    #include <sys/types.h>
    #include <unistd.h>
    #if defined(__linux__)
    #include <sys/prctl.h>
    #endif

    enum { RLIMITS = 5, NOT_EXECUTED = 127 };

    struct program {
        char **paths;  /* where it may be; the first that is there is executed */
        char **words, **environment;
        char **script;  /* one word that is free, then the words: for a shell to run a file without a format */
        int streams[3];
        const char *folder, *group;
        long long limits[RLIMITS];  /* processor time, files, processes, bytes of address space, bytes of core */
        int confined;
        sigset_t mask;
    };

    /* Lower a limit; keep one that is already lower. */
    static int lower(int kind, rlim_t most)
    {
        struct rlimit limit;
        if (getrlimit(kind, &limit))
            return -1;
        if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < most)
            most = limit.rlim_max;
        limit.rlim_cur = limit.rlim_max = most;
        return setrlimit(kind, &limit);
    }

    #if defined(__linux__)
    #define START vfork
    static void adopt(void)
    {
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    }

    /* Landlock: no signals to processes outside, and no abstract sockets of theirs; files and network stay as they are.
       Kernels before 6.12 refuse it. */
    static void confine(void)
    {
        uint64_t rules[3] = {0, 0, 3};
        long ruleset = syscall(444, rules, sizeof rules, 0);
        if (ruleset >= 0) {
            prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            syscall(446, ruleset, 0);
            close(ruleset);
        }
    }
    #else
    #define START fork
    static void adopt(void) {}
    static void confine(void) {}
    #endif

    static int enter(const char *group)
    {
        int file = open(group, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0 || write(file, "0", 1) != 1)
            return -1;
        return close(file);
    }

    static void execute(struct program *p)
    {
        int refused = ENOENT;
        for (char **path = p->paths; *path; ++path) {
            execve(*path, p->words, p->environment);
            if (errno == ENOEXEC) {
                p->script[0] = (char *)"/bin/sh";
                p->script[1] = *path;
                execve(p->script[0], p->script, p->environment);
            }
            if (errno != ENOENT && errno != ENOTDIR)
                refused = errno;
        }
        errno = refused;
    }

    static void become(struct program *p)
    {
        const int kinds[RLIMITS] = {RLIMIT_CPU, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_AS, RLIMIT_CORE};
        const char *what = p->words[0];
        int stream, kind, wrong = 0;
        setsid();
        for (stream = 0; stream < 3; ++stream)
            dup2(p->streams[stream], stream);
        if (chdir(p->folder))
            wrong = 1, what = p->folder;
        else if (p->group && enter(p->group))
            wrong = 1, what = p->group;
        if (!wrong) {
            adopt();
            if (p->confined)
                confine();
            signal(SIGCHLD, SIG_DFL);
            signal(SIGPIPE, SIG_DFL);
            /* macOS knows the limit of the address space but refuses to set it. */
            for (kind = 0; kind < RLIMITS && !wrong; ++kind)
                wrong = lower(kinds[kind], p->limits[kind]) && kinds[kind] != RLIMIT_AS;
            sigprocmask(SIG_SETMASK, &p->mask, NULL);
            if (!wrong)
                execute(p);
        }
        dprintf(2, "%s: %s\\n", strerror(errno), what);
        _exit(NOT_EXECUTED);
    }

    /* A function of its own: nothing that the child changes may be kept in a register of the parent. */
    static __attribute__((noinline)) pid_t forked(struct program *p)
    {
        pid_t pid = START();
        if (pid == 0)
            become(p);
        return pid;
    }

    static pid_t start(struct program *p)
    {
        sigset_t all, before;
        pid_t pid;
        int wrong;
        /* No handler of the parent may run in the child, which has the same memory. */
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, &before);
        p->mask = before;
        sigdelset(&p->mask, SIGINT);  /* some referees block it */
        pid = forked(p);
        wrong = errno;
        sigprocmask(SIG_SETMASK, &before, NULL);
        errno = wrong;
        return pid;
    }
    """
    enum:
        RLIMITS
    ctypedef struct Program "struct program":
        char** paths
        char** words
        char** environment
        char** script
        int[3] streams
        const char* folder
        const char* group
        long long[RLIMITS] limits
        int confined
    int start(Program* program)


def spawn(paths, words, environment, streams, folder, group, limits, confined):
    """Return the number of a new process that runs a program as the leader of its own session.

    All texts are bytes. `paths` are tried in turn, `environment` has NAME=VALUE, `streams` three descriptors, `group`
    a file that it writes 0 to, or None. `limits` are processor seconds, open files, processes of the user, and bytes of
    address space; limits that are lower already stay. If it is `confined` it can signal only its descendants, where
    Linux allows that. Raise `OSError` if there can be no process. If the program cannot run, the process says so on its
    third stream and ends with status 127.
    """
    cdef Program program
    cdef char** texts = <char**>malloc((len(paths) + 2 * len(words) + len(environment) + 6) * sizeof(char*))
    cdef char** free_place = texts
    cdef int number
    if texts == NULL:
        raise MemoryError
    try:
        program.paths = free_place
        free_place = listed(free_place, paths)
        program.words = free_place
        free_place = listed(free_place, words)
        program.environment = free_place
        free_place = listed(free_place, environment)
        program.script = free_place
        listed(free_place + 1, words)
        program.folder = folder
        program.group = NULL if group is None else PyBytes_AS_STRING(group)
        program.confined = confined
        program.streams = streams
        program.limits = (*limits, 0)
        number = start(&program)
        if number < 0:
            PyErr_SetFromErrno(OSError)
        return number
    finally:
        free(texts)


cdef char** listed(char** place, texts) except NULL:
    """Write pointers to texts of bytes, which must live on, and a null pointer; return the place after it."""
    for text in texts:
        place[0] = PyBytes_AS_STRING(text)
        place += 1
    place[0] = NULL
    return place + 1
