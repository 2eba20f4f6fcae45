"""How much of the machine one process of a bot may use."""

import os
import shlex
import shutil
import sys
from dataclasses import dataclass, fields
from pathlib import Path

import psutil

LAUNCHER = Path(__file__).with_name("launcher.py")
MOST = 1 << 24
#: What a word of the shell begins with that parts or joins commands.
PUNCTUATION = set("();<>|&")


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """What one process of a bot may use: MiB of memory, seconds of processor time, open files, processes beside it."""

    memory: int = 4096
    cpu: int = 3600
    files: int = 256
    processes: int = 256

    def __post_init__(self) -> None:
        for wall in fields(self):
            value = getattr(self, wall.name)
            if not 1 <= value <= MOST:
                raise ValueError(f"{wall.name} = {value}: a whole number from 1 to {MOST:,}")

    def around(self, command: str) -> list[str]:
        """Return the program and arguments that run a shell command within these limits."""
        limits = (self.cpu, self.files, running() + self.processes, self.memory)
        # The program takes the shell's place where it can: then its end, and its time, are those of the process.
        plain = f"exec {command}" if is_plain(command) else command
        return [sys.executable, "-I", "-S", str(LAUNCHER), *map(str, limits), plain]


def is_plain(command: str) -> bool:
    """Tell whether a shell command is a program with its arguments and no more."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    if "\n" in command or any(word[:1] in PUNCTUATION for word in words):
        return False
    return bool(words) and shutil.which(Path(words[0]).expanduser()) is not None


def running() -> int:
    """Return how many threads of this user there are: the system limits all of a user's together."""
    user = os.getuid()
    found = psutil.process_iter(["uids", "num_threads"])
    return sum(
        process.info["num_threads"] or 0
        for process in found
        if process.info["uids"] and process.info["uids"].real == user
    )
