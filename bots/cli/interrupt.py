"""Ctrl-C, wherever it comes."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: The exit status of a program that Ctrl-C ended, as shells have it.
INTERRUPTED = 130
#: Seconds after which a lost Ctrl-C comes again.
AGAIN = 0.01


class Terminated(KeyboardInterrupt):
    """Another signal than that of Ctrl-C ends the program in the same way; `status` is the exit status of shells."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextmanager
def ended_alike() -> Iterator[list[int]]:
    """Turn SIGTERM and SIGHUP into `Terminated`, so that the processes of bots are ended too; yield those that came."""
    held, came = {}, list[int]()

    def end(number: int, _: FrameType | None) -> None:
        came.append(number)
        raise Terminated(number)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            # A signal that is ignored, as under nohup, stays ignored.
            if signal.getsignal(number) is signal.SIG_DFL:
                held[number] = signal.signal(number, end)
    try:
        yield came
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)


@contextmanager
def dialogue() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end a dialogue as Ctrl-C does, and then the program, with the status of the signal."""
    with ended_alike() as came:
        try:
            yield
        except OSError:
            # A terminal that was closed takes no last word.
            if not came:
                raise
        if came:
            raise Terminated(came[-1])


@contextmanager
def never_lost() -> Iterator[None]:
    """Raise a `KeyboardInterrupt` again that came inside a destructor or a callback.

    Python prints such an error and drops it, and the program would go on as if nobody had pressed Ctrl-C. The import of
    a module has such callbacks.
    """
    if threading.current_thread() is not threading.main_thread():  # which alone gets Ctrl-C
        yield
        return
    hook, handler = sys.unraisablehook, signal.getsignal(signal.SIGALRM)

    def dropped(what: "sys.UnraisableHookArgs") -> None:
        if issubclass(what.exc_type, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            hook(what)

    def again(_: int, frame: FrameType | None) -> None:
        while frame is not None:
            if (
                frame.f_code is dropped.__code__
            ):  # on a busy machine it may still run, and would lose the error too
                signal.setitimer(signal.ITIMER_REAL, AGAIN)
                return
            frame = frame.f_back
        raise KeyboardInterrupt

    sys.unraisablehook = dropped
    signal.signal(signal.SIGALRM, again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        sys.unraisablehook = hook
