"""A position of Warszawa: what is built on hexes and sides, the progress, the things of a seat, what counts for it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import chain, pairwise

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import rows_of
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.score_row import Counted
from urbanist.engine.warszawa import map_record
from urbanist.engine.warszawa.edition import TYPES, Card, Field, Task, WarszawaEdition
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import (
    CELLS,
    HEXES,
    METRO_SIDES,
    RIGHT_BANK,
    RIVER_SIDES,
    URBAN,
    Hex,
    side_text,
)
from urbanist.engine.warszawa.hidden import cards_of, norms_of, stage_tasks
from urbanist.engine.warszawa.map_record import bits, bridges, segments
from urbanist.engine.warszawa.moves import BUILD, DIG, SEND, SPAN, WarszawaMove
from urbanist.engine.warszawa.score_kinds import WarszawaScoreKind
from urbanist.engine.warszawa.score_rows import norm_objects

#: The two hexes of each side, by the name of the side.
PARTED = {side_text(border): border.cells for border in (*METRO_SIDES, *RIVER_SIDES)}

#: The sides on the river.
RIVERS = tuple(map(side_text, RIVER_SIDES))
#: The types that a building of each type gives points for at the end, if they are beside it; industry wants none.
LIKED = {
    "industrial": (),
    "service": ("residential",),
    "residential": ("service", "transport"),
    "representative": ("cultural",),
    "cultural": ("representative",),
    "transport": (),
}


@dataclass(frozen=True, slots=True)
class Plot:
    """A hex: its ground and its building or foundation; a neutral building has a type but no card and no seat."""

    cell: int
    rubble: bool
    site: Card | None
    type: str = ""
    card: Card | None = None
    seat: int | None = None
    built: bool = False

    @property
    def hexagon(self) -> Hex:
        """Its axial coordinates."""
        return HEXES[self.cell]

    @property
    def urban(self) -> bool:
        """Whether it lies in the urban zone."""
        return self.hexagon in URBAN

    @property
    def right(self) -> bool:
        """Whether it lies on the right bank."""
        return self.hexagon in RIGHT_BANK

    @property
    def founded(self) -> bool:
        """Whether an engineer stands there on a foundation."""
        return bool(self.type) and not self.built

    @property
    def free(self) -> bool:
        """Whether a foundation may be laid there."""
        return not self.type and not self.rubble


def beside(state: State, cell: int) -> Iterator[Plot]:
    """Yield the hexes that are adjacent to one; those on the other bank only over a bridge."""
    everywhere, spanned = plots(state), bridges(state.array)
    for side, pair in PARTED.items():
        if cell in pair and (side not in RIVERS or side in spanned):
            yield everywhere[pair[0] + pair[1] - cell]


def edition_of(state: State) -> WarszawaEdition:
    """Return the edition of a game: its cards, tasks, norms and boards."""
    return EDITIONS.of(state.array)


def card_named(state: State, name: str) -> Card:
    """Return a card by its id."""
    return next(card for card in edition_of(state).cards if card.id == name)


@lru_cache(16)
def plots(state: State) -> tuple[Plot, ...]:
    """Return all hexes in board order."""
    record = state.array
    sites = {card.site: card for card in edition_of(state).cards if card.site and int(record["stage"]) == 0}
    plots = {cell: Plot(cell, False, sites.get(hexagon)) for cell, hexagon in enumerate(HEXES)}
    for cell in bits(record["rubble"]):
        plots[cell] = Plot(cell, True, plots[cell].site)
    for kind, standing in zip(TYPES, record["of_type"], strict=True):
        for cell in bits(standing):
            plots[cell] = Plot(cell, False, None, kind, built=True)
    for seat in range(state.seats):
        for name in ("built", "founded"):
            for cell in bits(record[name][seat]):
                card = card_at(state, cell)
                plots[cell] = Plot(cell, False, None, card.type, card, seat, name == "built")
    return tuple(plots.values())


def card_at(state: State, cell: int) -> Card:
    """Return the card on a hex."""
    return card_named(state, map_record.card_at(state.array, cell))


def built_cards(state: State, seat: int) -> list[tuple[int, Card]]:
    """Return a seat's buildings with their hexes, in board order."""
    return [(cell, card_at(state, cell)) for cell in bits(state.array["built"][seat])]


def builders(pov: PlayerView) -> dict[str, int]:
    """Return the seat that built the segment or bridge on each side."""
    placed = ((WarszawaMove(move), state.to_move) for state, move in pov.moves())
    return {move.place: seat for move, seat in placed if move.kind in (DIG, SPAN)}


def tunnel_builder(pov: PlayerView) -> int | None:
    """Return the seat that laid the tunnel, or None; a bridge over it may have another builder."""
    return next((state.to_move for state, move in pov.moves() if WarszawaMove(move).tunnel), None)


def cell_of(place: str) -> int:
    """Return the cell of a hex in notation."""
    q, r = place.split(",")
    return CELLS[int(q), int(r)]


def free_for(state: State, card: Card) -> Iterator[Plot]:
    """Yield the hexes where a card of the stage can be laid out now."""
    for plot in plots(state):
        if plot.free and _fits(card, plot):
            yield plot


