"""A sandbox around a program: bubblewrap shows it the system and copies of its own files, and nothing else.

There is no network, no home and no other process, and what it can write to is small and ends with it.
https://github.com/containers/bubblewrap
"""

import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from urbanist.bots.process import system_calls
from urbanist.bots.process.resource_limits import ResourceLimits, expanded, found_in
from urbanist.engine.message import UserError

#: Which sandbox programs run in: none, that of bubblewrap, or that where it is there.
Protection = Literal["none", "auto", "bwrap"]
#: The program of bubblewrap, and the package that has it. Older versions do not limit what is written.
BWRAP, PACKAGE, VERSION = "bwrap", "bubblewrap", (0, 7)
#: What sets a program apart: namespaces of its own, as nobody, and no rights.
APART = "--unshare-all --unshare-user --uid 65534 --gid 65534 --die-with-parent --cap-drop ALL".split()
#: For root the uid of a namespace is no wall: root outside stays root. So it becomes a user that nobody else is.
APART_FROM_ROOT = (
    "--unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try --die-with-parent "
    "--cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID"
).split()
FIRST_USER, USERS = 1 << 30, 1 << 29
#: The folders of the system: programs and libraries, without settings and data.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
#: Folders of the system that each sandbox has for itself.
OF_ITS_OWN = ("/dev", "/proc")
#: What programs need of /etc to start and to tell the time: patterns.
SETTINGS = (
    "alternatives",
    "java-*-openjdk",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "ssl/openssl.cnf",
)
#: What belongs to a program in `bin` and lies beside that, such as the libraries of a Python environment.
BESIDE_BIN = ("conf", "jre", "lib", "lib64", "libexec", "pyvenv.cfg", "release", "share")
#: Variables that a program keeps; the others may tell of the user and the machine.
KEPT = ("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ")
#: Its temporary folder, which is also its home.
OWN = "/tmp"  # noqa: S108  # inside, where nobody else is
#: Bytes that a program may write there, and in shared memory.
SCRATCH = 1 << 28
#: A folder with no more files and bytes than this is copied at each start. A larger one, such as a Python environment,
#: is shown as it is.
MAX_FILES, MAX_BYTES = 200, 1 << 28
#: Seconds for the test whether it works here.
PATIENCE = 60.0
#: What may stand before and after the name of a file in a word of a command.
BOUNDS = re.compile("[:=,]")
#: Bytes of a script that name its interpreter.
HEAD = 256


