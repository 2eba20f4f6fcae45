"""Builds for levels of x86-64: one wheel runs on any processor, and as fast as one built for the newest.

Such a wheel holds all compiled modules for any processor in the folder of their package, and those with loops once more
for a level of x86-64, in a folder beside them that has the name of the level. Which are loaded is decided when the
program starts.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from urbanist.cext.processor import ARCH, LEVELS, missing


def chosen(folder: Path, limit: str | None) -> str:
    """Return the newest level for which there are modules in `folder` and that the processor has; ARCH if none is.

    `limit` is a level that is not exceeded, such as x86-64 for the modules that run everywhere.
    """
    levels = (level for level in sorted(LEVELS, reverse=True) if limit is None or level <= limit)
    return next((level for level in levels if (folder / level).is_dir() and not missing(level)), ARCH)


class VariantFinder:
    """Finds the compiled modules of a level."""

    def __init__(self, level: str) -> None:
        self._level = level

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where the module of the level is; None for all others."""
        if path is None or not fullname.startswith("urbanist."):
            return None
        return PathFinder.find_spec(fullname, [f"{folder}/{self._level}" for folder in path], target)


#: The level of the modules that are loaded; the environment variable URBANIST_ARCH limits it.
LEVEL = chosen(Path(__file__).parent, os.environ.get("URBANIST_ARCH"))


def load_level() -> None:
    """Let later imports find the modules of the level."""
    if LEVEL != ARCH:
        sys.meta_path.insert(0, VariantFinder(LEVEL))
