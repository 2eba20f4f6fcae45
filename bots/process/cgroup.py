"""A control group of Linux: limits for all processes of a program together, which no process can leave.

Only version 2 is used, and only where the group above our own is ours to use, as systemd makes it for the programs of a
user. https://docs.kernel.org/admin-guide/cgroup-v2.html
"""

import contextlib
import os
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

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
