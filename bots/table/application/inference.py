"""An inference about what is hidden, made in a thread so that the application goes on."""

import threading
import time
from collections.abc import Callable

from rich.console import RenderableType


class Inference:
    """A page that is being worked out; `done` gets the page or the error, in the thread that works."""

    def __init__(
        self,
        work: Callable[[], RenderableType],
        done: Callable[["Inference", RenderableType | Exception], None],
    ) -> None:
        self._work, self._done = work, done
        self._began = time.monotonic()
        # A daemon, because nobody waits for a page when the application ends.
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.monotonic() - self._began

    def _run(self) -> None:
        try:
            found: RenderableType | Exception = self._work()
        except Exception as error:
            found = error
        self._done(self, found)
