"""An inference, about what is hidden or about a puzzle, made in a thread so that the application goes on."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Inference(Generic[T]):
    """Something that is being worked out; `done` gets it or the error, in the thread that works."""

    def __init__(self, work: Callable[[], T], done: Callable[["Inference[T]", T | Exception], None]) -> None:
        self._work, self._done = work, done
        self._began = time.monotonic()
        # A daemon, because nobody waits for it when the application ends.
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self._began

    def _run(self) -> None:
        try:
            found: T | Exception = self._work()
        except Exception as error:
            found = error
        self._done(self, found)
