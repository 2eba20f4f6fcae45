"""The progress of a game, the known things of a seat, and what counts for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.model.city import (
    bits,
    bridges,
    builders,
    built_cards,
    card_named,
    edition_of,
    segments,
)
from urbanist.engine import State
from urbanist.engine.score_row import Counted, ScoreRow
from urbanist.engine.warszawa.edition import Card, Field, Norm, Task
from urbanist.engine.warszawa.hidden import cards_of, norms_of, stage_tasks
from urbanist.engine.warszawa.score_kinds import ScoreKind
from urbanist.engine.warszawa.score_rows import norm_objects

CHOOSING, PLANNING, REALISATION = range(3)


def open_tasks(state: State) -> list[Task]:
    """Return the open urban tasks."""
    names = [stage_tasks(state.array)[place] for place in bits(state.array["tasks_open"])]
    return [task for task in edition_of(state).tasks if task.id in names]


def fulfilled(before: State, built: State) -> list[Task]:
    """Return the open tasks that a building fulfils when it is finished."""
    still_open = {task.id for task in open_tasks(built)}
    return [task for task in open_tasks(before) if task.id not in still_open]


def fields(state: State) -> tuple[Field, ...]:
    """Return the fields of the action board."""
    return edition_of(state).boards[state.seats]


def taken(state: State, field: Field) -> bool:
    """Return whether a field is full for this round."""
    return bool(int(state.array["taken"]) >> field.id & 1)


def phase_of(state: State) -> int:
    """Return the phase: the choice of norms, planning or realisation."""
    return int(state.array["phase"])


def round_of(state: State) -> tuple[int, int]:
    """Return the stage (0 or 1) and the round of the stage, from 0 on."""
    return int(state.array["stage"]), int(state.array["round"])


def rounds(state: State) -> int:
    """Return the number of rounds of the stage."""
    found = edition_of(state).rounds
    stage = int(state.array["stage"])
    return (found.rounds7 if int(state.array["options"]) & 1 else found.none)[stage]


def delegates(pov: PlayerView) -> dict[int, list[int]]:
    """Return the seats of the engineers on each field, in order of arrival."""
    found: dict[int, list[int]] = {}
    if phase_of(pov.state) != PLANNING or pov.state.over:
        return found
    now = round_of(pov.state)
    for state, event in reversed(list(zip(pov.states, pov.view.events, strict=False))):
        if phase_of(state) != PLANNING or round_of(state) != now:
            break
        verb, _, rest = event.partition("@")
        if verb == "send":
            found.setdefault(int(rest.partition(":")[0]), []).insert(0, state.to_move)
    return found


CUBES = ("fund", "concrete", "rubble")
LARGE_STORE, THRIFT = 1, 2


@dataclass(frozen=True, slots=True)
class Supply:
    """A seat's things; `hand` and `norms` hold the known ones, `held` is the number of cards in hand."""

    seat: int
    cubes: tuple[int, ...]
    store: int
    engineers: int
    markers: int
    segments: int
    bridges: int
    held: int
    hand: tuple[Card, ...]
    norms: tuple[Norm, ...]
    ready: tuple[Card, ...]
    rubble_price: int

    @property
    def affordable(self) -> int:
        """The number of buildings that its cubes can pay for."""
        fund, concrete, rubble = self.cubes
        return min(fund, concrete + rubble // self.rubble_price)


@lru_cache(64)
def supply_of(state: State, seat: int) -> Supply:
    """Return a seat's things."""
    record = state.array
    perks = int(record["perks"][seat])
    known = {norm.id: norm for norm in edition_of(state).norms}
    ready = bits(record["ready"][seat])
    return Supply(
        seat,
        tuple(map(int, record["cubes"][seat])),
        4 if perks & LARGE_STORE else 3,
        int(record["engineers"][seat]),
        int(record["markers"][seat]),
        int(record["dug"][seat]),
        int(record["spanned"][seat]),
        int(record["held"][seat]),
        tuple(card_named(state, card) for card in cards_of(record, int(record["hand"][seat]))),
        tuple(known[name] for name in norms_of(record, seat).split("+") if name in known),
        tuple(card for cell, card in built_cards(state, seat) if cell in ready),
        1 if perks & THRIFT else 2,
    )


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
