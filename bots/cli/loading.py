"""Imports that take little time.

The garbage collector is off, and the objects of imports are frozen: to scan them takes a tenth of a start. The linear
algebra of numpy starts no threads: that takes another tenth, and our products are too small to be shared.
"""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

#: What numpy's OpenBLAS reads once, when it is loaded.
THREADS = "OPENBLAS_NUM_THREADS"


@contextmanager
def loading() -> Iterator[None]:
    """Import modules in a block: numpy without threads, and objects frozen for the garbage collector (`gc.freeze`)."""
    used, known = gc.isenabled(), len(sys.modules)
    gc.disable()
    if free := THREADS not in os.environ:
        os.environ[THREADS] = "1"
    try:
        yield
    finally:
        if free:
            # Other programs that are started later choose for themselves.
            del os.environ[THREADS]
        # Without a new module there would be nothing but garbage to keep.
        if len(sys.modules) > known:
            gc.freeze()
        if used:
            gc.enable()
