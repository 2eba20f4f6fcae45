"""What counts for a seat: its buildings, the sides that it built on, and the tasks that its buildings fulfilled."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import pairwise

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.model.city import bridges, builders, segments
from urbanist.engine import State
from urbanist.engine.score_row import Counted, ScoreRow
from urbanist.engine.warszawa.score_kinds import ScoreKind
from urbanist.engine.warszawa.score_rows import norm_objects


def score_breakdown(pov: PlayerView, seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
    """Return what counts in each row of the score of a seat."""
    state, by = pov.state, builders(pov)
    found: dict[StrEnum, tuple[Counted, ...]] = {ScoreKind.AT_ONCE: tuple(_at_once(pov, seat))}
    for row, sides in ((ScoreKind.SEGMENTS, segments(state)), (ScoreKind.BRIDGES, bridges(state))):
        own = [side for side in sides if by.get(side) == seat]
        each = _row(state, seat, row).each
        found[row] = tuple(Counted((side,), each) for side in own)
    for kind, parts in pov.view.game.notation.score_breakdown(state, seat).items():
        found[kind] = _with_sides(state, seat, parts, found) if kind == ScoreKind.NORM else parts
    return found


def _with_sides(
    state: State, seat: int, parts: tuple[Counted, ...], found: Mapping[StrEnum, tuple[Counted, ...]]
) -> tuple[Counted, ...]:
    """Return what counts for a norm with the segments and bridges that it wants."""
    norm = _row(state, seat, ScoreKind.NORM)
    wanted = norm_objects(state, norm.subject)
    sides = {"metro": found[ScoreKind.SEGMENTS], "bridge": found[ScoreKind.BRIDGES]}
    more = [place for kind in wanted if kind in sides for part in sides[kind] for place in part.places]
    places = tuple(dict.fromkeys([*(place for part in parts for place in part.places), *more]))
    return (Counted(places, norm.points),) if places else ()


def _at_once(pov: PlayerView, seat: int) -> Iterator[Counted]:
    """Yield the buildings that fulfilled tasks, or stood beside unbuilt hexes as industry, when they were built."""
    for (before, after), event in zip(pairwise(pov.states), pov.view.events, strict=True):
        verb, _, rest = event.partition("@")
        if verb == "build" and before.to_move == seat:
            was, now = (_row(state, seat, ScoreKind.AT_ONCE).points for state in (before, after))
            if now != was:
                yield Counted((rest.rpartition("/")[0],), now - was)


def _row(state: State, seat: int, kind: ScoreKind) -> ScoreRow:
    return next(row for row in state.score_rows(seat) if row.kind == kind)
