"""The system calls that programs in the sandbox do not have: a filter for the kernel, which libseccomp compiles.

What reaches other processes, leaves something in the kernel, or makes namespaces and mounts anew is missing: it answers
as on a kernel that does not know it (ENOSYS). https://github.com/seccomp/libseccomp
"""

import ctypes
import errno
import os
from collections.abc import Iterator
from functools import cache

#: The library, and the package that has it.
LIBRARY, PACKAGE = "libseccomp.so.2", "libseccomp2"
#: Calls that are missing, by what they are about.
MISSING = {
    "keys": "add_key keyctl request_key",
    "other processes": (
        "ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp pidfd_getfd "
        "perf_event_open bpf"
    ),
    "large parts of the kernel that few programs need": (
        "io_uring_setup io_uring_enter io_uring_register userfaultfd modify_ldt uselib vm86 vm86old lookup_dcookie"
    ),
    "namespaces": "unshare setns",
    "mounts": (
        "mount umount umount2 pivot_root chroot mount_setattr move_mount open_tree fsopen fsconfig fsmount fspick "
        "quotactl quotactl_fd swapon swapoff name_to_handle_at open_by_handle_at"
    ),
    "files that many see": "inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark",
    "pages that many share": "mincore move_pages migrate_pages",
    "the machine": (
        "kexec_load kexec_file_load init_module finit_module delete_module create_module reboot iopl ioperm "
        "syslog acct settimeofday stime clock_settime clock_adjtime adjtimex sethostname setdomainname vhangup "
        "nfsservctl sysfs _sysctl"
    ),
}
#: Calls above the first number are younger than Linux 5.17: libraries do without them, and nobody has looked at what
#: the next ones do. All machines number them alike.
LAST_KNOWN, LAST = 450, 600
#: Calls that succeed and do nothing: a lock keeps nobody off where nobody else is, and the times of a device such as
#: `/dev/null` are seen by all.
IDLE = "flock utime utimes utimensat futimesat"
#: Flags of `clone` that make a namespace. `clone3` hides its flags from a filter; libraries take `clone` in its place.
NAMESPACES = (0x20000, *(1 << bit for bit in range(25, 31)))
#: Families of sockets that belong to a network namespace, as those of the sandbox do: UNIX, INET, INET6, NETLINK.
FAMILIES = (1, 2, 10, 16)
#: A call of `preadv2` with this flag tells what is in the page cache.
NOWAIT = 8
#: What `fcntl` does to a file that others see: locks, leases, notices and hints. To set a lock succeeds too.
LOCKING, SHARED = (6, 7, 37, 38), (5, 36, 1024, 1025, 1026, *range(1035, 1041))

ALLOW, ERROR = 0x7FFF0000, 0x00050000
EQUAL_UNDER_MASK, AT_LEAST, WORD = 7, 5, 0xFFFFFFFF
OPTIMIZE, AS_TREE = 8, 2


class Comparison(ctypes.Structure):
    """A comparison of an argument of a call: `scmp_arg_cmp` of libseccomp."""

    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("mask", ctypes.c_uint64),
        ("value", ctypes.c_uint64),
    ]


def fault() -> str:
    """Return why there can be no filter on this machine; empty if there can be one."""
    try:
        ctypes.CDLL(LIBRARY)
    except OSError:
        return f"no library '{LIBRARY}'; install the package {PACKAGE}"
    return ""


def rules() -> Iterator[tuple[str | int, int, Comparison | None]]:
    """Yield each rule: a call, the error that it answers (0 for success), and when it does, None for always."""
    for names in MISSING.values():
        yield from ((name, errno.ENOSYS, None) for name in names.split())
    yield from ((number, errno.ENOSYS, None) for number in range(LAST_KNOWN + 1, LAST))
    yield "clone3", errno.ENOSYS, None
    yield from (("clone", errno.ENOSYS, Comparison(0, EQUAL_UNDER_MASK, flag, flag)) for flag in NAMESPACES)
    yield from ((name, 0, None) for name in IDLE.split())
    # The kernel looks at the lower word of these arguments alone.
    yield from (("fcntl", 0, Comparison(1, EQUAL_UNDER_MASK, WORD, command)) for command in LOCKING)
    yield from (("fcntl", errno.ENOSYS, Comparison(1, EQUAL_UNDER_MASK, WORD, command)) for command in SHARED)
    yield "preadv2", errno.EOPNOTSUPP, Comparison(5, EQUAL_UNDER_MASK, NOWAIT, NOWAIT)
    others = (family for family in range(64) if family not in FAMILIES)
    yield from (
        ("socket", errno.EAFNOSUPPORT, Comparison(0, EQUAL_UNDER_MASK, WORD, family)) for family in others
    )
    yield "socket", errno.EAFNOSUPPORT, Comparison(0, AT_LEAST, 64, 0)


@cache
def _file() -> int:
    """Return the descriptor of a file in memory that holds the filter."""
    library = ctypes.CDLL(LIBRARY)
    library.seccomp_init.restype = ctypes.c_void_p
    made = ctypes.c_void_p(library.seccomp_init(ALLOW))
    library.seccomp_attr_set(made, OPTIMIZE, AS_TREE)
    for call, error, comparison in rules():
        number = call if isinstance(call, int) else library.seccomp_syscall_resolve_name(call.encode())
        # Negative where this machine, or the library, does not know the call.
        if number >= 0:
            when = () if comparison is None else (ctypes.byref(comparison),)
            failed = library.seccomp_rule_add_array(
                made, ERROR | error, number, len(when), *(when or (None,))
            )
            if failed:
                raise OSError(-failed, f"{os.strerror(-failed)}: no rule for the call {call}")
    file = os.memfd_create("system calls")
    library.seccomp_export_bpf(made, file)
    library.seccomp_release(made)
    return file


def filter_file() -> str:
    """Return the path of a file with the filter, which every process of this user can open while this one runs."""
    return f"/proc/{os.getpid()}/fd/{_file()}"
