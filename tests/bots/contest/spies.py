"""Programs that try to learn hidden cards, or to harm others, by each way that somebody has thought of.

Each plays legal moves, and writes what it finds to its standard error, which becomes a log.
"""

import ctypes
import json
import os
import sys
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

#: The command of System V that removes something.
IPC_RMID = 0
#: The handshake and the answers that all share; each runs its own code at its first move, in `find`.
BEGINNING = """
import ctypes, os, signal, socket, sys, time
LIBC, HINT = ctypes.CDLL(None), ctypes.c_uint64()
def KEYCTL(*arguments):
    return LIBC.syscall({"x86_64": 250}.get(os.uname().machine, 219), *arguments)
def ADD_KEY(*arguments):
    return LIBC.syscall({"x86_64": 248}.get(os.uname().machine, 217), *arguments)
def say(text):
    print(text, flush=True)
WAY = "it"
def found(text):
    print("FOUND", WAY, text, file=sys.stderr, flush=True)
def in_child(function):
    if os.fork() == 0:
        try:
            function()
        finally:
            os._exit(0)
    os.wait()
def refuses(function, *arguments):
    try:
        function(*arguments)
    except OSError as error:
        found(error)
def written(path):
    try:
        with open(path, "r+b", buffering=0) as file:
            if file.read() == b"4242\\n":
                found(path)
            file.write(b"4242")
    except OSError:
        pass
def words_of(name):
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        try:
            if int(pid) != os.getpid():
                yield int(pid), open(f"/proc/{pid}/{name}", "rb").read().replace(b"\\0", b" ").decode(errors="replace")
        except OSError:
            pass
def memory_of(pid):
    for line in open(f"/proc/{pid}/maps"):
        if "[stack]" in line or "[heap]" in line:
            first, last = (int(end, 16) for end in line.split()[0].split("-"))
            with open(f"/proc/{pid}/mem", "rb") as memory:
                memory.seek(first)
                yield memory.read(last - first)
def find():
    CODE
legal, tried = [], False
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        say("id name spy\\nid author me\\noption name legal type check default false\\ngames metropolys\\nugiok")
    if words == ["isready"]:
        say("readyok")
    if words[0] == "legal":
        legal = words[1:]
    if words[0] == "go":
        if not tried:
            tried = True
            try:
                find()
            except Exception as error:
                print(type(error).__name__, error, file=sys.stderr)
        say("bestmove " + legal[0])
    if words == ["quit"]:
        break
"""


@dataclass(frozen=True)
class Way:
    """What a program tries, and whether it succeeds without a sandbox; with one, none does.

    `FOLDER` is the folder of the tournament, `HOME` that of the user, `PORT` a port where somebody listens.
    """

    code: str
    open: bool


