"""How much of the machine one process of a bot may use."""

import contextlib
import os
import re
import shlex
import shutil
import time
import uuid
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

import psutil

from urbanist.engine.message import UserError

#: Where the groups are, and which is our own.
ROOT, OWN = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
#: What the group above has to share out.
CONTROLLERS = {"memory", "pids"}
#: Processes beside those of a program: the sandbox has two, the shell one.
OURS = 8
#: How often, and after how many seconds, the removal of a group is tried again: its processes need time to end.
TRIES, PAUSE = 50, 0.01


@dataclass(frozen=True, slots=True)
class Cgroup:
    """A group for the processes of one program; call `end` when they have been killed."""

    path: Path

    @property
    def entrance(self) -> str:
        """The file to which a process writes 0 to enter."""
        return str(self.path / "cgroup.procs")

    def end(self) -> None:
        """Kill what is left in the group, and remove it."""
        with contextlib.suppress(OSError):
            (self.path / "cgroup.kill").write_text("1", encoding="ascii")
        for _ in range(TRIES):
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError:
                time.sleep(PAUSE)


def above() -> Path | None:
    """Return the group above our own, if groups with limits can be made in it; else None."""
    try:
        [own] = [line for line in OWN.read_text(encoding="utf-8").splitlines() if line.startswith("0::/")]
        found = (ROOT / own.removeprefix("0::/")).parent
        shared = set((found / "cgroup.subtree_control").read_text(encoding="ascii").split())
    except (OSError, ValueError):
        return None
    writable = os.access(found, os.W_OK) and os.access(found / "cgroup.procs", os.W_OK)
    return found if writable and shared >= CONTROLLERS else None


def limited(memory: int, processes: int) -> Cgroup | None:
    """Return a new group with so much memory in MiB and so many processes; None where there can be none."""
    parent = above()
    if parent is None:
        return None
    group = Cgroup(parent / f"urbanist-{uuid.uuid4().hex}")
    try:
        group.path.mkdir()
        for name, value in (
            ("memory.max", memory << 20),
            ("memory.oom.group", 1),
            ("pids.max", processes + OURS),
        ):
            (group.path / name).write_text(str(value), encoding="ascii")
        # Machines without swap lack this file.
        with contextlib.suppress(OSError):
            (group.path / "memory.swap.max").write_text("0", encoding="ascii")
    except OSError:
        group.end()
        return None
    return group


#: Seconds after which the running threads are counted again.
RECOUNT = 10.0
SHELL = "/bin/sh"
MOST = 1 << 24
#: A program and its arguments in which no character has a meaning for the shell.
PLAIN = re.compile(r"[\w./+-]+( +[\w./+:@%,=-]+)*", re.ASCII)
#: Characters that begin a shell operator, which separates or joins commands.
PUNCTUATION = set("();<>|&")


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """Limit of one process of a bot: memory in MiB, processor time in seconds, open files, further processes."""

    memory: int = 4096
    cpu: int = 3600
    files: int = 256
    processes: int = 256

    def __post_init__(self) -> None:
        for wall in fields(self):
            value = getattr(self, wall.name)
            if not 1 <= value <= MOST:
                raise UserError(f"{wall.name} = {value}: a whole number from 1 to {MOST:,}")

    def now(self) -> tuple[int, int, int, int]:
        """Return the limits as the system counts them: seconds, files, all processes of this user, and MiB."""
        return self.cpu, self.files, running(int(time.monotonic() / RECOUNT)) + self.processes, self.memory


def in_shell(command: str, folder: Path) -> list[str]:
    """Return the words that run a command in a folder: its own where they mean only themselves, or those of a shell."""
    if PLAIN.fullmatch(command) and is_plain(command, folder):
        return command.split()
    # `exec` replaces the shell where possible, so that status and time of the process are those of the program.
    return [SHELL, "-c", f"exec {command}" if is_plain(command, folder) else command]


def is_plain(command: str, folder: Path) -> bool:
    """Return whether a shell command is just a program with its arguments."""
    program = program_of(command)
    return program is not None and found_in(program, folder) is not None


@lru_cache(maxsize=64)
def program_of(command: str) -> str | None:
    """Return the first word of a shell command; None if the command joins several, or has none."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    if "\n" in command or any(word[:1] in PUNCTUATION for word in words):
        return None
    return words[0] if words else None


def found_in(word: str, folder: Path) -> str | None:
    """Return the path of the program that a word names to a shell in a folder; None if there is none."""
    word = expanded(word)
    return shutil.which(str(folder / word) if os.sep in word else word)


def expanded(word: str) -> str:
    """Return a word with the home folder in place of its `~`, as the shell reads it; the `./` of a path stays."""
    return str(Path(word).expanduser()) if word.startswith("~") else word


@lru_cache(maxsize=1)
def running(_when: int) -> int:
    """Return the number of threads of this user, because the system limits all threads of a user together.

    It is counted again in another span of time.
    """
    user = os.getuid()
    found = psutil.process_iter(["uids", "num_threads"])
    return sum(
        process.info["num_threads"] or 0
        for process in found
        if process.info["uids"] and process.info["uids"].real == user
    )
