"""All imports of the sources, read from their text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOPS = ("cext", "engine", "search", "testing", "bots")
FILES = sorted(
    path for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in {".py", ".pyi", ".pyx", ".pxd"}
)
GAMES = sorted(path.parent.name for path in ROOT.glob("engine/*/__init__.py"))

TYPING = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)+", re.MULTILINE)
NOISE = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#.*|\\\n')
STATEMENT = re.compile(
    r"^(?P<indent>[ \t]*)(?:from[ \t]+(?P<origin>[\w.]+)[ \t]+)?"
    r"(?P<verb>c?import)\b[ \t]*(?P<names>\([^)]*\)|[^\n;]+)",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Arrow:
    """An import of one module by another; `lazy` if it stands in a function or a condition.

    `typed` if only type checkers do it, who read stubs.
    """

    source: str
    verb: str
    target: str
    lazy: bool
    typed: bool = False

    def __str__(self) -> str:
        return f"{self.source} {self.verb}s {self.target}"


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path) for path in FILES}


def arrows_of(text: str, module: str, package: str) -> Iterator[Arrow]:
    """Yield all imports of a source; our own modules are named without `urbanist.`."""
    text = NOISE.sub("", text)
    guarded = [block.span() for block in TYPING.finditer(text)]
    for match in STATEMENT.finditer(text):
        typed = any(start <= match.start() < end for start, end in guarded)
        names = [name.split()[0] for name in match["names"].strip("() \t\n").split(",") if name.strip()]
        origin = match["origin"]
        if origin and origin.startswith("."):
            inner = origin.lstrip(".")
            above = ["urbanist", *package.split(".")]
            above = above[: len(above) + 1 - (len(origin) - len(inner))]
            origin = ".".join([*above, inner]).rstrip(".")
        for name in names:
            target = f"{origin}.{name}" if origin else name
            if origin and target.removeprefix("urbanist.") not in MODULES:
                target = origin
            if target.split(".")[0] in TOPS:
                target = f"top-level {target}"  # a module of the user, not of ours
            target = target.removeprefix("urbanist.")
            yield Arrow(module, match["verb"], target, bool(match["indent"]), typed)


def arrows_in(path: Path) -> set[Arrow]:
    module = module_of(path)
    package = module if path.stem == "__init__" else module.rpartition(".")[0]
    arrows = arrows_of(path.read_text(), module, package)
    return {replace(arrow, typed=True) for arrow in arrows} if path.suffix == ".pyi" else {*arrows}


@cache
def arrows() -> list[Arrow]:
    """Return all imports."""
    return sorted(set().union(*map(arrows_in, FILES)), key=str)


@cache
def ours() -> list[Arrow]:
    """Return the imports of modules of ours."""
    return [arrow for arrow in arrows() if arrow.target in MODULES]


def within(module: str, names: Iterable[str]) -> bool:
    return any(name in {module, f"{module}!"} or module.startswith(f"{name}.") for name in names)