def _fits(card: Card, plot: Plot) -> bool:
    """Return whether a card may go on a hex; `site` is known only in the stage in which it applies."""
    if card.stage == 1 and (card.site or plot.site):
        return card.site == plot.hexagon
    return card.zone == "any" or (card.zone == "urban") == plot.urban


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


def field_of(state: State, number: int) -> Field:
    """Return a field by its number."""
    return next(field for field in fields(state) if field.id == number)


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
    rounds = edition_of(state).rounds
    stage = int(state.array["stage"])
    return (rounds.rounds7 if int(state.array["options"]) & 1 else rounds.none)[stage]


def delegates(pov: PlayerView) -> dict[int, list[int]]:
    """Return the seats of the engineers on each field, in order of arrival."""
    delegates: dict[int, list[int]] = {}
    if phase_of(pov.state) != PLANNING or pov.state.over:
        return delegates
    now = round_of(pov.state)
    for state, move in reversed(list(pov.moves())):
        if phase_of(state) != PLANNING or round_of(state) != now:
            break
        if (sent := WarszawaMove(move)).kind == SEND:
            delegates.setdefault(sent.what, []).insert(0, state.to_move)
    return delegates


CUBES = ("fund", "concrete", "rubble")
LARGE_STORE, THRIFT = 1, 2


class Supply:
    """A seat's things; `hand`, `norms` hold the known ones, `held` is the number of cards in hand."""

    def __init__(self, state: State, seat: int) -> None:
        record = state.array
        perks, ready = int(record["perks"][seat]), bits(record["ready"][seat])
        known = {norm.id: norm for norm in edition_of(state).norms}
        self.seat = seat
        self.cubes = tuple(map(int, record["cubes"][seat]))
        self.store = 4 if perks & LARGE_STORE else 3
        self.rubble_price = 1 if perks & THRIFT else 2
        self.engineers, self.markers = int(record["engineers"][seat]), int(record["markers"][seat])
        self.segments, self.bridges = int(record["dug"][seat]), int(record["spanned"][seat])
        self.held = int(record["held"][seat])
        self.hand = tuple(card_named(state, card) for card in cards_of(record, int(record["hand"][seat])))
        self.norms = tuple(known[name] for name in norms_of(record, seat).split("+") if name in known)
        #: The cards whose one-off function is left to use.
        self.ready = tuple(card for cell, card in built_cards(state, seat) if cell in ready)

    @property
    def counts(self) -> tuple[int, ...]:
        """The numbers of cubes, of what it can use, and of what it has built on sides."""
        return (*self.cubes, self.engineers, self.markers, self.held, self.segments, self.bridges)

    @property
    def affordable(self) -> int:
        """The number of buildings that its cubes can pay for."""
        fund, concrete, rubble = self.cubes
        return min(fund, concrete + rubble // self.rubble_price)


@lru_cache(64)
def supply_of(state: State, seat: int) -> Supply:
    """Return a seat's things."""
    return Supply(state, seat)


def score_breakdown(pov: PlayerView, seat: int) -> dict[StrEnum, tuple[Counted, ...]]:
    """Return what counts in each row of the score of a seat."""
    record, by, rows = pov.state.array, builders(pov), rows_of(pov.state, seat)
    breakdown: dict[StrEnum, tuple[Counted, ...]] = {WarszawaScoreKind.AT_ONCE: tuple(_at_once(pov, seat))}
    for kind, sides in (
        (WarszawaScoreKind.SEGMENTS, segments(record)),
        (WarszawaScoreKind.BRIDGES, bridges(record)),
    ):
        breakdown[kind] = tuple(Counted((side,), rows[kind].each) for side in sides if by.get(side) == seat)
    breakdown |= pov.view.game.notation.score_breakdown(pov.state, seat)
    if WarszawaScoreKind.NORM in breakdown:
        # A norm may want what lies on sides, of which a record does not tell who built it.
        norm = rows[WarszawaScoreKind.NORM]
        on_sides = {"metro": WarszawaScoreKind.SEGMENTS, "bridge": WarszawaScoreKind.BRIDGES}
        wanted = [on_sides[each] for each in norm_objects(pov.state, norm.subject) if each in on_sides]
        parts = chain(*(breakdown[kind] for kind in (WarszawaScoreKind.NORM, *wanted)))
        places = tuple(dict.fromkeys(chain(*(part.places for part in parts))))
        breakdown[WarszawaScoreKind.NORM] = (Counted(places, norm.points),) if places else ()
    return breakdown


def _at_once(pov: PlayerView, seat: int) -> Iterator[Counted]:
    """Yield the buildings that fulfilled tasks, or stood beside unbuilt hexes as industry, when they were built."""
    for (before, after), event in zip(pairwise(pov.states), pov.view.events, strict=True):
        if not isinstance(event, Move) or before.to_move != seat:
            continue
        if (move := WarszawaMove(event)).kind == BUILD:
            was, now = (rows_of(state, seat)[WarszawaScoreKind.AT_ONCE].points for state in (before, after))
            if now != was:
                yield Counted((move.place,), now - was)
