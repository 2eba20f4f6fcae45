"""The Python files of users: `nim.py:Nim` names something in such a file."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from traceback import extract_tb
from types import ModuleType


@cache
def loaded(path: Path) -> ModuleType:
    """Return the module of a file; a process runs it once, and again after `forget_files`.

    The file may import others of its folder.
    """
    spec = importlib.util.spec_from_file_location(str(path), path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and pickle look up the module of a class in `sys.modules`; the path is a unique name.
    sys.modules[spec.name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return module


def forget_files() -> None:
    """Let each file run again when its class is next needed, so that classes remember nothing."""
    loaded.cache_clear()


def described(error: BaseException, path: Path) -> str:
    """Return an exception as one line, with the number of the last line of the file in its traceback."""
    lines = [
        frame.lineno for frame in extract_tb(error.__traceback__) if Path(frame.filename) == path.resolve()
    ]
    where = f" (line {lines[-1]})" if lines else ""
    return f"{type(error).__name__}: {error}{where}" if str(error) else f"{type(error).__name__}{where}"
