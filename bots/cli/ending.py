"""One way to end a command: SIGTERM and SIGHUP act like Ctrl-C."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended_alike() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into `KeyboardInterrupt`, so that the processes of bots are ended too."""
    held = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            # A signal that is ignored, as under nohup, stays ignored.
            if signal.getsignal(number) is signal.SIG_DFL:
                held[number] = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
