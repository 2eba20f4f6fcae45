"""Work on many records, divided among threads."""

from collections.abc import Callable
from threading import Thread

from urbanist.engine.waiting import raise_waiting
from urbanist.engine.whole import whole


def share(part: Callable[[int, int], object], n: int, threads: int) -> None:
    """Call `part(start, stop)` for slices that cover range(n), one for each thread; raise what one of them raised.

    The caller works too. A pool would take twice as long to start, and one that is kept would make `os.fork` unsafe.
    """
    if whole("threads", threads) < 1:
        raise ValueError(f"threads={threads}: at least 1")
    if threads == 1:
        part(0, n)
        raise_waiting()
        return
    failures: list[BaseException] = []

    def attempt(number: int) -> None:
        try:
            part(n * number // threads, n * (number + 1) // threads)
        except BaseException as failure:  # noqa: BLE001 - it is raised again in the thread of the caller
            failures.append(failure)

    others = [Thread(target=attempt, args=(number,)) for number in range(1, threads)]
    for other in others:
        other.start()
    attempt(0)
    for other in others:
        other.join()
    if failures:
        raise failures[0]
    raise_waiting()
