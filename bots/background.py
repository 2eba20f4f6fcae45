"""Background work beside a game or a conversation, in a thread of its own."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Background(Generic[T]):
    """A background thread; `done` is called in it with the result, or with the error.

    The work gets a `threading.Event` that is set when it should end.
    """

    def __init__(
        self,
        work: Callable[[threading.Event], T],
        done: Callable[["Background[T]", T | Exception], object] | None = None,
    ) -> None:
        self._work, self._done = work, done
        self._enough = threading.Event()
        self._began = time.monotonic()
        # A daemon, because work that nobody waits for must not keep the program alive.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def seconds(self) -> float:
        """The seconds that it has taken."""
        return time.monotonic() - self._began

    @property
    def stopped(self) -> bool:
        """Whether it was told to end."""
        return self._enough.is_set()

    def stop(self) -> None:
        """Tell it to end soon."""
        self._enough.set()

    def join(self, seconds: float | None = None) -> None:
        """Join the thread, with a timeout in seconds."""
        self._thread.join(seconds)

    def _run(self) -> None:
        work, done = self._work, self._done
        # Whoever began the work may hold this, and the work may hold them: a tree must not wait for the collector.
        del self._work, self._done
        try:
            result: T | Exception = work(self._enough)
        except Exception as error:
            if done is None:
                raise
            result = error
        if done is not None:
            done(self, result)
