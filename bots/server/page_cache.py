"""Pages and pictures: each is written once for all who ask, in a thread, so that who plays does not wait."""

import asyncio
import gzip
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

#: How many pages and pictures are kept, each of some 20 KB, and the threads that write them.
KEPT, THREADS = 1000, 2
#: How much is compressed: more takes longer than it saves on the way.
LEVEL = 6


class PageCache:
    """The pages and pictures that were asked for last, compressed."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, asyncio.Future[bytes]] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="drawing")

    async def get(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """Return what a function draws in the language that is spoken; who asks for the same gets the same."""
        drawn = self._kept.pop(key, None) or self.fresh(draw)
        self._kept[key] = drawn
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        try:
            # Who leaves does not take the drawing from the others.
            return await asyncio.shield(drawn)
        finally:
            if drawn.done() and drawn.exception() is not None:
                self._kept.pop(key, None)

    def fresh(self, draw: Callable[[], str]) -> asyncio.Future[bytes]:
        """Return what a function draws, which is not kept."""
        spoken = copy_context()
        return asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: gzip.compress(spoken.run(draw).encode(), LEVEL, mtime=0)
        )

    def close(self) -> None:
        """Draw nothing any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