@dataclass
class Mounts:
    """The mounts of a sandbox as arguments of bubblewrap; files that are copied are opened by who starts it."""

    words: list[str | int] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    _made: set[str] = field(default_factory=set)

    def folder(self, path: Path) -> None:
        """Make a folder and those above it, which everybody may read."""
        for each in (*reversed(path.parents), path):
            if str(each) not in self._made:
                self._made.add(str(each))
                self.words += ["--dir", str(each)]

    def copy(self, path: Path) -> None:
        """Show a copy of a file."""
        self.folder(path.parent)
        self._made.add(str(path))
        executable = "0755" if os.access(path, os.X_OK) else "0644"
        self.words += ["--perms", executable, "--file", len(self.files), str(path)]
        self.files.append(str(path))

    def show(self, path: Path) -> None:
        """Show a file or a folder: a copy of it where it is small."""
        if not path.is_dir():
            self.copy(path)
        elif (entries := small(path)) is None:
            self.folder(path.parent)
            self.words += ["--ro-bind", str(path), str(path)]
        else:
            self.folder(path)
            for entry in entries:
                if entry.is_symlink():
                    self.link(entry, entry.readlink())
                elif entry.is_dir():
                    self.folder(entry)
                else:
                    self.copy(entry)

    def link(self, path: Path, target: Path) -> None:
        """Show a link, unless something is there."""
        if str(path) not in self._made:
            self.folder(path.parent)
            self._made.add(str(path))
            self.words += ["--symlink", str(target), str(path)]


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A sandbox: what a program sees beside the system and what its command names (`reads`), and never sees (`hides`).

    If the sandbox is `required`, no program runs where there can be none.
    """

    reads: tuple[Path, ...] = ()
    hides: tuple[Path, ...] = ()
    required: bool = True

    def __post_init__(self) -> None:
        for path in self.reads:
            if secret := self.secret_in(path):
                raise UserError(
                    f"reads: '{path}' holds '{secret}', which programs must not see; name what they need"
                )

    def secret_in(self, path: Path) -> Path | None:
        """Return something hidden that a file is or that a folder holds; None if there is nothing."""
        hidden = (way for file in self.hides for way in (file.absolute(), file.resolve()))
        return next((way for way in hidden if way.is_relative_to(path.resolve())), None)

    def usable(self) -> "Sandbox | None":
        """Return the sandbox; None if there can be none here; raise `ValueError` if it is required then."""
        wrong = fault()
        if wrong and self.required:
            raise UserError(f"no sandbox: {wrong}")
        return None if wrong else self

    def environment(self) -> dict[str, str]:
        """Return the environment of a program, which tells nothing of the user."""
        return {key: os.environ[key] for key in KEPT if key in os.environ} | {"HOME": OWN, "TMPDIR": OWN}

    def around(
        self, command: str, shell: list[str], here: Path, limits: ResourceLimits
    ) -> tuple[list[str | int], list[str]]:
        """Return the words that run a shell with its arguments in the sandbox, in the folder `here`, under limits.

        `command` is what the shell runs: the folders of the files that it names can be read. The second list has the
        files that are to be opened; a number among the words stands for the descriptor of one of them.
        """
        mounts = Mounts([BWRAP, *apart(), "--proc", "/proc", "--dev", "/dev"])
        for folder in ("/dev/shm", OWN):  # noqa: S108
            mounts.words += ["--perms", "1777", "--size", str(SCRATCH), "--tmpfs", folder]
        for name in SYSTEM:
            link = Path(name).is_symlink()
            mounts.words += (
                ["--symlink", str(Path(name).readlink()), name] if link else ["--ro-bind-try", name, name]
            )
        for path in (path for setting in SETTINGS for path in sorted(Path("/etc").glob(setting))):
            # Without this bubblewrap makes folders that root alone may read.
            mounts.folder(path.parent)
            mounts.words += ["--ro-bind-try", str(path), str(path)]
        mounts.folder(here)
        shown = self.shows(command, here)
        for path in outermost(path.resolve() for path in shown if not is_system(path.resolve())):
            mounts.show(path)
        for path in shown:
            if path != path.resolve():
                mounts.link(path, path.resolve())
        within = [f"--{name}={most}" for name, most in limits.system(apart=True).items()]
        mounts.words += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(here)]
        mounts.words += ["--seccomp", len(mounts.files), "--"]
        mounts.files.append(system_calls.filter_file())
        mounts.words += [*become(), "prlimit", *within, "--", *shell]
        return mounts.words, mounts.files

    def shows(self, command: str, here: Path) -> list[Path]:
        """Return the files and folders that a program sees beside the system."""
        return list(dict.fromkeys([*self.reads, *self._needed(command, here)]))

    def _needed(self, command: str, here: Path) -> Iterator[Path]:
        """Yield the paths that a program needs: those that its command names, and what belongs to a program in `bin`.

        A home, and what contains one, is too much to be shown, and so is a folder that holds something hidden.
        """
        for path in named(command, here):
            above = path.parent.parent
            in_bin = path.parent.name == "bin" and os.access(path, os.X_OK)
            beside = BESIDE_BIN if in_bin and not Path.home().is_relative_to(above) else ()
            for each in (path, *(above / name for name in beside if (above / name).exists())):
                if self.secret_in(each) is None and not Path.home().is_relative_to(each):
                    yield each
            if path == Path(sys.executable):
                yield from (each for each in our_code() if self.secret_in(each) is None)


def sandbox_of(asked: Protection, reads: Sequence[str], hides: tuple[Path, ...]) -> Sandbox | None:
    """Return the sandbox that is asked for, whose programs read and never see files; None for none."""
    for name in reads:
        if not Path(name).exists():
            raise UserError(f"reads: no file or folder '{name}'")
    shown = tuple(Path(name).absolute() for name in reads)
    return None if asked == "none" else Sandbox(shown, hides, required=asked == "bwrap")


def apart() -> list[str]:
    """Return the arguments of namespaces that isolate a program."""
    return APART if os.geteuid() else APART_FROM_ROOT


def become() -> list[str]:
    """Return the words by which a program of root becomes another user; none for others."""
    user = FIRST_USER + random.SystemRandom().randrange(USERS)
    return [] if os.geteuid() else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "--"]


@cache
def fault() -> str:
    """Return why there can be no sandbox on this machine; empty if there can be one."""
    if shutil.which(BWRAP) is None:
        return f"no program '{BWRAP}'; install the package {PACKAGE}"
    if lacking := system_calls.fault():
        return lacking
    version = _ran([BWRAP, "--version"])
    numbers = re.search(r"([0-9]+)\.([0-9]+)", version.stdout)
    if numbers and tuple(map(int, numbers.groups())) < VERSION:
        return f"'{BWRAP}' {numbers[0]} is too old; expected {'.'.join(map(str, VERSION))} or later"
    with Path(system_calls.filter_file()).open("rb") as file:
        filtered = ["--seccomp", str(file.fileno())]
        done = _ran(
            [BWRAP, *apart(), *filtered, "--ro-bind", "/", "/", "--proc", "/proc", *become(), "true"],
            file.fileno(),
        )
    said = done.stderr.strip().splitlines()
    return (
        "" if done.returncode == 0 else said[-1] if said else f"'{BWRAP}' ended with status {done.returncode}"
    )


def _ran(words: list[str], *files: int) -> "subprocess.CompletedProcess[str]":
    """Return what a program says, which inherits files."""
    return subprocess.run(  # noqa: S603  # words of ours
        words, capture_output=True, check=False, text=True, timeout=PATIENCE, pass_fds=files
    )


def named(command: str, here: Path) -> list[Path]:
    """Return the files and folders that a shell command names, except those of the system.

    They are its words, its program and what interprets that, with each link on the way to them, and the files in
    words such as `mybots.py:Frugal` and `--book=openings.txt`.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        return []
    programs = [Path(place) for word in words[:1] if (place := found_in(word, here))]
    parts = [here / part for word in words for part in BOUNDS.split(word) if part]
    following: list[Path] = [
        *programs,
        *(here / expanded(word) for word in words),
        *filter(os.path.isfile, parts),
    ]
    paths: dict[Path, None] = {}
    while following:
        # Without following links: the command names the link.
        path = Path(os.path.abspath(following.pop(0)))  # noqa: PTH100
        try:
            there = path.exists()
        except OSError:
            continue  # such as a word that is too long for a name
        if path in paths or not there or is_system(path):
            continue
        paths[path] = None
        if path.is_symlink():
            following += [path.parent / path.readlink(), path.resolve()]
        elif path.is_file() and os.access(path, os.X_OK):
            following += interpreters(path, here)
    return list(paths)