#: Some systems keep programs from others' memory even without a sandbox.
WAYS = {
    "the folder of the tournament": Way("'cup.sqlite' in os.listdir('FOLDER') and found('it')", open=True),
    "the database": Way("found(open('FOLDER/cup.sqlite', 'rb').read(15))", open=True),
    "the log of the database": Way("found(open('FOLDER/cup.sqlite-wal', 'rb').read(4))", open=True),
    "the file of the tournament": Way("found(open('FOLDER/cup.toml').read(4))", open=True),
    "the logs of others": Way("found(os.listdir('FOLDER/cup.logs'))", open=True),
    "the trace": Way("found(open('FOLDER/cup.trace').read(4))", open=True),
    "backups of the file by editors": Way(
        "[found(name) for name in ('cup.toml~', '.cup.toml.swp', '#cup.toml#') if open(f'FOLDER/{name}').read(4)]",
        open=True,
    ),
    "the database of another tournament": Way("found(open('FOLDER/other.sqlite', 'rb').read(15))", open=True),
    "records of an earlier part": Way("found(open('FOLDER/records.jsonl').read(4))", open=True),
    "the program of another": Way("found(open('FOLDER/neighbour.py').read(4))", open=True),
    "the command lines of others": Way(
        "[found(text) for pid, text in words_of('cmdline') if 'bwrap' not in text]",
        open=True,
    ),
    "the environment of its parents": Way(
        "[found(pid) for pid, text in words_of('environ') if 'SECRET_OF' + '_TEST' in text]", open=False
    ),
    "the memory of its parents": Way(
        "[found('it') for piece in memory_of(os.getppid()) if b'SECRET_OF' + b'_TEST' in piece]", open=False
    ),
    "the home": Way(
        "[found(name) for name in os.listdir('HOME') if os.path.isfile(f'HOME/{name}')]", open=True
    ),
    "the network": Way("socket.create_connection(('127.0.0.1', PORT), 2) and found('it')", open=True),
    "its own environment": Way("'SECRET_OF' + '_TEST' in os.environ and found('it')", open=True),
    "a file that it left": Way(
        "os.path.exists('/tmp/spy-NUMBER') and found('it'); open('/tmp/spy-NUMBER', 'w').close()",
        open=True,
    ),
    "shared memory that it left": Way(
        "os.path.exists('/dev/shm/spy-NUMBER') and found('it'); open('/dev/shm/spy-NUMBER', 'w').close()",
        open=True,
    ),
    "a key that it left": Way(
        "[found(ring) for ring in (-3, -4, -5) if KEYCTL(10, ring, b'user', b'spy-NUMBER', 0) > 0]; "
        "[ADD_KEY(b'user', b'spy-NUMBER', b'a card', 6, ring) for ring in (-3, -4, -5)]",
        open=True,
    ),
    "a key in the persistent keyring": Way(
        "ring = KEYCTL(22, -1, -2); KEYCTL(10, ring, b'user', b'spy-NUMBER', 0) > 0 and found(ring); "
        "ADD_KEY(b'user', b'spy-NUMBER', b'a card', 6, ring)",
        open=False,
    ),
    "System V shared memory that it left": Way(
        "LIBC.shmget(NUMBER, 1, 0) >= 0 and found('it'); LIBC.shmget(NUMBER, 1, 0o1666)", open=True
    ),
    "a System V semaphore that it left": Way(
        "LIBC.semget(NUMBER, 1, 0) >= 0 and found('it'); LIBC.semget(NUMBER, 1, 0o1666)", open=True
    ),
    "a System V queue that it left": Way(
        "LIBC.msgget(NUMBER, 0) >= 0 and found('it'); LIBC.msgget(NUMBER, 0o1666)", open=True
    ),
    "a POSIX queue that it left": Way(
        "LIBC.mq_open(b'/spy-NUMBER', 0) >= 0 and found('it'); LIBC.mq_open(b'/spy-NUMBER', 0o100, 0o666, None)",
        open=True,
    ),
    "an abstract socket of others": Way(
        "socket.socket(socket.AF_UNIX).connect(chr(0) + 'spy-NUMBER') or found('it')", open=True
    ),
    "the time of a device that it touched": Way(
        "abs(os.stat('/dev/full').st_mtime - NUMBER) < 2 and found('it'); os.utime('/dev/full', (NUMBER, NUMBER))",
        open=True,
    ),
    "the present as the time of a device": Way(
        "before = os.stat('/dev/null').st_mtime; os.utime('/dev/null'); "
        "os.stat('/dev/null').st_mtime != before and found('it')",
        open=True,
    ),
    "the lock of a file that all see": Way(
        "import fcntl; one, two = open('/bin/sh'), open('/bin/sh'); fcntl.flock(one, 6); refuses(fcntl.flock, two, 6)",
        open=True,
    ),
    "the record lock of a file that all see": Way(
        "import fcntl; file = open('/bin/sh', 'rb'); fcntl.lockf(file, 5, 3); "
        "in_child(lambda: fcntl.fcntl(file, 5, bytes([1, *[0] * 31]))[:2] == bytes([0, 0]) and found('it'))",
        open=True,
    ),
    "the lease of a file that all see": Way(
        "import fcntl; fcntl.fcntl(open('/bin/sh', 'rb'), 1024, 0) == 0 and found('it')", open=True
    ),
    "notices of a file that all see": Way(
        "LIBC.inotify_add_watch(LIBC.inotify_init(), b'/dev/null', 0x20) >= 0 and found('it')", open=True
    ),
    "a hint at a file that all see": Way(
        "file = os.open('/dev/full', 0); LIBC.fcntl(file, 1035, HINT) == 0 and HINT.value == 5 and found('it'); "
        "HINT.value = 5; LIBC.fcntl(file, 1036, HINT)",
        open=False,
    ),
    "the machine that this one runs on": Way(
        "socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) and found('it')", open=False
    ),
    "a setting of the system that it left": Way(
        "[written(os.path.join(place, name)) for place, _, files in os.walk('/proc/sys') for name in files]",
        open=False,
    ),
    "a control group": Way(
        "[found(place) for place, _, files in os.walk('/sys') for name in files if name.startswith('cgroup.')]",
        open=False,
    ),
    "who is logged in": Way(
        "[found(name) for name in ('/run/utmp', '/var/run/utmp', '/var/log/wtmp', '/etc/passwd') if open(name, 'rb')]",
        open=False,
    ),
    "the terminal of the arena": Way("open('/dev/tty') and found('it')", open=False),
    "a timer slack that it left": Way(
        "LIBC.prctl(30, 0, 0, 0, 0) == 77777 and found('it'); LIBC.prctl(29, 77777, 0, 0, 0)", open=False
    ),
    "the limits of others": Way(
        "[found(pid) for pid, _ in words_of('limits') if LIBC.prlimit(pid, 7, None, HINT) == 0 and pid > 2]",
        open=False,
    ),
}


