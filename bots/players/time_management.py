"""Time management: how long a search takes for a decision, and when it has found enough.

On a clock a decision has an optimum time: an even share of the clock over the moves to go, and most of the
increment. It ends earlier if the best move can no longer be overtaken until then, and later, up to a maximum time, if
the choice is close. Time saved on an easy move is spread over later moves. A limit of nodes is kept to the last node.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import inf

from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import View
from urbanist.search.limit import LEAST, Limit, smaller
from urbanist.search.options import RegretOptions, SearchOptions
from urbanist.search.result import Result

#: How many informed playouts tell how long the game will last. Their lengths differ by a few moves only.
PLAYOUTS = 4
#: Moves that are kept in reserve, because a game may be longer than its playouts.
SPARE = 1
#: The maximum time of a close decision: in optimum times, and as a share of the clock.
#: With 2 for 3 and 0.7 for CLOSE, a quarter of the time was left at the end of a game, and fewer games were won.
STRETCH, OF_REST = 3.0, 0.4
#: A choice is close if the second move has more than this share of the visits of the first one, or a higher value.
CLOSE = 0.5
#: Seconds between two results.
SLICE = 0.005


def budget(
    limit: Limit | None,
    options: SearchOptions | RegretOptions,
    view: View,
    moves: Sequence[Move] = (),
    *,
    even: bool = False,
) -> Limit:
    """Return the nodes and seconds of a search for a decision: the limit's or the options' own, whichever is smaller.

    On a clock `optimum` and `time` are its optimum and maximum time, unless nodes limit it or it should be `even`. No
    time is spent on a single move, the only legal one or the only one of the `moves` that are searched.
    """
    if limit is not None and limit.infinite:
        return limit
    if limit is None or limit.clock is None:
        allowed = options.limit(limit or Limit())
        return (
            allowed
            if allowed.time is None or not is_forced(view.bare_state(), moves)
            else allowed.changed(time=LEAST)
        )
    state = view.state()
    forced = is_forced(state, moves)
    optimum, maximum = (LEAST, LEAST) if forced else optimum_and_maximum(limit, moves_to_go(state))
    if even or options.nodes is not None or limit.nodes is not None:
        return options.limit(Limit(nodes=limit.nodes, time=optimum))
    return options.limit(Limit(time=maximum, optimum=smaller(optimum, options.time)))


def is_forced(state: State, moves: Sequence[Move]) -> bool:
    """Return whether there is one move only: that one is legal, or that one of the `moves` is searched."""
    return len(moves or state.moves()) == 1


def optimum_and_maximum(limit: Limit, ahead: float) -> tuple[float, float]:
    """Return the optimum and the maximum time of a decision on a clock, in seconds, with `ahead` moves to go."""
    assert limit.clock is not None
    optimum = Limit(clock=limit.clock, increment=limit.increment).thinking(ahead + SPARE) or LEAST
    maximum = max(optimum, min(STRETCH * optimum, OF_REST * limit.clock))
    return (optimum, maximum) if limit.time is None else (min(optimum, limit.time), min(maximum, limit.time))


def moves_to_go(state: State) -> float:
    """Return the expected moves to go of the seat to move, this one included: the mean of informed playouts."""
    plies = sum(state.playout(seed, informed=True).ply - state.ply for seed in range(PLAYOUTS))
    return max(plies / PLAYOUTS / state.seats, 1.0)


def sliced(
    think: Callable[[Limit], Result], limit: Limit, threads: int, began: float = 0.0, every: float = SLICE
) -> Iterator[Result]:
    """Yield the result of a search after each slice, until time management ends the decision, which began at a time.

    A slice takes `every` seconds. Each call of `think` must continue the search. If nodes are the only limit, a slice
    is a number of visits that all threads share evenly. So each thread makes as many visits as in one uninterrupted
    search. If nodes are one limit of several, the slices that solve an ending are such ones too, and take none of the
    time.
    """
    start = time.perf_counter()
    done, passed, besides = 0, 0.0, 0.0
    step = threads
    wins: tuple[float, ...] = ()
    solving = False
    while (limit.nodes is None or done < limit.nodes) and (
        limit.time is None or passed - besides < limit.time or solving
    ):
        rest = None if limit.nodes is None else limit.nodes - done
        if rest is not None and (limit.time is None or solving):
            last = limit.ending is None or rest <= step
            result = think(Limit(nodes=min(step, rest), rest=None if last else inf, ending=limit.ending))
            step = threads * max(1, int(every * result.nodes / result.seconds) // threads)
            besides += result.seconds if solving else 0.0
        else:
            left = None if limit.time is None else max(limit.time - passed + besides, 0.0)
            piece = min(every, left or every)
            result = think(Limit(nodes=rest, time=piece, rest=left, ending=limit.ending))
        if result.solved:
            yield replace(result, seconds=time.perf_counter() - start)
            return
        more = tuple(share * result.nodes for share in result.win_share)
        wins = tuple(map(sum, zip(wins, more, strict=True))) if wins else more
        done += result.nodes
        solving = result.solving
        passed = time.perf_counter() - start
        result = replace(result, win_share=tuple(win / done for win in wins), nodes=done, seconds=passed)
        yield result
        if limit.optimum is not None and has_enough(result, limit, time.perf_counter() - began):
            return


def has_enough(result: Result, limit: Limit, seconds: float) -> bool:
    """Return whether a search on a clock should end with this result after `seconds`."""
    if result.solved or (limit.time is not None and seconds >= limit.time):
        return True
    assert limit.optimum is not None
    first = result.values[0]
    second = result.values[1] if len(result.values) > 1 else replace(first, visits=0)
    if seconds < limit.optimum:
        rest = (limit.optimum - seconds) * result.nodes / max(result.seconds, LEAST)
        return second.visits + rest < first.visits
    return second.visits <= CLOSE * first.visits and second.value <= first.value
