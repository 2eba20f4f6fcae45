"""Installed packages with entry points: made for a test, or compiled from a source package by pip."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from urbanist.engine import plugins
from urbanist.engine.games import VARIABLE

ROOT = Path(__file__).parents[1]


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
    with on_path(folder):
        yield
    sys.modules.pop(module, None)


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    """Look for packages in a folder too."""
    sys.path.insert(0, str(folder))
    plugins.load.cache_clear()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        plugins.load.cache_clear()


def compiled(package: Path, **more: str) -> Path:
    """Return the folder where pip has installed a package, compiled against this tree, with more files by path.

    It is kept in `build`, so that it is compiled once.
    """
    headers = [path for top in ("cext", "engine", "search") for path in (ROOT / top).rglob("*.pxd")]
    sources = [path for path in package.rglob("*") if path.suffix in {".py", ".pyx", ".toml"}]
    known = sha256(sys.version.encode())
    for text in (
        *(path.read_text(encoding="utf-8") for path in sorted([*headers, *sources])),
        *more.values(),
    ):
        known.update(text.encode())
    target = ROOT / "build" / "packages" / known.hexdigest()[:16]
    target.parent.mkdir(parents=True, exist_ok=True)
    with (target.parent / "lock").open("w") as lock, tempfile.TemporaryDirectory(dir=target.parent) as folder:
        fcntl.flock(lock, fcntl.LOCK_EX)  # other processes of the tests wait for the one that compiles
        if not target.exists():
            copy = Path(shutil.copytree(package, Path(folder, "source")))
            for path, text in more.items():
                (copy / path).write_text(text, encoding="utf-8")
            words = ("-q", "--no-build-isolation", "--no-deps", "--target", Path(folder, "made"), copy)
            done = subprocess.run(
                [sys.executable, "-m", "pip", "install", *words],
                capture_output=True,
                text=True,
                env=os.environ | {"CFLAGS": "-O1 -g0"},  # it is compiled in two thirds of the time
            )
            assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
            Path(folder, "made").rename(target)
    return target


@contextmanager
def restored(*registries: plugins.Registry[Any]) -> Iterator[None]:
    """Forget afterwards what was registered meanwhile; no process that is started later is told of it."""
    before = [dict(registry._known) for registry in registries]
    named = os.environ.get(VARIABLE, "")
    try:
        yield
    finally:
        os.environ[VARIABLE] = named
        for registry, known in zip(registries, before, strict=True):
            registry._known = known