def each(names: Iterable[str]) -> str:
    """Return the code of a program that tries ways one after the other."""
    codes = {name: WAYS[name].code for name in names}
    return f"""
    global WAY
    for WAY, code in {codes!r}.items():
        try:
            exec(code, globals())
        except Exception as error:
            print(WAY, type(error).__name__, error, file=sys.stderr)
""".strip()


def number_of(folder: Path) -> int:
    """Return a number by which the programs of a folder know what they have left."""
    return zlib.crc32(str(folder).encode()) >> 2


def remove_left(folder: Path) -> None:
    """Remove what the programs of a folder have left in the kernel of Linux, which allows few queues to a user."""
    libc, number = ctypes.CDLL(None), number_of(folder)
    libc.mq_unlink(f"/spy-{number}".encode())
    libc.shmctl(libc.shmget(number, 1, 0), IPC_RMID, None)
    libc.semctl(libc.semget(number, 1, 0), 0, IPC_RMID)
    libc.msgctl(libc.msgget(number, 0), IPC_RMID, None)


def spy(folder: Path, code: str, port: int = 0) -> str:
    """Return the command of a program that runs `code` at its first move; it lies beside the tournament."""
    code = code.replace("FOLDER", str(folder)).replace("HOME", str(Path.home())).replace("PORT", str(port))
    code = code.replace("NUMBER", str(number_of(folder)))
    path = folder / "spy.py"
    path.write_text(BEGINNING.replace("CODE", code), encoding="utf-8")
    return f"{python()} -I {path}"


#: The bits that a program writes into the page cache of a file of its own, a page for each; it reads them by `mincore`.
BITS = 0xB2C9_51E7
IN_CACHE = f"""
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    file, page, each = os.open(sys.argv[1], os.O_RDONLY), 4096, 16
    size = os.fstat(file).st_size
    place = libc.mmap(None, ctypes.c_size_t(size), 1, 1, file, ctypes.c_long(0))
    there = (ctypes.c_ubyte * (size // page + 1))()
    libc.mincore(ctypes.c_void_p(place), ctypes.c_size_t(size), there)  # there stay zeros where it is missing
    bits = sum((there[each * (bit + 1)] & 1) << bit for bit in range(32))
    print("bits", hex(bits), file=sys.stderr)
    if bits == {BITS}:
        found("what an earlier process left")
    libc.munmap(ctypes.c_void_p(place), ctypes.c_size_t(size))
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_RANDOM)
    for bit in range(32):
        if {BITS} >> bit & 1:
            os.pread(file, 1, page * each * (bit + 1))
"""


def signalling(folder: Path) -> str:
    """Return the command of a program that leaves bits in the page cache of a file of its own, and looks for them."""
    with (folder / "book").open("wb") as file:
        file.write(bytes(34 * 16 * 4096))
        file.flush()
        os.fsync(file.fileno())
    return f"{spy(folder, IN_CACHE.strip())} {folder / 'book'}"


def python() -> str:
    """Return the interpreter without the links that lead to it."""
    return os.path.realpath(sys.executable)


def tournament(command: str, more: str = "") -> str:
    """Return the text of a tournament of a program against a built-in bot: two games on one deal."""
    return f'{more}\ndeals = 1\n[[bot]]\nplay = "greedy"\n[[bot]]\ncommand = {json.dumps(command)}\n'
