"""The result of a search, and one result of several."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from urbanist.engine.event import Move


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of one move: visits, mean utility for the seat to move, mean final points by seat.

    A solved position has the value of one best move, with one visit.
    """

    move: Move
    visits: int
    value: float
    points: tuple[float, ...]


#: A final choice: it puts the moves in order, the one to play first.
Choice = Callable[[Sequence[MoveValue]], list[MoveValue]]


@dataclass(frozen=True, slots=True)
class Result:
    """The move to play, all visited moves (best first), mean win share and points by seat, the expected line.

    If the position is solved, all numbers are exact, and there is a value of a best move alone. If it is `solving`, the
    limit allows more effort for its ending: a search that goes on may solve it.
    """

    move: Move
    values: tuple[MoveValue, ...]
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    solved: bool = False
    solving: bool = False


def combined(results: list[Result], choose: Choice) -> Result:
    """Return one result for several searches of the same decision, with the moves in the order of a final choice."""
    by_move: dict[Move, list[MoveValue]] = defaultdict(list)
    for result in results:
        for value in result.values:
            by_move[value.move].append(value)
    values = choose([summed(values) for values in by_move.values()])
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
