"""What a measurement was made on and with: processor, compiler and commit."""

import os
import platform
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from urbanist.cext.processor import COMPILER
from urbanist.cext.variant import LEVEL

#: Where Linux describes the processors.
CPUINFO = Path("/proc/cpuinfo")


@dataclass(frozen=True, slots=True)
class Machine:
    """The processor, what compiled the program for which processors, and its version and commit."""

    processor: str
    cores: int
    system: str
    python: str
    compiler: str
    #: The least processor that it runs on, as a name for -march; empty for any.
    arch: str
    version: str
    #: The commit of the sources, with `-dirty` if they were changed; None if they are in no git repository.
    commit: str | None


def this_machine() -> Machine:
    """Return what this program runs on."""
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 1,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        compiler=COMPILER,
        arch=LEVEL,
        version=version("urbanist"),
        commit=_commit(),
    )


def _processor() -> str:
    """Return the name of the processor as its maker gives it, or else the kind of machine."""
    if CPUINFO.exists():
        names = (
            line.partition(":")[2].strip()
            for line in CPUINFO.read_text().splitlines()
            if "model name" in line
        )
        return next(names, platform.machine())
    return _printed("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()


def _commit() -> str | None:
    """Return the commit of the sources, if git has them: another project may hold this one."""
    here = Path(__file__).resolve().parent
    if not _printed("git", "-C", str(here), "ls-files", __file__):
        return None
    return (
        _printed("git", "-C", str(here), "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*")
        or None
    )


def _printed(*command: str) -> str:
    """Return what a program prints, without the end of the line; empty if it fails or is not there."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()  # noqa: S603  # words of ours
    except (OSError, subprocess.SubprocessError):
        return ""
