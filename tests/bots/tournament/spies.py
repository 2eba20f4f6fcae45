"""Programs that try to learn hidden cards, or to harm others, by each way that somebody has thought of.

Each plays legal moves, and writes what it finds to its standard error, which becomes a log.
"""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path

#: The handshake and the answers that all share; each runs its own code at its first move, in `find`.
BEGINNING = """
import os, signal, socket, sys, time
def say(text):
    print(text, flush=True)
def found(text):
    print("FOUND", text, file=sys.stderr, flush=True)
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
        "[found(pid) for pid, text in words_of('environ') if 'SECRET_OF_TEST' in text]", open=False
    ),
    "the memory of its parents": Way(
        "[found('it') for piece in memory_of(os.getppid()) if b'SECRET_OF' + b'_TEST' in piece]", open=False
    ),
    "the home": Way(
        "[found(name) for name in os.listdir('HOME') if os.path.isfile(f'HOME/{name}')]", open=True
    ),
    "the network": Way("socket.create_connection(('127.0.0.1', PORT), 2) and found('it')", open=True),
    "its own environment": Way("'SECRET_OF_TEST' in os.environ and found('it')", open=True),
    "a file that it left": Way(
        "os.path.exists('/tmp/spy-NUMBER') and found('it'); open('/tmp/spy-NUMBER', 'w').close()",
        open=True,
    ),
}


def spy(folder: Path, code: str, port: int = 0) -> str:
    """Return the command of a program that runs `code` at its first move; it lies beside the tournament."""
    code = code.replace("FOLDER", str(folder)).replace("HOME", str(Path.home())).replace("PORT", str(port))
    code = code.replace("NUMBER", str(abs(hash(folder))))
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
    assert libc.mincore(ctypes.c_void_p(place), ctypes.c_size_t(size), there) == 0, ctypes.get_errno()
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
