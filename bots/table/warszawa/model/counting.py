"""What counts for a seat: its buildings, the sides that it built on, and the tasks that its buildings fulfilled."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model.city import bridges, builders, segments
from urbanist.engine import State
from urbanist.engine.score_row import Counted
from urbanist.engine.warszawa import row_names
from urbanist.engine.warszawa.score_rows import norm_objects


def counting(sight: Sight, seat: int) -> dict[str, tuple[Counted, ...]]:
    """Return what counts in each row of the score of a seat."""
    state, by = sight.state, builders(sight)
    found: dict[str, tuple[Counted, ...]] = {row_names.AT_ONCE: tuple(_at_once(sight, seat))}
    for row, sides in ((row_names.SEGMENTS, segments(state)), (row_names.BRIDGES, bridges(state))):
        own = [side for side in sides if by.get(side) == seat]
        points = _points(state, seat, row)
        found[row] = tuple(Counted((side,), points // len(own)) for side in own)
    for name, parts in sight.view.game.notation.counting(state, seat).items():
        found[name] = _with_sides(state, seat, name, parts, found) if name.endswith(" norm") else parts
    return found


def _with_sides(
    state: State, seat: int, row: str, parts: tuple[Counted, ...], found: Mapping[str, tuple[Counted, ...]]
) -> tuple[Counted, ...]:
    """Return what counts for a norm with the segments and bridges that it wants."""
    wanted = norm_objects(state, row.removesuffix(" norm"))
    sides = {"metro": found[row_names.SEGMENTS], "bridge": found[row_names.BRIDGES]}
    more = [place for kind in wanted if kind in sides for part in sides[kind] for place in part.places]
    places = tuple(dict.fromkeys([*(place for part in parts for place in part.places), *more]))
    return (Counted(places, _points(state, seat, row)),) if places else ()


def _at_once(sight: Sight, seat: int) -> Iterator[Counted]:
    """Yield the buildings that fulfilled tasks, or stood beside unbuilt hexes as industry, when they were built."""
    for (before, after), event in zip(pairwise(sight.states), sight.view.events, strict=True):
        verb, _, rest = event.partition("@")
        if verb == "build" and before.to_move == seat:
            gain = _points(after, seat, row_names.AT_ONCE) - _points(before, seat, row_names.AT_ONCE)
            if gain:
                yield Counted((rest.rpartition("/")[0],), gain)


def _points(state: State, seat: int, what: str) -> int:
    return next(row.points for row in state.score_rows(seat) if row.what == what)