def our_code() -> list[Path]:
    """Return the folders of urbanist, which programs of our Python import from wherever it was installed."""
    roots = [Path(place) for place in sys.modules["urbanist"].__path__]
    return [*roots, *(room for root in roots for room in root.iterdir() if room.is_symlink())]


def interpreters(path: Path, here: Path) -> list[Path]:
    """Return the programs of the shebang of a script: its interpreter, and what `env` is to find."""
    with path.open("rb") as script:
        head = script.read(HEAD).split(b"\n")[0]
    words = os.fsdecode(head.removeprefix(b"#!")).split() if head.startswith(b"#!") else []
    others = [word for word in words if not word.startswith("-") and "=" not in word][:2]
    return [Path(place) for word in others if (place := found_in(word, here))]


def is_system(path: Path) -> bool:
    """Return whether a path belongs to the system, which each sandbox has."""
    return any(path.is_relative_to(place) for place in (*SYSTEM, *OF_ITS_OWN))


def outermost(paths: "Iterator[Path]") -> list[Path]:
    """Return the paths without those below others of them, sorted."""
    outer_paths: list[Path] = []
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(outer) for outer in outer_paths):
            outer_paths.append(path)
    return outer_paths


def small(folder: Path) -> list[Path] | None:
    """Return all that is in a folder and below, without pipes and sockets; None if that is too much to be copied."""
    paths: list[Path] = []
    left = MAX_BYTES
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = Path(parent, name)
            if path.is_symlink() or path.is_dir():
                paths.append(path)
            elif path.is_file():
                paths.append(path)
                left -= path.stat().st_size
            if len(paths) > MAX_FILES or left < 0:
                return None
    return paths
