"""What comes from outside: things that a program registers, and those that installed packages bring by entry points.

A package names what it brings in its `pyproject.toml`, one line each:

    [project.entry-points."urbanist.bots"]
    frugal = "my_package.bots:Frugal"

The name is known without the package; its code runs when somebody asks for the thing.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from urbanist.engine.message import UserError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

#: What a name may look like: it stands in texts such as `ismcts:selection=NAME` and in lists with commas.
NAME = re.compile(r"[^\W\d][\w-]*")


class PluginError(UserError):
    """Something from outside cannot be used; the message is one line."""


@cache
def load(group: str) -> dict[str, "EntryPoint"]:
    """Return the entry points of a group in all installed packages, by name; none of them is loaded."""
    entries: dict[str, EntryPoint] = {}
    if _may_be_named(group):
        from importlib.metadata import entry_points  # late: it is seldom needed

        for entry in entry_points(group=group):
            entries.setdefault(entry.name, entry)  # as with modules, the first one on the path counts
    return entries


def _may_be_named(group: str) -> bool:
    """Return whether an installed package may have entry points of a group.

    A look at the files spares `importlib.metadata`, whose import takes some 20 ms in each process of a bot.
    """
    if any(hasattr(finder, "find_distributions") and finder is not PathFinder for finder in sys.meta_path):
        return True  # packages need not be files
    header = f"[{group}]".encode()
    try:
        for folder in map(Path, sys.path):
            if folder.is_file():
                return True  # packages in an archive
            if any(header in points.read_bytes() for points in folder.glob("*-[iI]*/entry_points.txt")):
                return True
    except OSError:
        return True  # what cannot be read is passed over by `importlib.metadata`
    return False


def loaded(entry: "EntryPoint") -> object:
    """Return what an entry point names; `PluginError` says in one line why it cannot be loaded."""
    try:
        return entry.load()
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise PluginError(f"{told(entry)} cannot be loaded: {reason}") from error


def told(entry: "EntryPoint") -> str:
    """Return where an entry point stands, in words."""
    package = "an unknown package" if entry.dist is None else f"the package {entry.dist.name}"
    return f"'{entry.name}' of {entry.group} in {package} ({entry.value})"


class Registry(Mapping[str, T]):
    """Things by name: those that come with urbanist, those that were registered, and those of installed packages."""

    def __init__(
        self, group: str, check: Callable[[T], T], shipped: Iterable[T] = (), kind: str = ""
    ) -> None:
        """Make a registry of what a group of entry points brings.

        `check` returns a thing that has the form it needs, and raises `TypeError` or `ValueError` otherwise. If several
        registries share the group, the name of an entry point begins with the `kind` and a dot.
        """
        self._group = group
        self._check = check
        self._before = f"{kind}." if kind else ""
        self._known = {self._name_of(thing): thing for thing in shipped}
        #: The names of what comes with urbanist.
        self.shipped = tuple(self._known)

    def register(self, thing: T) -> T:
        """Add a thing by its name and return it; one that was registered before under this name is replaced."""
        name = self._name_of(self._check(thing))
        if name in self.shipped:
            raise ValueError(f"'{name}' comes with urbanist; expected another name")
        self._known[name] = thing
        return thing

    def __getitem__(self, name: str) -> T:
        """Return a thing; raise `KeyError` if there is none of this name, `PluginError` if its package is broken."""
        if name not in self._known:
            entry = load(self._group)[self._before + name]
            thing: T = loaded(entry)  # type: ignore[assignment]
            try:
                actual = self._name_of(self._check(thing))
                if actual != name:
                    raise ValueError(f"it is named '{actual}'; expected '{name}'")
            except (TypeError, ValueError) as error:
                raise PluginError(f"{told(entry)}: {error}") from None
            self._known[name] = thing
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a thing of this name; nothing is loaded."""
        return name in self._known or (isinstance(name, str) and self._before + name in load(self._group))

    def __iter__(self) -> Iterator[str]:
        """Return an iterator over the names, first those that come with urbanist; nothing is loaded."""
        brought = [
            name.removeprefix(self._before) for name in load(self._group) if name.startswith(self._before)
        ]
        return iter(dict.fromkeys([*self._known, *sorted(brought)]))

    def __len__(self) -> int:
        """Return the number of things."""
        return len(list(iter(self)))

    def _name_of(self, thing: T) -> str:
        name = getattr(thing, "name", None)
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise ValueError(
                f"the name {name!r} is none; expected a letter, then letters, digits, '_' and '-'"
            )
        return name
