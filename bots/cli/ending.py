"""Ends a command alike, whoever ends it: a key, a closed terminal, the system."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ended_alike() -> Iterator[None]:
    """Let a request to end, and the end of the terminal, do what Ctrl-C does: processes of bots are ended too."""
    held = {}
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            # Whoever has asked that one be ignored, as nohup does, is heard.
            if signal.getsignal(number) is signal.SIG_DFL:
                held[number] = signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
