"""An installed package with entry points, made for a test: what pip leaves in a folder of packages."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from urbanist.engine import plugins


@contextmanager
def installed(folder: Path, module: str, source: str, **groups: dict[str, str]) -> Iterator[None]:
    """Install a module in a folder; `groups` has the entry points of each group, `_` for the dots in its name."""
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    info = folder / f"{module}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n", encoding="utf-8")
    lines = []
    for group, entries in groups.items():
        lines += [f"[{group.replace('_', '.')}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.path.insert(0, str(folder))
    plugins.load.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop(module, None)
        plugins.load.cache_clear()


@contextmanager
def restored(*registries: plugins.Registry[Any]) -> Iterator[None]:
    """Forget afterwards what was registered meanwhile."""
    before = [dict(registry._known) for registry in registries]
    try:
        yield
    finally:
        for registry, known in zip(registries, before, strict=True):
            registry._known = known
