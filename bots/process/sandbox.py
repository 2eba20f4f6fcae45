"""A sandbox around a program: bubblewrap shows it the system and its own folder, and nothing else of the machine.

There is no network, no home and no other process, and `/tmp` is its own. https://github.com/containers/bubblewrap
"""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from urbanist.bots.process.resource_limits import expanded, found_in
from urbanist.engine.message import UserError

#: Which sandbox programs run in: none, that of bubblewrap, or that where it is there.
Protection = Literal["none", "auto", "bwrap"]
#: The program of bubblewrap, and the package that has it.
BWRAP, PACKAGE = "bwrap", "bubblewrap"
#: What sets a program apart: namespaces of its own, as nobody, and no rights.
APART = (
    BWRAP,
    *"--unshare-all --unshare-user --uid 65534 --gid 65534 --die-with-parent --cap-drop ALL".split(),
)
#: The folders of the system: programs and libraries, without settings and data.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
#: What programs need of /etc to start and to tell the time.
SETTINGS = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime")
#: Variables that a program keeps; the others may tell of the user and the machine.
KEPT = ("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "TZ")
#: Its temporary folder, which is also its home.
OWN = "/tmp"  # noqa: S108  # inside, where nobody else is
#: Seconds for the test whether it works here.
PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What a program sees beside the system and its own folder: `reads`; and what it never sees: `hides`.

    If it is `required`, no program runs where there can be no sandbox.
    """

    reads: tuple[Path, ...] = ()
    hides: tuple[Path, ...] = ()
    required: bool = True

    def usable(self) -> "Sandbox | None":
        """Return the sandbox; None if there can be none here; raise `ValueError` if it is required then."""
        wrong = fault()
        if wrong and self.required:
            raise UserError(f"no sandbox: {wrong}")
        return None if wrong else self

    def environment(self) -> dict[str, str]:
        """Return the environment of a program, which tells nothing of the user."""
        return {key: os.environ[key] for key in KEPT if key in os.environ} | {"HOME": OWN, "TMPDIR": OWN}

    def around(self, command: str, shell: list[str], here: Path) -> list[str]:
        """Return the words that run a shell with its arguments in the sandbox, in the folder `here`.

        `command` is what the shell runs: the folders of the files that it names can be read.
        """
        hidden = {path.resolve() for path in self.hides}
        folders = list(dict.fromkeys([*self.reads, *folders_of(command, here)]))
        words = [*APART, "--proc", "/proc", "--dev", "/dev", "--tmpfs", OWN]
        for name in SYSTEM:
            link = Path(name).is_symlink()
            words += (
                ["--symlink", str(Path(name).readlink()), name] if link else ["--ro-bind-try", name, name]
            )
        for setting in SETTINGS:
            words += ["--ro-bind-try", f"/etc/{setting}", f"/etc/{setting}"]
        for folder in outermost(folder.resolve() for folder in folders):
            words += shown(folder, hidden)
        for folder in folders:
            if folder != folder.resolve():
                words += ["--symlink", str(folder.resolve()), str(folder)]
        seen = any(here.is_relative_to(folder.resolve()) for folder in folders)
        return [*words, "--chdir", str(here) if seen else OWN, "--", *shell]


@cache
def fault() -> str:
    """Return why there can be no sandbox on this machine; empty if there can be one."""
    if shutil.which(BWRAP) is None:
        return f"no program '{BWRAP}'; install the package {PACKAGE}"
    try:
        done = subprocess.run(  # noqa: S603  # words of ours
            [*APART, "--ro-bind", "/", "/", "--proc", "/proc", "true"],
            capture_output=True,
            check=False,
            text=True,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return f"'{BWRAP}' does not end within {PATIENCE:.0f} s"
    said = done.stderr.strip().splitlines()
    return (
        "" if done.returncode == 0 else said[-1] if said else f"'{BWRAP}' ended with status {done.returncode}"
    )


def folders_of(command: str, here: Path) -> Iterator[Path]:
    """Yield the folders of the files that a shell command names, its program among them, except those of the system.

    A home, and what contains one, is too much to be shown: of it the file alone is seen.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        return
    programs = [found for word in words[:1] if (found := found_in(word, here))]
    for word in [*programs, *words]:
        # Without following links: the command names the link.
        named = Path(os.path.abspath(here / expanded(word)))  # noqa: PTH100
        for path in dict.fromkeys([named, named.resolve()]):
            if not path.exists() or any(path.is_relative_to(system) for system in SYSTEM):
                continue
            folder = path if path.is_dir() else path.parent
            # A program in `bin` usually needs what is beside it, such as the libraries of a Python environment.
            folder = folder.parent if folder.name == "bin" else folder
            yield path if Path.home().is_relative_to(folder) else folder


def outermost(folders: Iterable[Path]) -> list[Path]:
    """Return the folders that are not within others of them, sorted."""
    found: list[Path] = []
    for folder in sorted(set(folders)):
        if not any(folder.is_relative_to(outer) for outer in found):
            found.append(folder)
    return found


def shown(path: Path, hidden: set[Path]) -> list[str]:
    """Return the words that show a file or folder, but nothing of it that is hidden; paths have no links."""
    if path in hidden:
        return []
    if not any(secret.is_relative_to(path) for secret in hidden):
        return ["--ro-bind", str(path), str(path)]
    words = ["--tmpfs", str(path)]
    for entry in sorted(path.iterdir()):
        if entry.is_symlink():
            words += ["--symlink", str(entry.readlink()), str(entry)]
        else:
            words += shown(entry, hidden)
    return [*words, "--remount-ro", str(path)]
