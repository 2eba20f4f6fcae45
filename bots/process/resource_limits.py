"""Resource limits of the processes of a bot."""

import os
import re
import resource
import shlex
import shutil
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from urbanist.engine.message import UserError

#: The processors of this machine for the programs of this process.
_processors = os.cpu_count() or 1


def share_processors(workers: int) -> None:
    """Let each of `workers` processes, of which this is one, give its programs an equal share of the processors."""
    global _processors  # noqa: PLW0603  # the share of a process is one
    _processors = max((os.cpu_count() or 1) // workers, 1)


#: Seconds after which the running threads are counted again.
RECOUNT = 10.0
#: The most bytes of the file that keeps the standard error of a bot; beside it may lie a packed one.
LONGEST_LOG = 1 << 23
SHELL = "/bin/sh"
MOST = 1 << 24
#: A program and its arguments in which no character has a meaning for the shell.
PLAIN = re.compile(r"[\w./+-]+( +[\w./+:@%,=-]+)*", re.ASCII)
#: Characters that begin a shell operator, which separates or joins commands.
PUNCTUATION = set("();<>|&")
#: Without a sandbox the system counts the processes of all programs of a user together. There a program is ended when
#: it has more than its own; this many times as many end a program that multiplies faster than anybody looks.
FORKS = 8


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """Limits of a bot: memory in MiB and further processes of all its processes together, and `processors`.

    Each of its processes has `cpu` seconds of processor time and at most `files` open files. In a sandbox it may use
    `processors` at once while an answer is asked of it, by default the share of this process, and else next to none. A
    file keeps `log` bytes of its standard error, and a packed one as many more.
    """

    memory: int = 4096
    cpu: int = 3600
    files: int = 256
    processes: int = 256
    processors: int | None = None
    log: int = LONGEST_LOG

    def __post_init__(self) -> None:
        for wall in ("memory", "cpu", "files", "processes", "processors", "log"):
            value = getattr(self, wall)
            if value is not None and not 1 <= value <= MOST:
                raise UserError(f"{wall} = {value}: a whole number from 1 to {MOST:,}")

    def together(self, *, apart: bool) -> dict[str, float]:
        """Return the limits of all processes of a program together; only one that is `apart` shares processors."""
        shared = float(self.processors or _processors)
        return {"memory": self.memory, "processes": self.processes, "processors": shared if apart else 0.0}

    def system(self, *, apart: bool) -> dict[str, int]:
        """Return the limits of the system for one process by name; limits that are lower already stay.

        A program that is `apart` counts its own processes, and else those of the user.
        """
        others = 0 if apart else running(int(time.monotonic() / RECOUNT)) + (FORKS - 1) * self.processes
        wanted = {
            "cpu": self.cpu,
            "nofile": self.files,
            "nproc": others + self.processes,
            "as": self.memory << 20,
            "core": 0,
        }
        hard = {name: resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1] for name in wanted}
        return {
            name: most if hard[name] == resource.RLIM_INFINITY else min(most, hard[name])
            for name, most in wanted.items()
        }


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
    import psutil  # late: a bot that serves the protocol reads this file for its limits

    user = os.getuid()
    processes = psutil.process_iter(["uids", "num_threads"])
    return sum(
        process.info["num_threads"] or 0
        for process in processes
        if process.info["uids"] and process.info["uids"].real == user
    )
