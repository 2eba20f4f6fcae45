"""Searches in slices: a result after each slice, so that whoever takes the results can end the search."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from urbanist.bots.players.pace import Pace
from urbanist.search.limits import Limits
from urbanist.search.result import Result

#: Seconds between two results.
SLICE = 0.005


def sliced(think: Callable[[Limits], Result], limits: Limits | None, threads: int) -> Iterator[Result]:
    """Yield the result of a search after each slice, until it is solved; each call of `think` must continue the search.

    If nodes are the only limit, a slice is a number of visits that all threads share evenly. So each thread makes as
    many visits as in one uninterrupted search.
    """
    began = time.perf_counter()
    nodes = None if limits is None else limits.nodes
    seconds = None if limits is None else limits.seconds
    done, passed = 0, 0.0
    step = threads
    wins: tuple[float, ...] = ()
    while (nodes is None or done < nodes) and (seconds is None or passed < seconds):
        if nodes is not None and seconds is None:
            found = think(Limits(nodes=min(step, nodes - done)))
            step = threads * max(1, int(SLICE * found.nodes / found.seconds) // threads)
        else:
            rest = None if nodes is None else nodes - done
            found = think(
                Limits(nodes=rest, seconds=SLICE if seconds is None else min(SLICE, seconds - passed))
            )
        if found.solved:
            yield replace(found, seconds=time.perf_counter() - began)
            return
        more = tuple(share * found.nodes for share in found.win_share)
        wins = tuple(map(sum, zip(wins, more, strict=True))) if wins else more
        done += found.nodes
        passed = time.perf_counter() - began
        shares = tuple(win / done for win in wins)
        yield replace(found, win_share=shares, nodes=done, seconds=passed)


def paced(results: Iterator[Result], pace: Pace, began: float) -> Iterator[Result]:
    """Yield results until they are enough for a decision that began at this reading of the clock."""
    for found in results:
        yield found
        if pace.has_enough(found, time.perf_counter() - began):
            return
