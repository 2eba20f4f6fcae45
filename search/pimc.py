"""Perfect-information Monte Carlo: search several worlds as if each were true, and add up the results.

Source: Ginsberg 2001 (GIB). It ignores what a seat will know later. We keep it to compare other searches with.
"""

from collections import defaultdict

from urbanist.engine.history import View
from urbanist.search.limits import Limits
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import PimcOptions
from urbanist.search.result import MoveValue, Result


def pimc(view: View, limits: Limits | None = None, options: PimcOptions = PimcOptions()) -> Result:
    """Return one result of several searches with equal shares of the limits: sums of visits, means of values.

    Without `limits`, those of the options hold.
    """
    share = shared(limits or options.limits(), options.worlds)
    search = TreeSearch(view.game, options)
    results = []
    for world in range(options.worlds):
        search.clear()
        results.append(search.think(view.state(options.seed * options.worlds + world), share))
    return combined(results)


def shared(limits: Limits, worlds: int) -> Limits:
    """Return the limits of each world."""
    return Limits(
        nodes=None if limits.nodes is None else max(1, limits.nodes // worlds),
        seconds=None if limits.seconds is None else limits.seconds / worlds,
    )


def combined(results: list[Result]) -> Result:
    """Return one result for several searches of the same decision."""
    found: dict[str, list[MoveValue]] = defaultdict(list)
    for result in results:
        for value in result.values:
            found[value.move].append(value)
    values = sorted(
        (summed(values) for values in found.values()), key=lambda v: (-v.visits, -v.value, v.move)
    )
    first = next(result for result in results if result.move == values[0].move or result is results[-1])
    return Result(
        move=values[0].move,
        values=tuple(values),
        win_share=mean([(result.nodes, result.win_share) for result in results]),
        points=mean([(result.nodes, result.points) for result in results]),
        pv=first.pv if first.move == values[0].move else (values[0].move,),
        nodes=sum(result.nodes for result in results),
        seconds=sum(result.seconds for result in results),
    )


def summed(values: list[MoveValue]) -> MoveValue:
    """Return one value for a move that several searches visited."""
    visits = sum(value.visits for value in values)
    value = sum(value.value * value.visits for value in values) / max(visits, 1)
    return MoveValue(values[0].move, visits, value, mean([(v.visits, v.points) for v in values]))


def mean(weighted: list[tuple[int, tuple[float, ...]]]) -> tuple[float, ...]:
    """Return the weighted mean of vectors."""
    total = max(sum(weight for weight, _ in weighted), 1)
    seats = len(weighted[0][1])
    return tuple(sum(weight * vector[seat] for weight, vector in weighted) / total for seat in range(seats))
