"""Imports while the garbage collector rests: what they make stays, and to look through it takes a tenth of a start."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def loading() -> Iterator[None]:
    """Let a block import modules, and keep the garbage collector from what they make, now and later."""
    used, known = gc.isenabled(), len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        # Without a new module there would be nothing but garbage to keep.
        if len(sys.modules) > known:
            gc.freeze()
        if used:
            gc.enable()
